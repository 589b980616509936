//! A vector that is larger than memory, written to a file and read from it element by element.
//!
//! ```text
//! written: 8000012 bytes
//! read: 1000000 balances, sum 499999500000
//! ```

use candid::stream::{VecReader, VecWriter};
use std::io::Cursor;

fn main() -> candid::Result<()> {
    // Any `Write` and `Read`: a file, or the stable memory of a canister.
    let mut file = Vec::new();
    // The number of elements comes first in the message.
    let mut writer = VecWriter::new(&mut file, 1_000_000)?;
    for balance in 0..1_000_000u64 {
        writer.write(&balance)?;
    }
    // Fails if there are fewer than the number given.
    writer.finish()?;
    println!("written: {} bytes", file.len());

    let (mut count, mut sum) = (0, 0);
    for balance in VecReader::<u64, _>::new(Cursor::new(file))? {
        sum += balance?;
        count += 1;
    }
    println!("read: {count} balances, sum {sum}");
    Ok(())
}
