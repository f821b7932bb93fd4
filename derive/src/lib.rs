//! `#[derive(Message)]`: from an enum or a struct to the id and the arguments of a Fluent message.
//!
//! One variant is one message. Its id is the variant's name in kebab case, behind the prefix of its type; each
//! field is one argument, named after the field in kebab case, an unnamed one after its type (`Vec<Square>` is `square`).
//! What differs is said in an attribute:
//!
//! | on | attribute | meaning |
//! |---|---|---|
//! | the type | `#[message(prefix = "model")]` | every id begins with `model-` |
//! | the type | `#[message(sink = Facts<'_>)]` | arguments are added to this type; `crate::language::Arguments` else |
//! | the type | `#[message(printed)]` | a test is made as well, that every language has the texts |
//! | the type | `#[message(error)]` | the same, and `Display`: the English text |
//! | a struct, a variant | `#[message("other-id")]` | this id, without the prefix |
//! | a variant | `#[message(transparent)]` | its only field is the message |
//! | a variant | `#[message(with = function)]` | `function(&field, .., sink)` adds all arguments |
//! | a field | `#[message("other-name")]` | this name |
//! | a field | `#[message(with = function)]` | `function(&field, sink)` adds its arguments |
//! | a field | `#[message(display)]`, `#[message(debug)]` | the argument is what the field displays, or its `{:?}` |
//! | a field | `#[message(skip)]` | it is no argument |

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{
    Attribute, Data, DeriveInput, Error, Fields, GenericArgument, Ident, LitStr, Path, PathArguments, Result,
    Token, Type, parse_macro_input, spanned::Spanned,
};

/// See the crate's documentation.
#[proc_macro_derive(Message, attributes(message))]
pub fn message(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand(&input).unwrap_or_else(Error::into_compile_error).into()
}

/// All that an attribute can say; which of it makes sense where is checked by its user.
#[derive(Default)]
struct Options {
    name: Option<LitStr>,
    prefix: Option<LitStr>,
    sink: Option<Type>,
    with: Option<Path>,
    error: bool,
    printed: bool,
    transparent: bool,
    skip: bool,
    display: bool,
    debug: bool,
}

impl Options {
    fn of(attributes: &[Attribute]) -> Result<Options> {
        let mut options = Options::default();
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("message")) {
            attribute.parse_args_with(|input: syn::parse::ParseStream| {
                loop {
                    if input.peek(LitStr) {
                        options.name = Some(input.parse()?);
                    } else {
                        let key: Ident = input.parse()?;
                        match key.to_string().as_str() {
                            "error" => options.error = true,
                            "printed" => options.printed = true,
                            "transparent" => options.transparent = true,
                            "skip" => options.skip = true,
                            "display" => options.display = true,
                            "debug" => options.debug = true,
                            "prefix" => options.prefix = Some(value(input)?),
                            "sink" => options.sink = Some(value(input)?),
                            "with" => options.with = Some(value(input)?),
                            _ => return Err(Error::new(key.span(), "no such option of a message")),
                        }
                    }
                    if input.is_empty() {
                        return Ok(());
                    }
                    input.parse::<Token![,]>()?;
                }
            })?;
        }
        Ok(options)
    }
}

fn value<T: syn::parse::Parse>(input: syn::parse::ParseStream) -> Result<T> {
    input.parse::<Token![=]>()?;
    input.parse()
}

/// What is made of one variant, or of a struct.
struct Arm {
    id: TokenStream,
    add: TokenStream,
    /// Expressions that are iterators over ids.
    ids: Vec<TokenStream>,
    /// The message's id and the names of its arguments, where the attributes say all of them.
    arguments: Option<(LitStr, Vec<LitStr>)>,
}

fn expand(input: &DeriveInput) -> Result<TokenStream> {
    let own = Options::of(&input.attrs)?;
    let sink = own.sink.as_ref().map_or_else(|| quote!(crate::language::Arguments), |sink| quote!(#sink));
    let mut arms = Vec::new();
    match &input.data {
        Data::Struct(data) => {
            let id = own.name.clone();
            let id = id.ok_or_else(|| Error::new(input.ident.span(), "a struct names its message's id"))?;
            arms.push(arm(&quote!(Self), id, &own, &data.fields, &sink)?);
        }
        Data::Enum(data) => {
            for variant in &data.variants {
                let options = Options::of(&variant.attrs)?;
                let name = &variant.ident;
                let id = options.name.clone().unwrap_or_else(|| {
                    let name = kebab(&name.to_string());
                    let prefix = own.prefix.as_ref().map(|prefix| prefix.value() + "-");
                    LitStr::new(&(prefix.unwrap_or_default() + &name), variant.ident.span())
                });
                arms.push(arm(&quote!(Self::#name), id, &options, &variant.fields, &sink)?);
            }
        }
        Data::Union(_) => return Err(Error::new(input.ident.span(), "a union is no message")),
    }
    let (name, (generics, of, bounds)) = (&input.ident, input.generics.split_for_impl());
    let id = arms.iter().map(|arm| &arm.id);
    let add = arms.iter().map(|arm| &arm.add);
    let ids = arms.iter().flat_map(|arm| &arm.ids);
    let test = (own.error || own.printed).then(|| {
        let (ids, arguments): (Vec<_>, Vec<_>) =
            arms.iter().filter_map(|arm| arm.arguments.as_ref()).map(|(id, names)| (id, names)).unzip();
        let test = format_ident!("texts_of_{}", kebab(&name.to_string()).replace('-', "_"));
        quote! {
            #[cfg(test)]
            mod #test {
                #[test]
                fn every_language_has_them() {
                    crate::language::check_texts(
                        &<super::#name as crate::language::Message>::ids(),
                        &[#((#ids, &[#(#arguments),*])),*],
                    );
                }
            }
        }
    });
    let display = own.error.then(|| {
        quote! {
            impl #generics ::std::fmt::Display for #name #of #bounds {
                fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                    f.write_str(&crate::language::in_english(self))
                }
            }
        }
    });
    Ok(quote! {
        impl #generics crate::language::Message<#sink> for #name #of #bounds {
            fn id(&self) -> &'static str {
                match self { #(#id)* }
            }
            fn add_arguments(&self, to: &mut #sink) {
                match self { #(#add)* }
            }
            fn ids() -> ::std::vec::Vec<&'static str> {
                let mut ids = ::std::vec::Vec::new();
                #(ids.extend(#ids);)*
                ids
            }
        }
        #test
        #display
    })
}

fn arm(
    path: &TokenStream,
    id: LitStr,
    options: &Options,
    fields: &Fields,
    sink: &TokenStream,
) -> Result<Arm> {
    let bound: Vec<Ident> = (0..fields.len()).map(|n| format_ident!("field_{n}")).collect();
    let members = fields.members();
    let pattern = quote!(#path { #(#members: #bound),* });
    if options.transparent {
        let (1, Some(field)) = (fields.len(), fields.iter().next()) else {
            return Err(Error::new(fields.span(), "a transparent message has one field"));
        };
        let (kind, value) = (&field.ty, &bound[0]);
        let message = quote!(<#kind as crate::language::Message<#sink>>);
        return Ok(Arm {
            id: quote!(#pattern => #message::id(#value),),
            add: quote!(#pattern => #message::add_arguments(#value, to),),
            ids: vec![quote!(#message::ids())],
            arguments: None,
        });
    }
    let mut ids = vec![quote!([#id])];
    let mut adds = Vec::new();
    let mut names = Some(Vec::new());
    if let Some(function) = &options.with {
        names = None;
        adds.push(quote!(#function(#(#bound,)* to);));
    } else {
        for (field, value) in fields.iter().zip(&bound) {
            let options = Options::of(&field.attrs)?;
            if options.skip {
                continue;
            }
            if let Some(function) = &options.with {
                adds.push(quote!(#function(#value, to);));
                names = None;
                continue;
            }
            let named = field.ident.as_ref().or_else(|| innermost(&field.ty));
            let named = named.map(|name| LitStr::new(&kebab(&name.to_string()), name.span()));
            let name =
                options.name.or(named).ok_or_else(|| Error::new(field.span(), "its argument has no name"))?;
            if let Some(names) = &mut names {
                names.push(name.clone());
            }
            if options.display || options.debug {
                let shown = if options.display { "{}" } else { "{:?}" };
                adds.push(quote!(to.set(#name, ::std::format_args!(#shown, #value));));
                continue;
            }
            let argument = field_type(&field.ty, sink);
            adds.push(quote!(#argument::add_to(#value, #name, to);));
            ids.push(quote!(#argument::ids()));
        }
    }
    Ok(Arm {
        id: quote!(#path { .. } => #id,),
        // What is skipped is bound for nothing.
        add: quote!(#[allow(unused_variables)] #pattern => { #(#adds)* }),
        ids,
        arguments: names.map(|names| (id, names)),
    })
}

/// The name of a type, without what holds it.
fn innermost(kind: &Type) -> Option<&Ident> {
    let Type::Path(path) = kind else { return None };
    let last = path.path.segments.last()?;
    match &last.arguments {
        PathArguments::AngleBracketed(held) => match held.args.last()? {
            GenericArgument::Type(kind) => innermost(kind),
            _ => Some(&last.ident),
        },
        _ => Some(&last.ident),
    }
}

fn field_type(kind: &Type, sink: &TokenStream) -> TokenStream {
    quote!(<#kind as crate::language::Argument<#sink>>)
}

/// `NoSuchDevice` and `no_such_device` are `no-such-device`.
fn kebab(name: &str) -> String {
    let mut kebab = String::new();
    for c in name.trim_start_matches("r#").chars() {
        match c {
            '_' => kebab.push('-'),
            c if c.is_uppercase() => {
                if !kebab.is_empty() {
                    kebab.push('-');
                }
                kebab.extend(c.to_lowercase());
            }
            c => kebab.push(c),
        }
    }
    kebab
}
