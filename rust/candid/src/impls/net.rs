//! `text`: internet addresses, as `Display` prints them.

use crate::impls::{primitive_type, read_by_serde};
use crate::traits::{CandidType, Serializer};
use serde::ser::Error as _;
use std::fmt::Display;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};

macro_rules! addresses {
    ($(impl CandidType for $ty:ident: $write:ident;)*) => {$(
        impl CandidType for $ty {
            primitive_type!(Text);
            read_by_serde!();

            fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
                $write(self, serializer)
            }
        }
    )*};
}

addresses! {
    impl CandidType for IpAddr: write_display;
    impl CandidType for Ipv4Addr: write_display;
    impl CandidType for Ipv6Addr: write_display;
    impl CandidType for SocketAddr: write_socket;
    impl CandidType for SocketAddrV4: write_display;
    impl CandidType for SocketAddrV6: write_socket_v6;
}

fn write_display<S: Serializer>(value: &impl Display, serializer: S) -> Result<(), S::Error> {
    serializer.serialize_text(&value.to_string())
}

fn write_socket<S: Serializer>(address: &SocketAddr, serializer: S) -> Result<(), S::Error> {
    match address {
        SocketAddr::V4(address) => write_display(address, serializer),
        SocketAddr::V6(address) => write_socket_v6(address, serializer),
    }
}

/// The text has no flow information: an address that has it would not be equal to what is decoded.
fn write_socket_v6<S: Serializer>(address: &SocketAddrV6, serializer: S) -> Result<(), S::Error> {
    match address.flowinfo() {
        0 => write_display(address, serializer),
        flow => Err(S::Error::custom(format_args!(
            "expected a socket address without flow information, found {address} with {flow}"
        ))),
    }
}
