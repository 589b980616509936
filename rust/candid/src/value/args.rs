//! Argument lists: conversion from bytes, to bytes, and to types.

use crate::de::config::DecoderConfig;
use crate::de::message::IDLDeserialize;
use crate::error::{Error, PathSegment, Result};
use crate::pretty::candid::value::pp_args;
use crate::pretty::utils::LINE_WIDTH;
use crate::ser::builder::IDLBuilder;
use crate::types::env::TypeEnv;
use crate::types::ty::print::brief;
use crate::types::ty::Type;
use crate::value::encode::{message_at, message_at_own_types, message_like_samples};
use crate::value::model::{IDLArgs, IDLValue};
use std::fmt;

impl IDLArgs {
    /// Returns an argument list of these values.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{IDLArgs, IDLValue};
    ///
    /// assert_eq!(IDLArgs::new(&[IDLValue::from(1u8), IDLValue::from("one")]).to_string(), r#"(1 : nat8, "one")"#);
    /// ```
    pub fn new(args: &[IDLValue]) -> Self {
        IDLArgs {
            args: args.to_vec(),
        }
    }

    /// Returns the values annotated with these types, see [`IDLValue::annotate_type`]. Arguments missing at the end
    /// become `null` if the type allows it.
    ///
    /// # Errors
    ///
    /// If a value does not fit its type, a missing argument has a type other than `opt`, `null` or `reserved`, or there
    /// are more values than types.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{types::TypeInner, IDLArgs, IDLValue, TypeEnv};
    ///
    /// let args = IDLArgs::new(&[IDLValue::Number("1".to_string())]);
    /// let types = [TypeInner::Nat8.into(), TypeInner::Null.into()];
    /// let args = args.annotate_types(true, &TypeEnv::new(), &types).unwrap();
    /// assert_eq!(args.to_string(), "(1 : nat8, null : null)");
    /// ```
    pub fn annotate_types(self, from_parser: bool, env: &TypeEnv, types: &[Type]) -> Result<Self> {
        self.check_not_more_than(types)?;
        self.put_at(env, types, |value, ty| {
            value.annotate_type(from_parser, env, ty)
        })
    }

    /// Returns the values annotated with these types, as [`IDLArgs::annotate_types`] does for text, and the number of
    /// surplus arguments and fields, which are dropped.
    ///
    /// # Errors
    ///
    /// If a value does not fit its type, or a missing argument has a type other than `opt`, `null` or `reserved`.
    #[doc(hidden)]
    pub fn annotate_types_counting(self, env: &TypeEnv, types: &[Type]) -> Result<(Self, usize)> {
        let mut n_dropped = self.args.len().saturating_sub(types.len());
        let args = self.put_at(env, types, |value, ty| {
            let (value, n) = value.annotate_type_counting(env, ty)?;
            n_dropped = n_dropped.saturating_add(n);
            Ok(value)
        })?;
        Ok((args, n_dropped))
    }

    /// Returns the message with these values, which must come from [`IDLArgs::annotate_types`] with the same types:
    /// other values may produce a malformed message.
    ///
    /// # Errors
    ///
    /// If a type has no definition.
    #[doc(hidden)]
    pub fn annotated_to_bytes(&self, env: &TypeEnv, types: &[Type]) -> Result<Vec<u8>> {
        if self.args.len() == types.len() {
            if let Some(message) = message_at(env, types, &self.args) {
                return Ok(message);
            }
        }
        let mut builder = IDLBuilder::new();
        for (value, ty) in self.args.iter().zip(types) {
            builder.annotated_arg(value, env, ty)?;
        }
        builder.serialize_to_vec()
    }

    /// Annotates each argument with its type by `put`, substituting the default of an absent one.
    fn put_at(
        self,
        env: &TypeEnv,
        types: &[Type],
        mut put: impl FnMut(IDLValue, &Type) -> Result<IDLValue>,
    ) -> Result<Self> {
        let mut values = self.args.into_iter();
        let mut args = Vec::with_capacity(types.len());
        for (i, ty) in types.iter().enumerate() {
            let value = match values.next() {
                Some(value) => put(value, ty).map_err(|error| in_argument(error, i))?,
                None => IDLValue::absent(env, ty)?.ok_or_else(|| {
                    let number = i + 1;
                    Error::subtype(format_args!(
                        "missing argument {number}: expected {}",
                        brief(ty)
                    ))
                })?,
            };
            args.push(value);
        }
        Ok(IDLArgs { args })
    }

    /// Returns the message with these values, each encoded as the given type.
    ///
    /// # Errors
    ///
    /// If a value does not fit its type (as with [`IDLArgs::annotate_types`], from text), or the numbers of values and
    /// types differ.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{types::TypeInner, Encode, IDLArgs, IDLValue, TypeEnv};
    ///
    /// let args = IDLArgs::new(&[IDLValue::Number("1".to_string())]);
    /// let bytes = args.to_bytes_with_types(&TypeEnv::new(), &[TypeInner::Nat8.into()]);
    /// assert_eq!(bytes.unwrap(), Encode!(&1u8).unwrap());
    /// ```
    pub fn to_bytes_with_types(&self, env: &TypeEnv, types: &[Type]) -> Result<Vec<u8>> {
        self.check_not_more_than(types)?;
        if self.args.len() == types.len() {
            if let Some(message) = message_at(env, types, &self.args) {
                return Ok(message);
            }
        }
        let mut builder = IDLBuilder::new();
        let mut args = self.args.iter();
        for (i, ty) in types.iter().enumerate() {
            // A type without a definition is reported before a missing value.
            env.trace_type(ty)?;
            let Some(value) = args.next() else {
                return Err(self.wrong_number(types));
            };
            builder
                .value_arg_with_type(value, env, ty)
                .map_err(|error| in_argument(error, i))?;
        }
        builder.serialize_to_vec()
    }

    /// Returns the message with these values, each encoded as its own type, see [`IDLValue::value_ty`].
    ///
    /// # Errors
    ///
    /// If the items of a vector have no type in common.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{Encode, IDLArgs, IDLValue};
    ///
    /// let args = IDLArgs::new(&[IDLValue::from(1u8), IDLValue::from("one")]);
    /// assert_eq!(args.to_bytes()?, Encode!(&1u8, &"one")?);
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        // Nearly all values have the type of a few of them.
        if let Some(message) = message_like_samples(&self.args) {
            return Ok(message);
        }
        if let Some(message) = message_at_own_types(&self.args) {
            return Ok(message);
        }
        let mut builder = IDLBuilder::new();
        for (i, value) in self.args.iter().enumerate() {
            builder
                .value_arg(value)
                .map_err(|error| in_argument(error, i))?;
        }
        builder.serialize_to_vec()
    }

    /// Returns the types of the values, see [`IDLValue::value_ty`].
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{IDLArgs, IDLValue};
    ///
    /// let types = IDLArgs::new(&[IDLValue::from(1u8), IDLValue::from("one")]).get_types();
    /// assert_eq!((types[0].to_string(), types[1].to_string()), ("nat8".to_string(), "text".to_string()));
    /// ```
    pub fn get_types(&self) -> Vec<Type> {
        self.args.iter().map(IDLValue::value_ty).collect()
    }

    /// Decodes a message as these types. Missing arguments are `null` if the type allows it; surplus arguments are
    /// checked and dropped.
    ///
    /// # Errors
    ///
    /// If the message is malformed, or an argument does not fit its type.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{types::TypeInner, Encode, IDLArgs, TypeEnv};
    ///
    /// let bytes = Encode!(&1u8).unwrap();
    /// let types = [TypeInner::Nat8.into(), TypeInner::Opt(TypeInner::Text.into()).into()];
    /// let args = IDLArgs::from_bytes_with_types(&bytes, &TypeEnv::new(), &types).unwrap();
    /// assert_eq!(args.to_string(), "(1 : nat8, null)");
    /// ```
    pub fn from_bytes_with_types(bytes: &[u8], env: &TypeEnv, types: &[Type]) -> Result<Self> {
        Self::read_all(IDLDeserialize::new(bytes), |message| {
            message.get_values_with_types(env, types)
        })
    }

    /// Decodes a message as these types, see [`IDLArgs::from_bytes_with_types`].
    ///
    /// # Errors
    ///
    /// Those of [`IDLArgs::from_bytes_with_types`], and if a quota of `config` is used up.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{types::TypeInner, DecoderConfig, Encode, IDLArgs, TypeEnv};
    ///
    /// let (bytes, types) = (Encode!(&"a text of thirty characters")?, [TypeInner::Text.into()]);
    /// let mut config = DecoderConfig::new();
    /// config.set_skipping_quota(10);
    /// let args = IDLArgs::from_bytes_with_types_with_config(&bytes, &TypeEnv::new(), &types, &config);
    /// assert!(args.unwrap_err().is_quota());
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn from_bytes_with_types_with_config(
        bytes: &[u8],
        env: &TypeEnv,
        types: &[Type],
        config: &DecoderConfig,
    ) -> Result<Self> {
        Self::read_all(IDLDeserialize::new_with_config(bytes, config), |message| {
            message.get_values_with_types(env, types)
        })
    }

    /// Decodes a message as the types it contains. Labels are numbers: names are not in the message.
    ///
    /// # Errors
    ///
    /// If the message is malformed.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{CandidType, Encode, IDLArgs};
    ///
    /// #[derive(CandidType)]
    /// struct User { name: String }
    ///
    /// let bytes = Encode!(&User { name: "Alice".to_string() }, &5u8)?;
    /// let args = IDLArgs::from_bytes(&bytes)?;
    /// assert_eq!(args.to_string(), r#"(record { 1_224_700_491 = "Alice" }, 5 : nat8)"#);
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        Self::from_bytes_with_config(bytes, &DecoderConfig::new())
    }

    /// Decodes a message as the types it contains, see [`IDLArgs::from_bytes`].
    ///
    /// # Errors
    ///
    /// Those of [`IDLArgs::from_bytes`], and if a quota of `config` is used up.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{DecoderConfig, IDLArgs};
    ///
    /// let bytes = candid::encode_one(vec![0u64; 100])?;
    /// let mut config = DecoderConfig::new();
    /// config.set_decoding_quota(1_000).set_skipping_quota(100);
    /// assert!(IDLArgs::from_bytes_with_config(&bytes, &config).unwrap_err().is_quota());
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn from_bytes_with_config(bytes: &[u8], config: &DecoderConfig) -> Result<Self> {
        Self::read_all(IDLDeserialize::new_with_config(bytes, config), |message| {
            let mut args = Vec::new();
            while !message.is_done() {
                args.push(message.get_value()?);
            }
            Ok(args)
        })
    }

    /// Reads the values of a message with `read`, and skips surplus ones.
    fn read_all<'a>(
        mut message: Result<IDLDeserialize<'a>>,
        read: impl FnOnce(&mut IDLDeserialize<'a>) -> Result<Vec<IDLValue>>,
    ) -> Result<Self> {
        // No `?`, which would copy the decoder.
        match message {
            Ok(ref mut message) => {
                let args = read(message)?;
                message.done()?;
                Ok(IDLArgs { args })
            }
            Err(error) => Err(error),
        }
    }

    /// Checks that each value has a type: otherwise values would be lost silently.
    fn check_not_more_than(&self, types: &[Type]) -> Result<()> {
        if self.args.len() > types.len() {
            return Err(self.wrong_number(types));
        }
        Ok(())
    }

    #[cold]
    fn wrong_number(&self, types: &[Type]) -> Error {
        let (expected, found) = (types.len(), self.args.len());
        Error::msg(format_args!("expected {expected} arguments, found {found}"))
    }
}

#[cold]
fn in_argument(error: Error, i: usize) -> Error {
    error.in_segment(PathSegment::Argument(i))
}

impl fmt::Display for IDLArgs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", pp_args(self).pretty(LINE_WIDTH))
    }
}

impl fmt::Debug for IDLArgs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A tuple of one value would print a trailing comma, the unit no parentheses.
        match self.args.as_slice() {
            [] => f.write_str("()"),
            [arg] => write!(f, "({arg:?})"),
            args => {
                let mut tuple = f.debug_tuple("");
                for arg in args {
                    tuple.field(arg);
                }
                tuple.finish()
            }
        }
    }
}
