//! The program as `make install` leaves it, somewhere else than where it was built.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use annabella::language::{LANGUAGES, LanguageFolder};

use crate::{
    binary::{Home, text},
    readme::{broken_links, document},
};

/// What was built, put under a prefix in a folder of its own.
struct Installed {
    home: Home,
    root: PathBuf,
}

fn installation(remove: bool, root: &Path) -> Output {
    let mut install = installation_script(root);
    install.args(remove.then_some("--remove")).output().expect("bash is there")
}

fn installation_script(root: &Path) -> Command {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("packaging/install");
    let mut install = Command::new(script);
    install.env("ANNABELLA", env!("CARGO_BIN_EXE_annabella")).env("DESTDIR", root).env("PREFIX", "/usr");
    for chosen in ["ZSH_FOLDER", "HOMEPAGE"] {
        install.env_remove(chosen);
    }
    install
}

impl Installed {
    fn new() -> Installed {
        let home = Home::new();
        let root = home.path().join("root");
        let output = installation(false, &root);
        assert!(output.status.success(), "{output:?}");
        Installed { home, root }
    }

    fn share(&self, path: &str) -> PathBuf {
        self.root.join("usr/share").join(path)
    }

    /// Runs it from a folder that has nothing of ours in it.
    fn run(&self, args: &[&str]) -> Output {
        let mut program = Command::new(self.root.join("usr/bin/annabella"));
        program.args(args).current_dir(self.home.path()).env("HOME", self.home.path());
        for gone in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_DATA_DIRS", "LD_LIBRARY_PATH"] {
            program.env_remove(gone);
        }
        program.env("LC_ALL", "C.UTF-8").env("XDG_RUNTIME_DIR", self.home.path()).output().expect("it starts")
    }
}

#[test]
fn a_prefix_in_the_home_is_where_a_person_means_it_and_it_is_said_what_is_where() {
    let home = Home::new();
    let install = |prefix: &str| {
        let mut install = Command::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("packaging/install"));
        install.env("ANNABELLA", env!("CARGO_BIN_EXE_annabella")).env("HOME", home.path());
        install.env("PREFIX", prefix).env_remove("DESTDIR").output().expect("bash is there")
    };
    let output = install("~/.local");
    let program = home.path().join(".local/bin/annabella");
    let told = text(&output.stdout);
    assert!(output.status.success() && program.is_file(), "{output:?}");
    assert!(told.contains(&program.display().to_string()) && told.contains("PATH"), "{told}");
    let output = install("here");
    assert!(!output.status.success() && text(&output.stderr).contains("PREFIX"), "{output:?}");
}

#[test]
fn it_finds_its_library_and_its_models_beside_itself() {
    let installed = Installed::new();
    let library = installed.root.join("usr/lib/annabella/libvosk.so");
    assert!(!library.is_symlink());
    for LanguageFolder { tag, .. } in LANGUAGES {
        let output = installed.run(&["doctor", "--language", tag]);
        let model = installed.share("annabella/models").join(tag);
        assert!(model.join("B3SUMS").is_file());
        if cfg!(feature = "vosk") {
            let told = text(&output.stdout);
            assert!(library.is_file());
            assert!(told.contains(&model.display().to_string()), "{told}");
            assert!(!told.contains("missing: speech recognition"), "{told}");
        }
    }
}

/// With another model in the user's data and one that is named.
#[test]
fn models_are_looked_for_beside_it_then_in_the_data_folders() {
    let installed = Installed::new();
    let told = |args: &[&str]| text(&installed.run(&[&["doctor"], args].concat()).stdout);
    let beside = installed.share("annabella/models").join(LanguageFolder::USUAL.tag);
    let own = installed.home.path().join(".local/share/annabella/models").join(LanguageFolder::USUAL.tag);
    let named = installed.home.path().join("named");
    fs::create_dir_all(own.parent().unwrap()).unwrap();
    for other in [&own, &named] {
        let copied = Command::new("cp").arg("-r").args([&beside, other]).status().unwrap();
        assert!(copied.success());
    }
    let model = |folder: &Path| format!("with the speech model {}\n", folder.display());
    assert!(told(&[]).contains(&model(&beside)));
    assert!(told(&["--model", "named"]).contains(&model(Path::new("named"))));
    fs::remove_dir_all(&beside).unwrap();
    assert!(told(&[]).contains(&model(&own)));
    fs::remove_dir_all(&own).unwrap();
    // And where there is none it is said where it belongs.
    let none = told(&[]);
    assert!(none.contains(&format!("no speech model at {}", beside.display())), "{none}");
}

#[test]
fn every_command_has_a_page_and_shells_complete_it() {
    let installed = Installed::new();
    let help = text(&installed.run(&["--help"]).stdout);
    let commands = help.lines().skip_while(|line| !line.ends_with("ommands:")).skip(1);
    let commands: Vec<&str> = commands
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(commands.len() > 10, "{help}");
    let bash = installed.share("bash-completion/completions/annabella");
    let zsh = fs::read_to_string(installed.share("zsh/site-functions/_annabella")).unwrap();
    let fish = fs::read_to_string(installed.share("fish/vendor_completions.d/annabella.fish")).unwrap();
    for command in commands.iter().filter(|command| **command != "help") {
        let page = installed.share("man/man1").join(format!("annabella-{command}.1.gz"));
        assert!(page.is_file(), "{}", page.display());
        for of in LANGUAGES.iter().filter(|of| of.tag != LanguageFolder::ENGLISH.tag) {
            let page = installed.share("man").join(of.tag).join(format!("man1/annabella-{command}.1.gz"));
            assert!(page.is_file(), "{}", page.display());
        }
        assert!(zsh.contains(command) && fish.contains(command), "{command}");
    }
    assert!(installed.share("man/man1/annabella.1.gz").is_file());
    for hidden in ["try-model", "write-documents"] {
        assert!(!installed.share("man/man1").join(format!("annabella-{hidden}.1.gz")).exists());
    }
    assert!(Command::new("bash").arg("-n").arg(&bash).status().unwrap().success());
    let offered = |typed: &str| {
        let script = format!(
            "source {}; COMP_WORDS=(annabella {typed}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
             _annabella annabella \"${{COMP_WORDS[-1]}}\" \"${{COMP_WORDS[-2]}}\"; echo \"${{COMPREPLY[@]}}\"",
            bash.display()
        );
        text(&Command::new("bash").args(["-c", &script]).output().unwrap().stdout)
    };
    assert_eq!(offered("brai"), "braille-emulator\n");
    assert_eq!(offered("play --confirm l"), "lever\n");
    // What a command does not heed is not offered for it.
    assert!(offered("doctor --m").contains("--microphone"));
    assert_eq!(offered("doctor --rat"), "\n");
}

/// The addresses of a project that is published, and none where it is not.
#[test]
fn software_centres_are_told_of_it() {
    let installed = Installed::new();
    let metainfo = installed.share("metainfo/org.annabella.annabella.metainfo.xml");
    let told = fs::read_to_string(&metainfo).unwrap();
    assert!(
        !told.contains(['@', '#']) && !told.contains("screenshot") && told.contains("</component>"),
        "{told}"
    );
    let mut again = installation_script(&installed.root);
    assert!(again.env("HOMEPAGE", "https://annabella.example/").status().unwrap().success());
    let told = fs::read_to_string(&metainfo).unwrap();
    for address in [
        "<url type=\"homepage\">https://annabella.example<",
        ">https://annabella.example/screenshots/picture.de.png<",
        ">https://annabella.example/screenshots/page.de.png<",
    ] {
        assert!(told.contains(address), "{told}");
    }
    assert!(!told.contains('@'), "{told}");
}

#[test]
fn the_links_of_the_readmes_and_guides_hold_where_they_are_installed() {
    let installed = Installed::new();
    let documents = installed.share("doc/annabella");
    for name in ["README.md", "README.de.md", "docs/guide.de.md", "docs/guide.en.md", "docs/figures.md"] {
        assert!(documents.join(name).is_file(), "{name} is not installed");
        let broken = broken_links(&documents, name);
        assert!(broken.is_empty(), "{}", broken.join("\n"));
    }
    // What a guide names as a pattern is there to be copied.
    for name in ["docs/guide.de.md", "docs/guide.en.md"] {
        let named = document(name);
        let named: Vec<&str> =
            named.split('`').skip(1).step_by(2).filter(|path| path.starts_with("grammars/")).collect();
        assert!(named.len() > 1, "{name}: {named:?}");
        for path in named {
            assert!(documents.join(path).exists(), "{name}: {path} is not installed");
        }
    }
}

#[test]
fn what_was_put_there_is_taken_away_again_and_nothing_else() {
    let installed = Installed::new();
    let game = installed.share("annabella/2026-11-24.jsonl");
    fs::write(&game, "").unwrap();
    let output = installation(true, &installed.root);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(files(&installed.root), [game]);
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}
