//! Makes the types of the NNS governance canister, which the benchmarks on chain use, derive what the other formats
//! need: once with each implementation of Candid.

use std::path::Path;

const TYPES: &str = "../generated/nns_types.rs";
const DERIVES: &str = "#[derive(CandidType, Deserialize, Clone)]";

/// Beside serde's derives.
const NEW_DERIVES: &str = "#[derive(CandidType, Serialize, Deserialize, BorshSerialize, BorshDeserialize, \
                           rkyv::Archive, rkyv::Serialize, rkyv::Deserialize, Clone, PartialEq, Debug)]";

/// What takes the place of the bounds that would be endless.
const RECURSIVE: &str = "#[rkyv(\
    serialize_bounds(__S: rkyv::ser::Writer + rkyv::ser::Allocator, __S::Error: rkyv::rancor::Source), \
    deserialize_bounds(__D::Error: rkyv::rancor::Source), \
    bytecheck(bounds(__C: rkyv::validation::ArchiveContext, __C::Error: rkyv::rancor::Source)))]\n";

fn main() {
    println!("cargo::rerun-if-changed={TYPES}");
    let types = std::fs::read_to_string(TYPES).expect("the generated types");
    let out = std::env::var_os("OUT_DIR").expect("cargo sets it");
    for candid in ["candid", "candid_incumbent"] {
        let path = Path::new(&out).join(format!("nns_{candid}.rs"));
        std::fs::write(path, with_derives(&types, candid)).expect("cargo made the directory");
    }
}

fn with_derives(types: &str, candid: &str) -> String {
    let mut out = String::new();
    for line in types.lines() {
        // A module begins with these, and it is included.
        if line.starts_with("//!") || line.starts_with("#!") {
            continue;
        }
        if line.starts_with("use ") {
            out += &format!("use {candid}::CandidType;\n");
        } else if line == DERIVES {
            out += &format!("{NEW_DERIVES}\n#[candid_path(\"::{candid}\")]\n");
        } else if line == "pub enum Command {" {
            out += &format!("{RECURSIVE}{line}\n");
        } else if line.ends_with("(Box<Proposal>),") {
            out += &line.replace("(Box", "(#[rkyv(omit_bounds)] Box");
            out += "\n";
        } else {
            out += &of_bytes(line);
            out += "\n";
        }
    }
    out
}

/// Adds the attributes of a field that is of principals or byte buffers.
fn of_bytes(line: &str) -> String {
    let is_field = line.starts_with("    ");
    let is_case = line.ends_with("),");
    if !is_field
        || !(line.contains("Principal>") || line.contains("Principal,") || line.contains("ByteBuf"))
    {
        return line.to_owned();
    }
    let with = match line.contains('<') {
        true => "rkyv::with::Map<AsBytes>",
        false => "AsBytes",
    };
    let attributes = format!(
        "#[borsh(serialize_with = \"foreign::serialize\", deserialize_with = \"foreign::deserialize\")] \
         #[rkyv(with = {with})]"
    );
    match is_case {
        true => line.replace('(', &format!("({attributes} ")),
        false => format!("{attributes}\n{line}"),
    }
}
