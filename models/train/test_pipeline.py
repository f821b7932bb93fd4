"""Checks of the pipeline that need no data: `python -m pytest -q`."""

import itertools
import json
import math
import os
import random
import shutil
import subprocess
from collections import Counter, defaultdict

import numpy as np
import pytest

import diphones
import graph
import kaldi
import kokoro
import lfmmi
from phones import PHONES, phones_of_ipa


def every_path(scores, units, optional):
    """The numerator by brute force, over all ways to give frames to units."""
    frames, total = len(scores), -np.inf
    required = [i for i, o in enumerate(optional) if not o]
    optionals = [i for i, o in enumerate(optional) if o]
    for kept in itertools.product([0, 1], repeat=len(optionals)):
        chosen = sorted(required + [i for i, k in zip(optionals, kept) if k])
        if not chosen or len(chosen) > frames:
            continue
        for cuts in itertools.combinations(range(1, frames), len(chosen) - 1):
            path = 0.0
            for unit, a, b in zip(chosen, (0, *cuts), (*cuts, frames)):
                path += scores[a, 2 * units[unit]] + scores[a + 1 : b, 2 * units[unit] + 1].sum()
            total = np.logaddexp(total, path)
    return total


@pytest.mark.parametrize("units, optional", [([0, 1, 2, 0], [1, 0, 0, 1]), ([0, 2, 0, 1, 0], [1, 0, 1, 0, 1]), ([0], [1])])
def test_numerator_is_the_sum_over_all_alignments(units, optional):
    scores = np.random.default_rng(1).normal(size=(6, 6)).astype(np.float32)
    units, optional = np.array(units), np.array(optional, bool)
    total, gradient = lfmmi.numerator(scores, units, optional)
    assert total == pytest.approx(every_path(scores, units, optional), abs=1e-4)
    check_gradient(lambda s: lfmmi.numerator(s, units, optional)[0], scores, gradient)


def test_denominator_gradient():
    rng = np.random.default_rng(2)
    scores = rng.normal(size=(5, 6)).astype(np.float32)
    bigram = rng.random((3, 3)).astype(np.float32)
    initial, final = rng.random(3).astype(np.float32), rng.random(3).astype(np.float32)
    _, gradient = lfmmi.denominator(scores, bigram, initial, final, np.arange(3))
    check_gradient(lambda s: lfmmi.denominator(s, bigram, initial, final, np.arange(3))[0], scores, gradient)


def test_rivals_are_the_sum_over_the_words_of_each_place():
    scores = np.random.default_rng(6).normal(size=(6, 8)).astype(np.float32)

    def one(*units):
        optional = np.array([unit == 0 for unit in units])
        return lfmmi.numerator(scores, np.array(units), optional)[0]

    total, gradient = lfmmi.denominator(scores, *lfmmi.rivals([[[1]], [[2, 3]]]))
    assert total == pytest.approx(one(0, 1, 0, 2, 3, 0), abs=1e-4)
    both = lfmmi.rivals([[[1], [2]], [[2, 3], [3]]])
    total, gradient = lfmmi.denominator(scores, *both)
    said = [one(0, 1, 0, 2, 3, 0), one(0, 2, 0, 2, 3, 0), one(0, 1, 0, 3, 0), one(0, 2, 0, 3, 0)]
    assert total == pytest.approx(np.logaddexp.reduce(said), abs=1e-4)
    check_gradient(lambda s: lfmmi.denominator(s, *both)[0], scores, gradient)


def check_gradient(f, scores, gradient, step=3e-2):
    for t, d in np.ndindex(*scores.shape):
        up, down = scores.copy(), scores.copy()
        up[t, d] += step
        down[t, d] -= step
        assert (f(up) - f(down)) / (2 * step) == pytest.approx(gradient[t, d], abs=3e-3)


def test_alignment_follows_the_scores():
    units, optional = np.array([0, 1, 0, 2, 0]), np.array([1, 0, 1, 0, 1], bool)
    scores = np.full((6, 6), -5, np.float32)
    for frame, output in enumerate([0, 1, 2, 3, 4, 5]):
        scores[frame, output] = 0
    assert list(lfmmi.align(scores, units, optional)) == [0, 0, 1, 1, 3, 3]


def test_model_file_round_trip():
    rng = np.random.default_rng(3)
    weights = (rng.normal(size=(99, 3)).astype("<f4"), rng.normal(size=99).astype("<f4"))
    weights[0][:60, 0] = 0.5  # a quarter's and three quarters' value the same
    model = ("input-node name=input dim=3", [("a", weights), ("r", 99)], (9, 7))
    written = kaldi.write_model(*model)
    config, components, context = kaldi.read_model(written)
    assert (config, context, components[1]) == (model[0], (9, 7), ("r", 99))
    error = np.abs(components[0][1][0] - weights[0])
    assert error.max() < 0.03 and error.mean() < 0.01, "8 bits a weight, of a deviation of 1"
    assert np.array_equal(components[0][1][1], weights[1])
    assert kaldi.write_model(config, components, context) == written
    with pytest.raises(ValueError, match="ends at byte"):
        kaldi.read_model(kaldi.write_model(*model)[:-20])


def test_network_is_what_kaldi_computes():
    """The torch network and its exported layers, run as nnet3 runs them, agree."""
    torch = pytest.importorskip("torch")
    import network

    net = normalised_network(torch, network)
    mel = torch.randn(1, 31, 40)
    with torch.no_grad():
        expected = net(mel, "de")[0][0].numpy()
    config, components = net.kaldi_layers("de")
    layers, back = dict(components), network.BACK
    nodes = {"input": np.pad(mel[0].numpy(), ((back, network.AHEAD), (0, 0)), mode="edge")}

    def value(text):
        inner = text[text.index("(") + 1 : -1] if "(" in text else ""
        if text.startswith("IfDefined"):
            name, offset = inner[len("Offset(") : -1].split(", ")
            defined = np.arange(back + 31 + network.AHEAD)[:, None] >= back  # before, some input is missing
            return np.roll(np.where(defined, nodes[name], 0), -int(offset), 0)
        if text.startswith("Offset"):
            name, offset = inner.split(", ")
            return np.roll(nodes[name], -int(offset), 0)
        if text.startswith(("Append", "Sum")):
            parts, depth, start = [], 0, 0
            for i, letter in enumerate(inner + ","):
                depth += (letter == "(") - (letter == ")")
                if letter == "," and depth == 0:
                    parts.append(value(inner[start:i].strip()))
                    start = i + 1
            return np.concatenate(parts, 1) if text.startswith("Append") else sum(parts)
        return nodes[text]

    for line in config.splitlines()[1:-1]:
        fields = dict(part.split("=", 1) for part in line.split(" ", 3)[1:])
        layer, x = layers[fields["component"]], value(fields["input"])
        nodes[fields["name"]] = x @ layer[0].T + layer[1] if isinstance(layer, tuple) else np.maximum(x, 0)
    assert np.allclose(nodes["out"][back : back + 31 : 3], expected, atol=1e-4)


def normalised_network(torch, network):
    net = network.Network()
    for module in net.modules():
        if isinstance(module, torch.nn.BatchNorm1d):
            module.running_mean.normal_(0, 0.1)
            module.running_var.uniform_(0.5, 2)
    return net.eval()


def test_a_model_taken_apart_computes_the_same():
    torch = pytest.importorskip("torch")
    import network
    import restore

    with torch.no_grad():
        net, again, mels = normalised_network(torch, network), network.Network(), 5 + 3 * torch.randn(2, 300, 40)
        layers = {language: {name: v for name, v in net.kaldi_layers(language)[1] if isinstance(v, tuple)} for language in network.LANGUAGES}
        restore.restore(again, layers, mels)
        for language in network.LANGUAGES:
            scores = net(mels, language)[0]
            assert (again(mels, language)[0] - scores).std() < 0.001 * scores.std()


def test_a_smaller_model_grows_and_computes_the_same(monkeypatch):
    torch = pytest.importorskip("torch")
    import network
    import restore

    mels = 5 + 3 * torch.randn(2, 300, 40)
    with torch.no_grad():
        with monkeypatch.context() as smaller:
            for name, value in {"WIDTH": 96, "NECK": 32, "OFFSETS": network.OFFSETS[:7]}.items():  # what is left out looks back only
                smaller.setattr(network, name, value)
            net = normalised_network(torch, network)
            layers = {language: {name: v for name, v in net.kaldi_layers(language)[1] if isinstance(v, tuple)} for language in network.LANGUAGES}
            scores = net(mels, "en")[0]
        grown = network.Network()
        restore.restore(grown, layers, mels)
        assert (grown(mels, "en")[0] - scores).std() < 0.001 * scores.std()
        assert grown.la[0].weight.shape == (network.NECK, 2 * network.WIDTH)


def test_dropout_changes_how_much_a_unit_counts_through_a_row_and_not_what_all_rows_come_to():
    torch = pytest.importorskip("torch")
    import network

    torch.manual_seed(1)
    with torch.no_grad():
        net, x = normalised_network(torch, network), torch.randn(1, 50, network.WIDTH).abs().expand(400, -1, -1)
        plain = net.norm(net.norms[0], x)
        net.dropout = 0.4
        drawn = net.norm(net.norms[0], x)
        share = drawn[:, plain[0] > 0.1] / plain[:, plain[0] > 0.1]
        assert 0.59 < share.min() < 0.65 and 1.35 < share.max() < 1.41 and abs(share.mean() - 1) < 0.01
        unit = int((plain[0] > 0.1).sum(0).argmax())
        on = plain[0, :, unit] > 0.1
        of_unit = drawn[:, on, unit] / plain[:, on, unit]
        assert of_unit.std(1).max() < 1e-5 < of_unit.std(0).min()


class Made:
    """Batches with a number each, whose gradients are the scores and that number."""

    def __init__(self):
        self.rng = np.random.default_rng(1)

    def made(self, attend):
        import torch

        while True:
            attend()
            number = int(self.rng.integers(1 << 20))
            yield "de" if number % 3 else "en", *[torch.full((2, 5), float(number))] * 3, number

    def losses(self, scores, aid, language, number):
        return number, 0.0, 1, scores + number, None if aid is None else aid - number


def test_a_crew_gives_every_batch_its_own_gradients():
    torch = pytest.importorskip("torch")
    import crew

    few, seen = crew.Crew(Made(), [(2, 5)] * 5, "cpu", helpers=2, group=3), []
    for k, (language, heard, quiet, _) in zip(range(30), few):
        numbers = heard[::2, 0]
        assert (heard == quiet).all() and {"de" if number % 3 else "en" for number in numbers} == {language}
        scores = torch.randn(6, 5)
        number, _, frames, of_scores, of_aid = few.losses(scores, scores if k % 2 else None)
        assert (number, frames) == (numbers.sum(), 3) and (of_scores == scores + heard).all()
        assert (of_aid == scores - heard).all() if k % 2 else of_aid is None
        seen += numbers.tolist()
    assert len(set(seen)) == len(seen) == 90, "helpers make batches of their own"


def write_sets(work, **sets):
    """Feature sets of ten utterances of anything, each said to be the words of its set."""
    rng, folder = np.random.default_rng(1), work / "features"
    folder.mkdir()
    for name, words in sets.items():
        np.save(folder / f"{name}.npy", rng.normal(8, 3, (1500, 40)).astype(np.float16))
        index = [[first, 150, name, "", words, "de"] for first in range(0, 1500, 150)]
        (folder / f"{name}.json").write_text(json.dumps(index))


def test_going_on_from_a_model_leaves_its_normalisation_and_teaches_no_aid(tmp_path):
    torch = pytest.importorskip("torch")
    import network
    import train

    write_sets(tmp_path, kerstin=[["d", "a:"], ["m", "@"]], noise=[])
    before = network.Network().state_dict()
    torch.save({"net": before, "step": 0, "seconds": 0.0, "best": 1e9, "rate": 1e-4, "teacher": before}, tmp_path / "train.pt")
    train.main(str(tmp_path), 0.2)
    state = torch.load(tmp_path / "train.pt", weights_only=False)
    assert state["step"] and "teacher" in state
    for name, value in state["net"].items():
        if "running" in name or "aid" in name:
            assert torch.allclose(value, before[name], rtol=1e-4), name
    assert not torch.allclose(state["net"]["out.de.weight"], before["out.de.weight"], rtol=1e-3)


def test_what_comes_out_is_on_the_way_to_the_mean():
    torch = pytest.importorskip("torch")
    import train

    net, sums = torch.nn.BatchNorm1d(1), {}
    before = {name: tensor.clone() for name, tensor in net.state_dict().items()}
    for weight in (2.0, 6.0):
        net.weight.data.fill_(weight)
        train.add(sums, net)
    out = train.towards(before, sums)
    assert out["weight"].item() == pytest.approx(1 + train.LEARNT * (4 - 1))
    assert (out["bias"].item(), out["num_batches_tracked"].item()) == (0, 0)


def test_voices_kept_from_training_are_heard_in_the_same_noise_every_time(tmp_path):
    pytest.importorskip("torch")
    import batches

    write_sets(tmp_path, held=[["d", "a:"]], noise=[])
    one, other = (batches.held_batches(str(tmp_path)) for _ in range(2))
    assert one and all(bool((a[0] == b[0]).all()) for a, b in zip(one, other))


def test_a_teacher_is_asked_of_voices_known_to_it():
    torch = pytest.importorskip("torch")
    import batches
    import train

    mels = np.ones((30, 40), np.float32)
    units, optional = batches.units_of([["d"]], "de")
    known, new = (batches.Utterance(mels, 2 * mels, units, optional, is_known) for is_known in (True, False))
    heard, quiet, asked, _ = batches.pack([[known, new]])
    assert heard.shape == quiet.shape and (quiet[0, :60] == 2).all() and (heard[0, :60] == 1).all()
    scores = torch.zeros(1, batches.ROW // 3, 42, requires_grad=True)
    train.unlike(scores, torch.randn(scores.shape), asked).backward()
    changed = scores.grad.abs().sum(2)[0] > 0
    assert changed[:10].all() and not changed[10:].any()


def test_what_many_waves_draw_is_as_loud_as_they_are_and_lasts_from_frame_to_frame():
    pytest.importorskip("torch")
    from batches import chance

    drawn, phases = chance()
    assert np.allclose(drawn.mean(0), 1, atol=0.01) and np.abs(phases).max() < 1 and np.abs(phases.mean(0)).max() < 0.02
    for some in (drawn, phases):
        near, far = (np.corrcoef(some[:-lag].ravel(), some[lag:].ravel())[0, 1] for lag in (1, 4))
        assert near > 0.1 > abs(far)


def drawn_alone(rng):
    """What Augment draws, without a frame having anything in common with the next."""
    return rng.gamma(4, 1 / 4, (20000, 40)).astype(np.float32), rng.uniform(-0.98, 0.98, (20000, 40)).astype(np.float32)


def test_a_sound_is_in_step_with_the_same_in_a_quiet_place():
    from augment import Augment

    rng = np.random.default_rng(4)
    voice, noise, floor = (np.full((n, 40), level, np.float32) for n, level in ((120, 3.0), (400, 12.0), (900, 0.0)))
    voice[40:80] = 14
    augment = Augment(rng, lambda: noise, lambda: noise, floor, drawn_alone(rng))
    for _ in range(50):
        heard, quiet = augment(voice)
        loud = np.flatnonzero(quiet.mean(1) > 8)
        assert len(heard) == len(quiet) and 28 <= len(loud) <= 68 and np.ptp(loud) == len(loud) - 1
        assert heard[loud].mean() > np.delete(heard, loud, axis=0).mean()


def test_kept_recordings_are_those_of_which_it_is_known_what_is_said(tmp_path, capsys):
    pytest.importorskip("pyworld")
    import speech

    folder = tmp_path / "anna"
    folder.mkdir()
    (folder / "labels.tsv").write_text("# 0.wav\tja\n1.wav\tspringer felix drei\t8/8/8/8/8/8/8/8 w - - 0 1\n2.wav\t?\n3.wav\t\n4.wav\tSf3\n5.wav\tja\n\n")
    assert list(speech.kept(str(tmp_path))) == [(str(folder / "1.wav"), "springer felix drei"), (str(folder / "5.wav"), "ja")]
    (told,) = capsys.readouterr().err.splitlines()
    assert "4.wav" in told and "Sf3" in told


def test_r_after_a_vowel_is_one_only_where_people_say_it_so():
    assert phones_of_ipa("t_ʊ_r_m", voice="de") == ["t U 6 m".split()]
    assert phones_of_ipa("a_r_m_ə", voice="ro") == ["a r m @".split()]


@pytest.mark.skipif(not shutil.which("espeak-ng"), reason="needs espeak-ng")
def test_crossed_variants_are_heard_and_made_of_none_that_is_kept_for_checking(tmp_path, monkeypatch):
    import variants

    assert len(variants.LEARNED) > 50
    assert not {v.casefold() for v in variants.LEARNED} & {v.casefold() for v in variants.HELD_OUT + variants.UNNATURAL}
    owners = [Counter(line for lines in parts.values() for line in lines.splitlines()) for parts in variants.lines()]
    for seed in range(20):
        lines = Counter(variants.crossed(random.Random(seed)).splitlines()[2:])
        assert lines and all(any(line in owner for owner in owners) for line in lines)
        assert lines not in owners

    monkeypatch.setattr(variants, "CROSSED", 1.0)

    def said(rng):
        with variants.drawn(rng) as (variant, options):
            wav = str(tmp_path / "said.wav")
            subprocess.run(["espeak-ng", *options, "-v", f"de+{variant}", "-w", wav, "Dame"], check=True)
            with open(wav, "rb") as file:
                return file.read()

    assert said(random.Random(1)) == said(random.Random(1))
    assert len({said(random.Random(seed)) for seed in range(5)}) == 5, "a variant that is not found would sound like German as it is"
    with variants.drawn(random.Random(1), held=True) as (variant, _):
        assert variant in variants.HELD_OUT


def test_every_german_phone_can_be_said_by_every_people():
    for people, sounds in diphones.SOUNDS.items():
        assert set(sounds) == set(PHONES["de"]), people
        heard = [label for phone in PHONES["de"] for label, _ in diphones.said([phone], people)]
        assert set(heard) <= set(PHONES["de"]), people
    assert diphones.said("f Y n f".split(), "czech") == [("f", ["f"]), ("I", ["i"]), ("n", ["n"]), ("f", ["f"])]
    assert diphones.said("h a:".split(), "italian") == [("a:", ["a1"])], "no h, and none in the label"


def test_kokoro_can_say_every_phone():
    for language, phones in PHONES.items():
        assert set(kokoro.IPA[language]) == set(phones)
    said = kokoro.ipa(["t u: 6 m".split(), "@ aI n s".split()], random.Random(1))
    assert said.startswith("tˈuːɐm") and ("əˈI" in said or "əˈaɪ" in said), "stressed on the first full vowel, once a word"
    assert said.count("ˈ") == 2
    assert not set(kokoro.ENGLISH_HELD_OUT) - set(kokoro.HELD_OUT)


def cheapest(fst, inputs):
    """The least cost of a path through an acceptor in OpenFst's text that takes these transition-ids."""
    arcs, final = defaultdict(list), {}
    for fields in map(str.split, fst.splitlines()):
        if len(fields) == 2:
            final[fields[0]] = float(fields[1])
        else:
            arcs[fields[0]].append((fields[1], int(fields[2]), float(fields[4])))

    def without_sound(costs):
        waiting = list(costs)
        while waiting:
            source = waiting.pop()
            for target, i, cost in arcs[source]:
                if i == 0 and costs[source] + cost < costs.get(target, math.inf):
                    costs[target] = costs[source] + cost
                    waiting.append(target)
        return costs

    costs = without_sound({fst.split()[0]: 0.0})
    for wanted in inputs:
        after = {}
        for source, so_far in costs.items():
            for target, i, cost in arcs[source]:
                if i == wanted:
                    after[target] = min(after.get(target, math.inf), so_far + cost)
        costs = without_sound(after)
    return min((costs[state] + cost for state, cost in final.items() if state in costs), default=math.inf)


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_model_knows_every_word_that_can_be_heard_and_a_key_that_is_only_typed_adds_none(language):
    words = graph.grammar_words(os.path.join(graph.HERE, f"../../grammars/{language}/words.toml"))
    with open(os.path.join(graph.HERE, f"../{language}/graph/words.txt"), encoding="utf-8") as lines:
        known = {line.split()[0] for line in lines}
    assert not words - known


def test_only_pauses_between_words_cost_something_and_another_word_is_cheaper_than_the_first():
    phones = len(PHONES["de"])
    fst = graph.hcl({"oh": [["o:"]]}, {"oh": 1, graph.UNK: 2}, [[1.0] * phones] * phones, "de")
    word = [kaldi.forward_id(kaldi.phone_id(PHONES["de"].index("o:"), "S"))]
    silence = [kaldi.forward_id(kaldi.SIL)] + [kaldi.self_loop_id(kaldi.SIL)] * 3
    longer = silence + silence[1:]
    quiet, said, paused = cheapest(fst, silence), cheapest(fst, silence + word + silence), cheapest(fst, word + silence + word)
    assert cheapest(fst, longer) == quiet < math.inf
    assert cheapest(fst, longer + word + longer) == said < math.inf
    assert cheapest(fst, word + longer + word) == pytest.approx(paused + 3 * graph.PAUSE)
    once, twice = cheapest(fst, word), cheapest(fst, word + word)
    assert twice == pytest.approx(once + graph.ANOTHER - math.log(1 - graph.SILENCE), abs=1e-3)


def test_letters_and_digits_of_one_speaker_become_a_square():
    pytest.importorskip("torch")
    import batches

    rng = np.random.default_rng(5)
    index = [[0, 60, "anna", "b", [["b", "e:"]], "de"], [60, 60, "anna", "4", [["f", "i:", "6"]], "de"], [120, 60, "bert", "b", [["b", "e:"]], "de"],
             [180, 60, "anna", "x-ray", [["E", "k", "s"]], "de"], [240, 60, "anna", "14", [["f"]], "de"]]
    assert batches.spellers(index) == [([[0], [0]], [[1], [1]])], "bert says no digit; those of a chess-board count twice"
    index += [[300, 60, "carl", "5", [["f"]], "de"], [360, 60, "dora", "5", [["f"]], "de"]]
    assert batches.spellers(index)[1:] == [([[2], [2]], [[5, 6], [5, 6]])], "bert is lent the digits of those who say no letters"
    quiet, loud = np.full((60, 40), 2, np.float32), np.full((60, 40), 2, np.float32)
    quiet[5:53], loud[5:53] = 6, 12
    for _ in range(40):
        both = batches.side_by_side([quiet, loud], rng)
        said = both.max(1) > 4
        start, end = np.flatnonzero(said)[[0, -1]]
        assert both.dtype == np.float32 and start == 5 and len(both) - 1 - end == 7
        assert 93 <= end - start + 1 <= 104 and (~said[start:end]).sum() <= 8
        assert abs(both[start + 10].mean() - both[end - 10].mean()) <= 0.5, "equally loud"


def test_a_speaker_kept_for_checking_says_nothing_in_training(tmp_path):
    import people

    for speaker in ("fr", "it", "en"):
        (tmp_path / "gcompris" / speaker / "alphabet").mkdir(parents=True)
        for name in ("U0062", "U00E9", "7"):
            (tmp_path / "gcompris" / speaker / "alphabet" / f"{name}.ogg").touch()
    for language in people.KLETTRES:
        (tmp_path / "usr/share/klettres" / language).mkdir(parents=True)
        (tmp_path / "usr/share/klettres" / language / "sounds.xml").touch()
    for language, name in (("fr", "alpha/a"), ("fr", "words/chat"), ("de", "alpha/a"), ("en", "words/x-ray"), ("uk", "alpha/є")):
        path = tmp_path / "usr/share/qabcs/abcs" / language / "sounds" / f"{name}.ogg"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    for name in ("fr/letters/b.gsm", "fr/digits/day-1.gsm", "fr_CA_f_June/digits/4.g722", "it_IT_f_Menardi/phonetic/ICAO/c_p.wav", "it_IT_f_Menardi/phonetic/c_p.wav"):
        path = tmp_path / "usr/share/asterisk/sounds" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    (tmp_path / "digits-en").mkdir()
    for name in ("3_theo_0", "3_lucas_0"):
        (tmp_path / "digits-en" / f"{name}.flac").touch()

    def said(**which):
        return {(text, speaker) for _, text, speaker, _ in people.letters(str(tmp_path), str(tmp_path), **which)}

    assert {row for row in said() if row[1].startswith("gcompris")} == {("b", "gcompris-fr"), ("é", "gcompris-fr"), ("7", "gcompris-fr")}
    assert {speaker for _, speaker in said(unheard=True)} == {"gcompris-it"}
    assert {row for row in said() if row[1].startswith("asterisk")} == {("b", "asterisk-armelle"), ("4", "asterisk-fr"), ("charlie", "asterisk-menardi")}
    assert {row for row in said() if row[1].startswith("qabcs")} == {("a", "qabcs-fr")}, "the German is kept for checking"
    assert {row[1:3] for row in people.single(str(tmp_path))} == {("chat", "qabcs-fr"), ("є", "qabcs-uk")}
    assert said(english=True) == {("3", "digits-theo"), ("x-ray", "qabcs-en")}
    assert said(english=True, unheard=True) == {("b", "gcompris-en"), ("é", "gcompris-en"), ("7", "gcompris-en"), ("3", "digits-lucas")}


def test_a_letter_is_read_as_one():
    pytest.importorskip("pyworld")
    import speech
    from phones import phonemise

    assert phonemise(speech.spoken("a", "en-us"), "en-us", "en") == [["EY"]], "not the article"
    assert phonemise(speech.spoken("d", "pt"), "pt", "de") == [["d", "e:"]], "not five hundred"


def test_a_room_adds_what_dies_away():
    from augment import Augment

    rng = np.random.default_rng(6)
    floor = np.zeros((900, 40), np.float32)
    augment = Augment(rng, lambda: floor, lambda: floor, floor, drawn_alone(rng))
    sound = np.zeros((200, 40), np.float32)
    sound[50:60] = 1e6
    tails = np.mean([augment.room(sound) for _ in range(300)], 0).mean(1)
    assert (tails[:50] == 0).all(), "nothing before it"
    assert tails[50:60].mean() > 0.9e6 and 1e3 < tails[65:75].mean() < 1e6
    assert tails[60:80].mean() > 3 * tails[100:120].mean() > 9 * tails[160:180].mean()


def test_rooms_to_check_in_are_as_long_as_they_say():
    pytest.importorskip("pyworld")
    import check

    for seconds, above in check.ROOMS.values():
        click = np.zeros(check.RATE // 2)
        click[100] = 1
        heard = check.room(click, seconds, above, np.random.default_rng(7)) ** 2
        late = heard[101:].sum()
        assert 10 * np.log10(heard[100] / late) == pytest.approx(above, abs=2)
        left = np.cumsum(heard[::-1])[::-1] / late  # Schroeder: what is still to come
        at = [np.flatnonzero(left < 10**-x)[0] / check.RATE for x in (1, 2)]
        assert 6 * (at[1] - at[0]) == pytest.approx(seconds, rel=0.25)


def test_what_is_chosen_by_and_what_is_reported_share_nobody_and_no_game():
    pytest.importorskip("pyworld")
    import situations
    import songs

    for language in ("de", "en"):
        assert not {*situations.VOICES["dev"][language]} & {*situations.VOICES["rep"][language]}
    assert not {*songs.GAMES["dev"]} & {*songs.GAMES["rep"]} and not {*songs.SINGERS["dev"]} & {*songs.SINGERS["rep"]}
    rows = [(speaker, path) for speaker in "abcde" for path in "12"]
    dev, rep = ({speaker for speaker, _ in situations.of_lot(rows, lot)} for lot in ("dev", "rep"))
    assert not dev & rep and dev | rep == set("abcde")


def test_a_missing_start_is_missing_of_the_voice(monkeypatch):
    pytest.importorskip("pyworld")
    import situations

    rate, written = situations.RATE, {}
    monkeypatch.setattr(situations, "write", lambda folder, name, samples, label: written.update({folder: samples}))
    voice = np.sin(np.arange(rate) / 5)
    situations.write_starts("", "a.wav", np.concatenate([np.zeros(rate // 3), voice, np.zeros(rate // 3)]), "", "de")
    at_once = {missing: written[f"/cut-{missing}"] for missing in situations.MISSING}
    quiet = {missing: written[f"/cut-quiet-{missing}"] for missing in situations.MISSING}
    for missing in situations.MISSING:
        assert len(at_once[0]) - len(at_once[missing]) == rate * missing // 1000
        assert len(quiet[missing]) - len(at_once[missing]) >= 0.3 * rate
        assert np.abs(quiet[missing][: rate // 4]).max() < 0.01
        begins = np.flatnonzero(np.abs(at_once[missing]) > 0.5)[0]
        assert begins < rate * 0.021, "in the voice, or as little before it as its first frame"


def test_music_sounds_all_the_time():
    pytest.importorskip("pyworld")
    import songs

    for seed in range(6):
        x = songs.made_up(np.random.default_rng(seed), 3 * songs.RATE)
        loud = x.reshape(6, -1).std(1)
        assert len(x) == 3 * songs.RATE and np.isfinite(x).all() and loud.min() > 0.02 * loud.max()
