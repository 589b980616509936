//! The types in the header of a message, as types of the type language.

use crate::de::config::DecoderConfig;
use crate::de::header::TypeTable;
use crate::de::table_types::TypesOfTable;
use crate::error::{Error, Result};
use crate::types::env::TypeEnv;
use crate::types::ty::Type;
use candid_wire::identifier::has_id_syntax;
use candid_wire::label::label_hash;
use candid_wire::reader::Reader;
use std::collections::BTreeMap;

/// The type of the only argument of a message.
pub(super) struct WireTypes {
    pub(super) env: TypeEnv,
    pub(super) ty: Type,
}

/// Returns the type of the only argument of `message`. The message has no names of fields: those in `interface`, the
/// text of the same type, are used.
///
/// # Errors
///
/// If the header is malformed, has another number of arguments, or a type of a later version of Candid.
pub(super) fn types_of_message(message: &[u8], interface: &str) -> Result<WireTypes> {
    let table = TypeTable::read(&mut Reader::new(message), &DecoderConfig::new())?;
    let [arg] = table.args() else {
        let found = table.args().len();
        return Err(Error::msg(format_args!(
            "expected one argument, found {found}"
        )));
    };
    let mut types = TypesOfTable::new(&table, "Stored", names_in(interface));
    Ok(WireTypes {
        ty: types.get(arg.ty)?,
        env: types.env,
    })
}

/// Returns the words in a text by their hashes, quoted or not: among them are the names of all fields.
fn names_in(interface: &str) -> BTreeMap<u32, String> {
    let mut names = BTreeMap::new();
    // Texts between quotes are at odd positions; names with escapes stay numbers.
    for (i, part) in interface.split('"').enumerate() {
        match i % 2 {
            0 => {
                let words = part.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
                names.extend(
                    words
                        .filter(|word| has_id_syntax(word))
                        .map(|word| (label_hash(word), word.to_string())),
                );
            }
            _ => {
                names.insert(label_hash(part), part.to_string());
            }
        }
    }
    names
}
