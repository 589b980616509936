//! Content of zstd data, each frame of which has what its header and its checksum say.

use super::MAX_UNPACKED;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::io::{BufRead, Error, Read, Result};

/// What a frame begins with.
pub(super) const MAGIC: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];

/// The number of bytes that the header of a frame has at least, its magic number included.
const MIN_HEADER: usize = 6;

/// Limit on the bytes that a frame refers back to, which are kept in memory.
const MAX_WINDOW: u64 = MAX_UNPACKED;

/// The content of frames, one after the other.
pub(super) struct Frames<R> {
    packed: R,
    frame: Option<Frame>,
    /// The number of frames that have begun, without those that have no content.
    n_frames: u64,
}

/// A frame that is being read.
struct Frame {
    decoder: FrameDecoder,
    /// How many bytes it says to have.
    declared: Option<u64>,
    n_read: u64,
}

impl<R: BufRead> Frames<R> {
    pub(super) fn of(packed: R) -> Self {
        Frames {
            packed,
            frame: None,
            n_frames: 0,
        }
    }

    /// Begins the next frame, if there is one. Those that have no content are skipped.
    fn begin(&mut self) -> Result<Option<Frame>> {
        while !self.packed.fill_buf()?.is_empty() {
            let mut start = [0; MIN_HEADER];
            self.packed.read_exact(&mut start)?;
            let mut decoder = FrameDecoder::new();
            decoder.set_max_window_size(MAX_WINDOW);
            let refused = match decoder.init(start.as_slice().chain(&mut self.packed)) {
                Ok(()) => None,
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let mut skipped = self.packed.by_ref().take(length.into());
                    let n_skipped = std::io::copy(&mut skipped, &mut std::io::sink())?;
                    if n_skipped < u64::from(length) {
                        return Err(corrupt());
                    }
                    continue;
                }
                Err(FrameDecoderError::DictNotProvided { dict_id }) => {
                    Some(format!("needs the dictionary {dict_id}"))
                }
                Err(FrameDecoderError::WindowSizeTooBig { requested, max }) => {
                    let (window, most) = (requested >> 20, max >> 20);
                    Some(format!(
                        "needs a window of {window} MiB, and the most is {most} MiB"
                    ))
                }
                Err(_) => return Err(corrupt()),
            };
            self.n_frames += 1;
            if let Some(why) = refused {
                return Err(self.failed(&why));
            }
            let declared = has_content_size(start).then(|| decoder.content_size());
            return Ok(Some(Frame {
                decoder,
                declared,
                n_read: 0,
            }));
        }
        Ok(None)
    }

    /// Checks a frame that has been read.
    fn check(&self, frame: &Frame) -> Result<()> {
        let Frame {
            decoder,
            declared,
            n_read,
        } = frame;
        if let Some(declared) = declared.filter(|declared| declared != n_read) {
            let text = format!("has {n_read} bytes, and its header says {declared}");
            return Err(self.failed(&text));
        }
        let checksum = decoder.get_checksum_from_data();
        if checksum.is_some() && checksum != decoder.get_calculated_checksum() {
            return Err(self.failed("is corrupt: its checksum is of another content"));
        }
        Ok(())
    }

    /// Returns the error of the frame that has begun last.
    fn failed(&self, why: &str) -> Error {
        Error::other(format!("frame {} of the zstd data {why}", self.n_frames))
    }
}

impl Frame {
    fn read(&mut self, packed: &mut impl Read, into: &mut [u8]) -> Result<usize> {
        let decoder = &mut self.decoder;
        while !decoder.is_finished() && decoder.can_collect() < into.len() {
            let n_missing = into.len() - decoder.can_collect();
            let strategy = BlockDecodingStrategy::UptoBytes(n_missing);
            let decoded = decoder.decode_blocks(&mut *packed, strategy);
            decoded.map_err(|_| corrupt())?;
        }
        let n_read = decoder.read(into)?;
        self.n_read += n_read as u64;
        Ok(n_read)
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, into: &mut [u8]) -> Result<usize> {
        if into.is_empty() {
            return Ok(0);
        }
        loop {
            if let Some(frame) = &mut self.frame {
                let n_read = frame.read(&mut self.packed, into)?;
                if n_read > 0 {
                    return Ok(n_read);
                }
            }
            if let Some(frame) = self.frame.take() {
                self.check(&frame)?;
            }
            match self.begin() {
                Ok(None) => return Ok(0),
                Ok(frame) => self.frame = frame,
                Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => {
                    return Err(corrupt())
                }
                Err(error) => return Err(error),
            }
        }
    }
}

/// Returns the error of data that cannot be read; the messages of the decoder are about its internals.
fn corrupt() -> Error {
    Error::other("truncated or corrupt zstd data")
}

/// Returns whether the header of a frame, which starts so, has the size of the content.
fn has_content_size(start: [u8; MIN_HEADER]) -> bool {
    let [_, _, _, _, descriptor, _] = start;
    let is_single_segment = descriptor & 0x20 != 0;
    descriptor >> 6 != 0 || is_single_segment
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A frame of one block of `abcdef`, as its header says, and with a checksum.
    const FRAME: &[u8] = b"\x28\xb5\x2f\xfd\x24\x06\x31\0\0abcdef\x4d\x14\x23\xc4";

    fn read(packed: &[u8]) -> std::result::Result<String, String> {
        let mut content = String::new();
        let read = Frames::of(packed).read_to_string(&mut content);
        read.map(|_| content).map_err(|error| error.to_string())
    }

    /// A frame is not less, more or something else than it says.
    #[test]
    fn frames_are_what_they_say() {
        let with = |at: usize, bytes: &[u8]| {
            let mut frame = FRAME.to_vec();
            frame.splice(at..at + bytes.len(), bytes.iter().copied());
            frame
        };
        let (short, long) = (with(5, b"\x09"), with(5, b"\x01"));
        let other = with(9, b"A");
        let is_of = |n: u8| format!("frame {n} of the zstd data ");
        let is_corrupt = "is corrupt: its checksum is of another content";
        let rows = [
            (FRAME.to_vec(), Ok("abcdef".to_string())),
            (FRAME.repeat(2), Ok("abcdefabcdef".to_string())),
            (short, Err(is_of(1) + "has 6 bytes, and its header says 9")),
            // Nor is a block larger than the window, which is what the content of a single segment is.
            (long, Err(corrupt().to_string())),
            (other.clone(), Err(is_of(1) + is_corrupt)),
            ([FRAME, &other].concat(), Err(is_of(2) + is_corrupt)),
            (with(18, b"\0"), Err(is_of(1) + is_corrupt)),
            // Nor one that declares no byte. A window of 128 MiB, in the first frame and in others.
            (
                b"\x28\xb5\x2f\xfd\x20\0\x09\0\0x".to_vec(),
                Err(corrupt().to_string()),
            ),
            (
                b"\x28\xb5\x2f\xfd\0\x88\x09\0\0x".repeat(2),
                Ok("xx".to_string()),
            ),
            (
                [FRAME, b"\x28\xb5\x2f\xfd\0\x91\x09\0\0x"].concat(),
                Err(is_of(2) + "needs a window of 288 MiB, and the most is 256 MiB"),
            ),
            (
                b"\x28\xb5\x2f\xfd\x21\x07\x01\x09\0\0x".to_vec(),
                Err(is_of(1) + "needs the dictionary 7"),
            ),
            (FRAME[..4].to_vec(), Err(corrupt().to_string())),
        ];
        for (i, (packed, expected)) in rows.into_iter().enumerate() {
            assert_eq!(read(&packed), expected, "{i}");
        }
    }
}
