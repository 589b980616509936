//! Random text.

use crate::error::Result;
use arbitrary::Unstructured;
use fake::faker::address::en::CountryName;
use fake::faker::company::en::{Bs, CompanyName};
use fake::faker::filesystem::en::FilePath;
use fake::faker::name::en::Name;
use fake::faker::name::zh_cn::Name as ChineseName;
use fake::Fake;
use rand::rngs::StdRng;
use rand::SeedableRng;
use serde::Deserialize;

/// The kind of texts to generate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    /// Printable ASCII.
    Ascii,
    /// Emoji.
    Emoji,
    /// Any characters.
    Any,
    /// Names of people.
    Name,
    /// Chinese names of people.
    #[serde(rename = "name.cn")]
    NameCn,
    /// Names of companies.
    Company,
    /// Names of countries.
    Country,
    /// File paths.
    Path,
    /// Business phrases.
    Bs,
}

/// Returns a random text; the width limits only those that are not made of words.
pub(super) fn text(source: &mut Unstructured<'_>, kind: Kind, width: usize) -> Result<String> {
    let range = match kind {
        Kind::Ascii => 0x20..=0x7e,
        Kind::Emoji => 0x1f600..=0x1f64f,
        Kind::Any => 0..=0x0010_ffff,
        _ => {
            return Ok(phrase(
                kind,
                &mut StdRng::seed_from_u64(source.arbitrary()?),
            ))
        }
    };
    let len = source.int_in_range(0..=width)?;
    let mut character = || {
        let code = source.int_in_range(range.clone())?;
        // Between the two halves of the range are the surrogates, which are not characters.
        Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER))
    };
    (0..len).map(|_| character()).collect()
}

fn phrase(kind: Kind, rng: &mut StdRng) -> String {
    match kind {
        Kind::NameCn => ChineseName().fake_with_rng(rng),
        Kind::Company => CompanyName().fake_with_rng(rng),
        Kind::Country => CountryName().fake_with_rng(rng),
        Kind::Path => FilePath().fake_with_rng(rng),
        Kind::Bs => Bs().fake_with_rng(rng),
        _ => Name().fake_with_rng(rng),
    }
}
