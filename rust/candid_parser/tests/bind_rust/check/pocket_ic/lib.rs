//! The items of `pocket-ic` 16 that bindings use, with their signatures: the crate itself brings the client of a server.

use candid::Principal;

/// An instance.
pub struct PocketIc(());

/// A message that was sent.
pub struct RawMessageId(());

/// Why a call was rejected.
#[derive(Debug)]
pub struct RejectResponse(());

impl PocketIc {
    /// Starts an instance.
    #[allow(clippy::new_without_default, reason = "as in the crate")]
    pub fn new() -> Self {
        PocketIc(())
    }

    /// Creates a canister.
    pub fn create_canister(&self) -> Principal {
        Principal::anonymous()
    }

    /// Adds cycles to a canister.
    pub fn add_cycles(&self, _canister_id: Principal, _amount: u128) -> u128 {
        0
    }

    /// Installs a module.
    pub fn install_canister(
        &self,
        _canister_id: Principal,
        _wasm_module: Vec<u8>,
        _arg: Vec<u8>,
        _sender: Option<Principal>,
    ) {
    }

    /// Sends an update.
    pub fn submit_call(
        &self,
        _canister_id: Principal,
        _sender: Principal,
        _method: &str,
        _payload: Vec<u8>,
    ) -> Result<RawMessageId, RejectResponse> {
        Err(RejectResponse(()))
    }

    /// Executes an update.
    pub fn update_call(
        &self,
        _canister_id: Principal,
        _sender: Principal,
        _method: &str,
        _payload: Vec<u8>,
    ) -> Result<Vec<u8>, RejectResponse> {
        Err(RejectResponse(()))
    }

    /// Executes a query.
    pub fn query_call(
        &self,
        _canister_id: Principal,
        _sender: Principal,
        _method: &str,
        _payload: Vec<u8>,
    ) -> Result<Vec<u8>, RejectResponse> {
        Err(RejectResponse(()))
    }
}
