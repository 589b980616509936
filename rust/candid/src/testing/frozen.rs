//! The check of `assert_frozen!`.

use crate::api::{decode_one, encode_one};
use crate::container::TypeContainer;
use crate::error::{Error, Result};
use crate::pretty::candid::{compile, pp_ty};
use crate::pretty::utils::LINE_WIDTH;
use crate::schema::expected::ExpectedType;
use crate::testing::defaults::readable_type;
use crate::testing::kept::lost_parts;
use crate::testing::stored::{self, Sample, Version};
use crate::testing::wire_types::{types_of_message, WireTypes};
use crate::traits::CandidType;
use crate::types::env::TypeEnv;
use crate::types::report::format_report;
use crate::types::subtype::{is_equal, subtype_reasons, Incompatibility};
use crate::types::ty::Type;
use crate::value::model::{IDLArgs, IDLValue};
use serde::de::DeserializeOwned;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

/// The directions in which a type and its stored versions must be compatible.
///
/// # Examples
///
/// ```
/// use candid::testing::{assert_frozen, Upgrade};
/// use candid::{CandidType, Deserialize};
///
/// // The memo has another name now, which programs of the stored type do not read.
/// #[derive(CandidType, Deserialize)]
/// struct Transfer {
///     to: String,
///     amount: u64,
///     #[serde(alias = "memo")]
///     note: Option<String>,
/// }
///
/// let transfer = Transfer { to: "alice".into(), amount: 5, note: None };
/// assert_frozen!(Transfer, [transfer], "tests/data/frozen/transfer.txt", Upgrade::OldToNew);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Upgrade {
    /// The new type reads stored values, and the stored types read new ones: clients or a rollback may have the older
    /// version.
    BothWays,
    /// The new type reads stored values.
    OldToNew,
}

/// Whether a check may write its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bless {
    /// It may not.
    No,
    /// If nothing breaks: a new file, or a further version.
    Compatible,
    /// In any case, without what the file has.
    Replace,
}

impl Bless {
    /// Returns what the environment variable `CANDID_BLESS` says: `1` is [`Bless::Compatible`], `replace` is
    /// [`Bless::Replace`], all else [`Bless::No`].
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::testing::Bless;
    ///
    /// # if std::env::var_os("CANDID_BLESS").is_none() {
    /// assert_eq!(Bless::from_env(), Bless::No);
    /// # }
    /// ```
    pub fn from_env() -> Self {
        match std::env::var("CANDID_BLESS").as_deref() {
            Ok("1") => Bless::Compatible,
            Ok("replace") => Bless::Replace,
            _ => Bless::No,
        }
    }
}

/// Checks samples of a type against a file, as [`assert_frozen!`](macro@crate::assert_frozen) does with the file that it names.
///
/// # Errors
///
/// If something broke, the file is missing or malformed, or there are no samples.
///
/// # Examples
///
/// ```
/// use candid::testing::{check_frozen, Bless, Upgrade};
///
/// let file = std::env::temp_dir().join(format!("check_frozen {}", std::process::id()));
/// check_frozen([5u64], &file, Upgrade::BothWays, Bless::Compatible)?;
/// check_frozen([6u64], &file, Upgrade::BothWays, Bless::No)?;
/// assert!(check_frozen([6u32], &file, Upgrade::BothWays, Bless::No).is_err());
/// std::fs::remove_file(&file)?;
/// # Ok::<(), candid::Error>(())
/// ```
pub fn check_frozen<T: CandidType + DeserializeOwned>(
    values: impl IntoIterator<Item = T>,
    file: &Path,
    upgrade: Upgrade,
    bless: Bless,
) -> Result<()> {
    let current = Current::of(values)?;
    let mut versions = match fs::read_to_string(file) {
        Ok(text) => stored::parse(&text)
            .map_err(|error| Error::msg(format_args!("{}, {error}", file.display())))?,
        Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(in_file(file, &error)),
    };
    if versions.is_empty() && bless == Bless::No {
        return Err(Error::msg(format_args!(
            "{} does not exist or is empty: run the test with CANDID_BLESS=1 to store the samples there",
            file.display()
        )));
    }
    if bless == Bless::Replace {
        versions.clear();
    }
    let mut problems = Vec::new();
    for (i, version) in versions.iter().enumerate() {
        if let Some(problem) = current.problem_with::<T>(version, upgrade)? {
            problems.push(format!("version {}, {problem}", i + 1));
        }
    }
    if let Some(last) = versions.last().filter(|_| !problems.is_empty()) {
        return Err(Error::msg(format_args!(
            "the type breaks what {} has stored\n{}\nthe type of the last version is\n{}\nand now it is\n{}\n\
             if the data of the broken versions no longer exists, CANDID_BLESS=replace stores the new one alone",
            file.display(),
            problems.join("\n"),
            indented(&last.interface),
            indented(&current.version.interface),
        )));
    }
    if bless == Bless::No || !current.add_to(&mut versions)? {
        return Ok(());
    }
    let write = || {
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(file, stored::print(&versions))
    };
    write().map_err(|error| in_file(file, &error))
}

fn in_file(file: &Path, error: &std::io::Error) -> Error {
    Error::msg(format_args!("{}: {error}", file.display()))
}

fn indented(text: &str) -> String {
    let lines: Vec<_> = text.lines().map(|line| format!("  {line}")).collect();
    lines.join("\n")
}

/// The type in the source, and its samples.
struct Current {
    env: TypeEnv,
    ty: Type,
    version: Version,
}

impl Current {
    fn of<T: CandidType>(values: impl IntoIterator<Item = T>) -> Result<Self> {
        let mut types = TypeContainer::new();
        let ty = types.add::<T>();
        let ty = types.readable_names(&ty);
        let mut samples = Vec::new();
        for value in values {
            let text = IDLValue::from_rust(&value)?
                .display()
                .max_len(1_000)
                .to_string();
            let message = encode_one(&value)?;
            samples.push(Sample { text, message });
        }
        if samples.is_empty() {
            return Err(Error::msg("expected samples of the type, found none"));
        }
        let definitions = compile(&types.env, &None);
        let interface = format!("{definitions}\n({})", pp_ty(&ty).pretty(LINE_WIDTH));
        // Empty lines are between values.
        let lines: Vec<_> = interface.lines().filter(|line| !line.is_empty()).collect();
        let interface = lines.join("\n");
        Ok(Current {
            env: types.env,
            ty,
            version: Version { interface, samples },
        })
    }

    /// Returns what breaks a stored version, if something does.
    fn problem_with<T: CandidType + DeserializeOwned>(
        &self,
        version: &Version,
        upgrade: Upgrade,
    ) -> Result<Option<String>> {
        let mut problems = Vec::new();
        let mut is_compared = false;
        let expected = ExpectedType::of_descriptor(T::__descriptor())?;
        for (i, sample) in version.samples.iter().enumerate() {
            let in_value = |error: Error| error.with_prefix(&format!("stored value {}: ", i + 1));
            let old = types_of_message(&sample.message, &version.interface).map_err(in_value)?;
            // All samples of a version have one type.
            if !is_compared {
                problems.extend(self.compare_types::<T>(&old, upgrade)?);
                is_compared = true;
            }
            let value = old.decode(&sample.message).map_err(in_value)?;
            let found = match decode_one::<T>(&sample.message) {
                Ok(decoded) => {
                    let value = value.under_names_of(&expected)?;
                    lost_parts(&value, &IDLValue::from_rust(&decoded)?)
                }
                Err(error) => vec![error.to_string()],
            };
            for found in found {
                problems.push(format!("stored value {}: {found}", i + 1));
            }
            if upgrade == Upgrade::BothWays && i == 0 {
                problems.extend(self.unread_by(&old));
            }
        }
        Ok((!problems.is_empty()).then(|| problems.join("\n  ")))
    }

    fn compare_types<T: CandidType>(
        &self,
        old: &WireTypes,
        upgrade: Upgrade,
    ) -> Result<Vec<String>> {
        let (env, new_ty) = self.beside(old);
        let report = |reasons: &[Incompatibility], what: &str| {
            let report = format_report(reasons).replace('\n', "\n    ");
            (!reasons.is_empty()).then(|| format!("{what}:\n    {report}"))
        };
        let mut read = subtype_reasons(&env, &old.ty, &new_ty);
        if !read.is_empty() {
            // Rust types read more than their Candid types say.
            let (readable, ty) = readable_type(T::__descriptor())?;
            let mut env = old.env.clone();
            let ty = env.merge_type(readable, ty);
            if subtype_reasons(&env, &old.ty, &ty).is_empty() {
                read.clear();
            }
        }
        let written = match upgrade {
            Upgrade::BothWays => subtype_reasons(&env, &new_ty, &old.ty),
            Upgrade::OldToNew => Vec::new(),
        };
        let read = report(&read, "the new type does not read the stored one");
        let written = report(&written, "the stored type does not read the new one");
        Ok(read.into_iter().chain(written).collect())
    }

    /// Returns the samples that a stored type does not read.
    fn unread_by(&self, old: &WireTypes) -> Vec<String> {
        let samples = self.version.samples.iter().enumerate();
        let unread = samples.filter_map(|(i, sample)| {
            let error = old.decode(&sample.message).err()?;
            Some(format!(
                "sample {} is not read by the stored type: {error}",
                i + 1
            ))
        });
        unread.collect()
    }

    /// Returns the definitions of both, and the type of the source among them.
    fn beside(&self, old: &WireTypes) -> (TypeEnv, Type) {
        let mut env = old.env.clone();
        let ty = env.merge_type(self.env.clone(), self.ty.clone());
        (env, ty)
    }

    /// Adds the type as a new version, or new samples to the last version if it has the same type. Returns whether
    /// something was added.
    fn add_to(self, versions: &mut Vec<Version>) -> Result<bool> {
        if let Some(last) = versions.last_mut() {
            if let Some(sample) = last.samples.first() {
                let old = types_of_message(&sample.message, &last.interface)?;
                let (env, ty) = self.beside(&old);
                if is_equal(&env, &old.ty, &ty) {
                    let before = last.samples.len();
                    for sample in self.version.samples {
                        if last
                            .samples
                            .iter()
                            .all(|known| known.message != sample.message)
                        {
                            last.samples.push(sample);
                        }
                    }
                    return Ok(last.samples.len() > before);
                }
            }
        }
        versions.push(self.version);
        Ok(true)
    }
}

impl WireTypes {
    /// Returns the value of a message at this type.
    fn decode(&self, message: &[u8]) -> Result<IDLValue> {
        let types = std::slice::from_ref(&self.ty);
        let args = IDLArgs::from_bytes_with_types(message, &self.env, types)?;
        args.args
            .into_iter()
            .next()
            .ok_or_else(|| Error::msg("expected a value, found none"))
    }
}
