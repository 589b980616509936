//! Records of one version read at another: what is not wanted is passed over, what is not there is null.

use crate::evolution::{Current, Newer, Older, Oldest, Reader as Wanted, Writer};
use crate::wire::{Reader, Wire};
use candid::types::reference::Service;
use candid::{Int, Principal};

record!(Current: fee status balance block_index owner hash kind memo rate description created_at label version approved nonce account priority identifier amount expires_at);
record!(Oldest: balance account amount);

/// What is read here is written by another version.
macro_rules! read_only {
    () => {
        fn write(&self, _: &mut Vec<u8>) {
            unreachable!("the benchmark writes the other version");
        }
    };
}

impl Wire for Older {
    read_only!();
    #[inline(always)]
    fn read(reader: &mut Reader<'_>) -> Option<Self> {
        let fee = u32::read(reader)?;
        let status = Wire::read(reader)?;
        let balance = Wire::read(reader)?;
        let block_index = Wire::read(reader)?;
        let owner = Wire::read(reader)?;
        reader.take(8)?; // hash
        let kind = Wire::read(reader)?;
        let memo = Wire::read(reader)?;
        reader.take(8)?; // rate
        reader.bytes()?; // description
        let created_at = Wire::read(reader)?;
        reader.bytes()?; // label
        reader.take(4)?; // version
        bool::read(reader)?; // approved
        reader.take(8)?; // nonce
        let account = Wire::read(reader)?;
        reader.take(8)?; // priority, identifier
        let amount = reader.leb().map(Int::from)?;
        Option::<u64>::read(reader)?; // expires_at
        Some(Self {
            account,
            amount,
            balance,
            block_index,
            created_at,
            fee: Some(fee),
            kind,
            locked_until: None,
            memo,
            owner,
            referrer: None,
            status,
            withdrawn: None,
        })
    }
}

impl Wire for Newer {
    read_only!();
    #[inline(always)]
    fn read(reader: &mut Reader<'_>) -> Option<Self> {
        let Oldest {
            balance,
            account,
            amount,
        } = Wire::read(reader)?;
        Some(Self {
            account,
            added: None,
            amount,
            balance,
            extended: None,
        })
    }
}

/// The header says what the service is, and it is the one that is known.
impl Wire for Wanted {
    read_only!();
    #[inline(always)]
    fn read(reader: &mut Reader<'_>) -> Option<Self> {
        Principal::read(reader).map(|principal| Self(Service { principal }))
    }
}

impl Wire for Writer {
    #[inline(always)]
    fn write(&self, out: &mut Vec<u8>) {
        self.0.principal.write(out);
    }
    fn read(reader: &mut Reader<'_>) -> Option<Self> {
        Principal::read(reader).map(|principal| Self(Service { principal }))
    }
}
