//! [`Lazy`]: a value kept as its bytes, and decoded when it is used.

use crate::de::message::IDLDeserialize;
use crate::de::read::keep::Kept;
use crate::de::serde::lazy::read;
use crate::error::Result;
use crate::impls::type_of;
use crate::schema::descriptor::Descriptor;
use crate::schema::expected::ExpectedType;
use crate::schema::fingerprint::equal;
use crate::ser::header::Header;
use crate::traits::{CandidType, Serializer};
use serde::de::{Deserialize, DeserializeOwned, Deserializer};
use serde::ser::Error as _;
use serde::Serialize;
use std::fmt;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// A value that is decoded at its first use: until then it is kept as its bytes, and encoded by copying them.
///
/// The Candid type is that of `T`. Use it for large parts of messages that a canister forwards, stores or seldom looks at.
///
/// A record, variant, vector or option is kept if its type in the message is that of `T`, compared by structure. The bytes
/// are validated at once and charged for as if they were decoded: a malformed or too expensive message fails as without
/// `Lazy`, and [`Lazy::get`] fails only if the `Deserialize` of `T`, or of a type in it, refuses the value, or if the value is
/// too deep for the stack that is left then. Decoding kept bytes has no quota: it is what the message has paid for.
///
/// Any other value is decoded at once: a number, a text, a blob, an option, or an option of options, of one of these; a value of another type that is a
/// subtype of that of `T`; a type whose `CandidType` is written by hand; a `Lazy` inside of another `Lazy`, when that is
/// decoded, so that each byte is copied at most once; a value that does not come from a message directly, such as those
/// that serde has buffered for `flatten`.
///
/// Once it has been decoded, the value is encoded, in case that it has changed: it may contain cells.
///
/// The value is in a box, as in `Box<T>`: a type may contain a `Lazy` of itself. Other formats of serde see a `T`.
///
/// # Examples
///
/// ```
/// use candid::{CandidType, Decode, Deserialize, Encode, Lazy};
///
/// #[derive(CandidType, Deserialize)]
/// struct Envelope {
///     to: String,
///     body: Lazy<Vec<(String, u64)>>,
/// }
///
/// let body = vec![("a".to_string(), 1), ("b".to_string(), 2)];
/// let bytes = Encode!(&Envelope { to: "alice".into(), body: body.into() })?;
///
/// // Forwarded without being decoded.
/// let envelope = Decode!(&bytes, Envelope)?;
/// assert_eq!(envelope.to, "alice");
/// assert!(!envelope.body.is_decoded());
/// assert_eq!(Encode!(&envelope)?, bytes);
///
/// // Decoded at the first use.
/// assert_eq!(envelope.body.get()?.len(), 2);
/// # Ok::<(), candid::Error>(())
/// ```
pub struct Lazy<T> {
    /// In a box, so that a value that is not decoded takes no more than its bytes.
    value: OnceLock<Box<T>>,
    /// `None` if there is a value. A value is set, and its bytes dropped, while this is locked.
    kept: Mutex<Option<Kept>>,
}

impl<T> Lazy<T> {
    /// Returns a value that is there already.
    pub fn new(value: T) -> Self {
        Lazy {
            value: Box::new(value).into(),
            kept: Mutex::new(None),
        }
    }

    /// Returns whether there is a value: it was decoded, or did not come from a message.
    pub fn is_decoded(&self) -> bool {
        self.value.get().is_some()
    }

    fn lock(&self) -> MutexGuard<'_, Option<Kept>> {
        // A panic while a value is decoded leaves its bytes as they were.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T: CandidType + DeserializeOwned> Lazy<T> {
    /// Returns the value, which is decoded now if this is its first use.
    ///
    /// # Errors
    ///
    /// If the `Deserialize` of `T` refuses the value, such as a number that is too large for it, or if the value is too deep for
    /// the stack. Offsets and paths in the error begin at the value. The bytes are kept.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{Decode, Encode, Lazy};
    ///
    /// let bytes = Encode!(&vec!["here"])?;
    /// let address = Decode!(&bytes, Lazy<Vec<String>>)?;
    /// assert!(!address.is_decoded());
    /// assert_eq!(address.get()?, &["here"]);
    /// assert!(address.is_decoded());
    ///
    /// // A value that its `Deserialize` refuses. It is kept.
    /// let address = Decode!(&bytes, Lazy<Vec<std::net::IpAddr>>)?;
    /// assert!(address.get().unwrap_err().is_custom());
    /// assert_eq!(Encode!(&address)?, bytes);
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn get(&self) -> Result<&T> {
        if let Some(value) = self.value.get() {
            return Ok(value);
        }
        let mut kept = self.lock();
        if let Some(bytes) = &*kept {
            let value = Box::new(decode(bytes)?);
            let value = self.value.get_or_init(|| value);
            *kept = None;
            return Ok(value);
        }
        // Another thread was first.
        let value = self.value.get();
        value.map(Box::as_ref).ok_or_else(crate::error::internal)
    }

    /// Returns the value to be changed, decoding it as [`Lazy::get`] does.
    ///
    /// # Errors
    ///
    /// Those of [`Lazy::get`].
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{Decode, Encode, Lazy};
    ///
    /// let bytes = Encode!(&vec!["a", "b"])?;
    /// let mut names = Decode!(&bytes, Lazy<Vec<String>>)?;
    /// names.get_mut()?.push("c".to_string());
    /// assert_eq!(names.into_inner()?, ["a", "b", "c"]);
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn get_mut(&mut self) -> Result<&mut T> {
        self.get()?;
        let value = self.value.get_mut();
        value.map(Box::as_mut).ok_or_else(crate::error::internal)
    }

    /// Returns the value, decoding it as [`Lazy::get`] does.
    ///
    /// # Errors
    ///
    /// Those of [`Lazy::get`].
    pub fn into_inner(mut self) -> Result<T> {
        self.get_mut()?;
        let value = self.value.into_inner();
        value.map(|value| *value).ok_or_else(crate::error::internal)
    }
}

fn decode<T: CandidType + DeserializeOwned>(kept: &Kept) -> Result<T> {
    let header = Header::of_type(kept.ty)?;
    IDLDeserialize::decode_kept(header.bytes(), &kept.bytes)
}

impl<T> From<T> for Lazy<T> {
    fn from(value: T) -> Self {
        Lazy::new(value)
    }
}

impl<T: Default> Default for Lazy<T> {
    fn default() -> Self {
        Lazy::new(T::default())
    }
}

impl<T: Clone> Clone for Lazy<T> {
    fn clone(&self) -> Self {
        if let Some(kept) = &*self.lock() {
            return Lazy {
                value: OnceLock::new(),
                kept: Mutex::new(Some(kept.clone())),
            };
        }
        Lazy {
            value: self.value.clone(),
            kept: Mutex::new(None),
        }
    }
}

/// Prints a value that has been decoded, and the number of bytes of another.
impl<T: fmt::Debug> fmt::Debug for Lazy<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(value) = self.value.get() {
            return f.debug_tuple("Lazy").field(value).finish();
        }
        let n_bytes = self.lock().as_ref().map_or(0, |kept| kept.bytes.len());
        write!(f, "Lazy(<{n_bytes} bytes>)")
    }
}

impl<T: CandidType> CandidType for Lazy<T> {
    type_of!(T);

    fn idl_serialize<S: Serializer>(&self, mut serializer: S) -> std::result::Result<(), S::Error> {
        serializer.__check_stack()?;
        if let Some(value) = self.value.get() {
            return value.idl_serialize(serializer);
        }
        let kept = self.lock();
        match (&*kept, self.value.get()) {
            (_, Some(value)) => value.idl_serialize(serializer),
            (Some(kept), None) if kept.is_of(T::__descriptor()) => {
                let written = serializer.__encoded(&kept.bytes);
                written.unwrap_or_else(|| Err(not_decoded()))
            }
            _ => Err(not_decoded()),
        }
    }

    const __CHECKS_STACK: bool = true;
}

impl Kept {
    /// Returns whether the bytes are an encoding of this type. They are not where a `CandidType` written by hand gives a
    /// field another type than that of its value.
    fn is_of(&self, ty: &'static Descriptor) -> bool {
        std::ptr::eq(self.ty, ty)
            || ExpectedType::of_descriptor(ty).is_ok_and(|ty| {
                matches!(
                    equal(&ExpectedType::Static(self.ty), &ty, |_| None),
                    Ok(Some(_))
                )
            })
    }
}

#[cold]
fn not_decoded<E: serde::ser::Error>() -> E {
    E::custom("cannot encode the bytes of a lazy value here: call its method `get` first")
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Lazy<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        let mut value = None;
        let kept = read(deserializer, &mut value)?;
        let value = value.map_or_else(OnceLock::new, OnceLock::from);
        Ok(Lazy {
            value,
            kept: Mutex::new(kept),
        })
    }
}

impl<T: CandidType + DeserializeOwned + Serialize> Serialize for Lazy<T> {
    fn serialize<S: serde::Serializer>(
        &self,
        serializer: S,
    ) -> std::result::Result<S::Ok, S::Error> {
        self.get().map_err(S::Error::custom)?.serialize(serializer)
    }
}
