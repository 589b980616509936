//! What a thread keeps until it ends, there also for the destructors that run then.

use std::cell::RefCell;
use std::mem::ManuallyDrop;
use std::thread::LocalKey;

/// State of each thread, made by [`thread_state!`](crate::util::thread_state::thread_state).
pub(crate) struct ThreadState<T: 'static> {
    pub(crate) own: &'static LocalKey<RefCell<T>>,
    /// What destructors use after [`ThreadState::own`] is dropped: never dropped itself, and empty in nearly all threads.
    pub(crate) late: &'static LocalKey<ManuallyDrop<RefCell<T>>>,
}

impl<T> ThreadState<T> {
    /// Calls `f` with the state of this thread.
    ///
    /// # Panics
    ///
    /// If `f` does the same.
    pub(crate) fn with<R>(&self, f: impl FnOnce(&mut T) -> R) -> R {
        // Where there is one thread, it does not end before the module does.
        let has_one_thread = cfg!(all(target_family = "wasm", not(target_feature = "atomics")));
        if has_one_thread || self.own.try_with(|_| ()).is_ok() {
            return self.own.with_borrow_mut(f);
        }
        self.late.with(|late| f(&mut late.borrow_mut()))
    }
}

/// Defines a static [`ThreadState`] of a type with a `Default`.
macro_rules! thread_state {
    ($(#[$attribute:meta])* static $name:ident: $ty:ty;) => {
        $(#[$attribute])*
        static $name: $crate::util::thread_state::ThreadState<$ty> = {
            thread_local! {
                static OWN: std::cell::RefCell<$ty> = Default::default();
                static LATE: std::mem::ManuallyDrop<std::cell::RefCell<$ty>> = Default::default();
            }
            $crate::util::thread_state::ThreadState { own: &OWN, late: &LATE }
        };
    };
}

pub(crate) use thread_state;
