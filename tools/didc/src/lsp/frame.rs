//! Framing of messages: headers with the length, an empty line, and the JSON text.

use std::io::{BufRead, Error, ErrorKind, Read, Result, Write};

/// Limit on the length of a message: more than any interface has.
pub(crate) const MAX_LEN: u64 = 64 * 1024 * 1024;

/// Limit on the length of all headers of a message.
const MAX_HEADERS: u64 = 8 * 1024;

/// What a client has sent.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Frame {
    Message(Vec<u8>),
    /// A message beyond the limit, which was skipped.
    TooLong(u64),
    /// The input has ended between messages.
    End,
}

/// Reads a message.
///
/// # Errors
///
/// If the input cannot be read, ends within a message, or has no length: then it is not known where the next one starts.
pub(crate) fn read(input: &mut dyn BufRead) -> Result<Frame> {
    let invalid = |text: String| Error::new(ErrorKind::InvalidData, text);
    let mut headers = (&mut *input).take(MAX_HEADERS);
    let mut len = None;
    let mut line = Vec::new();
    loop {
        line.clear();
        headers.read_until(b'\n', &mut line)?;
        if !line.ends_with(b"\n") {
            return match (line.is_empty(), len, headers.limit()) {
                (true, None, MAX_HEADERS) => Ok(Frame::End),
                (.., 0) => Err(invalid("the headers of a message are too long".into())),
                _ => Err(invalid("the input ends within a message".into())),
            };
        }
        let text = String::from_utf8_lossy(&line);
        let text = text.trim();
        if text.is_empty() {
            break;
        }
        let Some((name, value)) = text.split_once(':') else {
            return Err(invalid("a header of a message has no colon".into()));
        };
        if name.trim().eq_ignore_ascii_case("content-length") {
            let number = value.trim().parse::<u64>();
            len = Some(number.map_err(|_| invalid("Content-Length is not a number".into()))?);
        }
    }
    let Some(len) = len else {
        return Err(invalid("a message has no Content-Length".into()));
    };
    let mut content = (&mut *input).take(len);
    let (frame, n_read) = if len > MAX_LEN {
        let n = std::io::copy(&mut content, &mut std::io::sink())?;
        (Frame::TooLong(len), n)
    } else {
        // The length is only a claim: memory grows with what arrives.
        let mut bytes = Vec::new();
        let n = content.read_to_end(&mut bytes)?;
        (Frame::Message(bytes), u64::try_from(n).unwrap_or(u64::MAX))
    };
    if n_read < len {
        return Err(invalid("the input ends within a message".into()));
    }
    Ok(frame)
}

/// Writes a message.
pub(crate) fn write(output: &mut dyn Write, message: &str) -> Result<()> {
    write!(output, "Content-Length: {}\r\n\r\n{message}", message.len())
}

#[cfg(test)]
mod tests {
    use super::{read, Frame, MAX_LEN};
    use std::io::{BufRead, BufReader, Read};

    #[test]
    fn frames() {
        let message = |text: &str| Ok(Frame::Message(text.into()));
        let long = "x".repeat(9000);
        for (input, expected) in [
            ("", Ok(Frame::End)),
            ("Content-Length: 2\r\n\r\n{}", message("{}")),
            ("content-length:2\n\n{}", message("{}")),
            (
                "Content-Type: a; charset=b\r\nContent-Length: 1\r\n\r\n{}",
                message("{"),
            ),
            ("Content-Length: 0\r\n\r\n", message("")),
            (
                "Content-Length: 3\r\n\r\n{}",
                Err("the input ends within a message"),
            ),
            (
                "Content-Length: 18446744073709551615\r\n\r\n{}",
                Err("the input ends within a message"),
            ),
            (
                "Content-Length: 1844674407370955161500\r\n\r\n{}",
                Err("Content-Length is not a number"),
            ),
            (
                "Content-Length: -1\r\n\r\n",
                Err("Content-Length is not a number"),
            ),
            ("Content-Length: 2", Err("the input ends within a message")),
            (
                "Content-Length: 2\r\n",
                Err("the input ends within a message"),
            ),
            ("\r\n{}", Err("a message has no Content-Length")),
            ("{}\r\n", Err("a header of a message has no colon")),
            (&long, Err("the headers of a message are too long")),
        ] {
            let found = read(&mut input.as_bytes()).map_err(|error| error.to_string());
            assert_eq!(found, expected.map_err(String::from), "{input}");
        }
    }

    /// One that is too long is skipped, and the next one is read.
    #[test]
    fn too_long() {
        let len = MAX_LEN + 1;
        let first = format!("Content-Length: {len}\r\n\r\n");
        let input = first.as_bytes().chain(std::io::repeat(b'x').take(len));
        let input = input.chain(&b"Content-Length: 2\r\n\r\n{}"[..]);
        let mut input: Box<dyn BufRead> = Box::new(BufReader::new(input));
        assert_eq!(read(&mut input).unwrap(), Frame::TooLong(len));
        assert_eq!(read(&mut input).unwrap(), Frame::Message("{}".into()));
        assert_eq!(read(&mut input).unwrap(), Frame::End);
    }
}
