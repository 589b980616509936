//! Files that are written whole or not at all.
//!
//! A new file of another name takes the place of the old one when all is in it. What else the old one is, it stays: its mode, its
//! owner and group; and a file with several names, or whose owner cannot be kept, is written to when the whole content is known.
//! If that fails, as on a full disk, it gets its old content back; only an interrupted process leaves a part.

use crate::paths::identity;
use std::fs::{File, Metadata, OpenOptions};
use std::io::{Error, ErrorKind, Read, Result, Seek, SeekFrom, Write};
use std::path::Path;
use tempfile::NamedTempFile;

/// Replaces the content of a file, or makes one, so that at no time there is a part of it. A link to it stays a link. To what is no
/// regular file, such as a pipe, the content is written.
pub(crate) fn write(path: &Path, content: &[u8]) -> Result<()> {
    // Without its end, a path would be that of a file.
    let text = path.as_os_str().as_encoded_bytes();
    if (text.ends_with(b"/") || text.ends_with(b"/.")) && !path.exists() {
        return Err(ErrorKind::IsADirectory.into());
    }
    // Also where a link leads to that has no file yet.
    let path = &identity(path);
    let metadata = match path.metadata() {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == ErrorKind::NotFound => return create(path, content),
        Err(error) => return Err(error),
    };
    // Whoever may not write to it may not replace it either.
    let open = || OpenOptions::new().write(true).open(path);
    let mut old = open()?;
    if !metadata.is_file() {
        return old.write_all(content);
    }
    // Where a file is open, it is not replaced on Windows.
    drop(old);
    if let Some(mut new) = successor(path, &metadata)? {
        new.as_file_mut().write_all(content)?;
        // Where a file is mounted, its name is not to be had.
        if persist(new, path).is_ok() {
            return Ok(());
        }
    }
    overwrite(&mut open()?, path, content)
}

/// Writes to a file that is to stay the same one. What is longer than the old content comes first: if there is no space for it,
/// nothing of the old one is lost.
fn overwrite(file: &mut File, path: &Path, content: &[u8]) -> Result<()> {
    let old_len = file.metadata()?.len();
    let common = usize::try_from(old_len).map_or(content.len(), |len| len.min(content.len()));
    let (start, rest) = content.split_at(common);
    let longer = file
        .seek(SeekFrom::Start(common as u64))
        .and_then(|_| file.write_all(rest));
    if let Err(error) = longer {
        file.set_len(old_len)?;
        return Err(error);
    }
    // One may write to a file that one may not read.
    let mut old = Vec::new();
    let read = File::open(path).map(|old| old.take(common as u64));
    let is_read = read.and_then(|mut start| start.read_to_end(&mut old));
    file.rewind()?;
    if let Err(error) = file.write_all(start) {
        file.set_len(old_len)?;
        if is_read.is_ok() {
            file.rewind()?;
            file.write_all(&old)?;
        }
        return Err(error);
    }
    file.set_len(content.len() as u64)
}

/// Checks that a file may be replaced by one who may do anything.
///
/// # Errors
///
/// If it is no regular file, or is read-only.
pub(crate) fn check_is_writable(path: &Path) -> Result<()> {
    let metadata = path.metadata()?;
    if !metadata.is_file() {
        return Err(Error::other("not a file that can be replaced"));
    }
    match metadata.permissions().readonly() {
        true => Err(Error::other("the file is read-only")),
        false => Ok(()),
    }
}

fn create(path: &Path, content: &[u8]) -> Result<()> {
    let mut new = temporary(path)?;
    new.as_file_mut().write_all(content)?;
    persist(new, path)
}

fn persist(new: NamedTempFile, path: &Path) -> Result<()> {
    match new.persist(path) {
        Ok(_) => Ok(()),
        Err(error) => Err(error.error),
    }
}

/// Returns an empty file in the folder of another one, with the mode of new files.
fn temporary(path: &Path) -> Result<NamedTempFile> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    let folder = path.parent().unwrap_or(Path::new("."));
    // Unlike the errors of `tempfile_in`, these do not have the name of the file, which says nothing.
    tempfile::Builder::new().make_in(folder, |path| options.open(path))
}

/// Returns an empty file that may take the place of one, or `None` if that one is to be written to.
fn successor(path: &Path, old: &Metadata) -> Result<Option<NamedTempFile>> {
    if has_other_names(old) {
        return Ok(None);
    }
    let new = match temporary(path) {
        Ok(new) => new,
        // One may write to the file, but make none in its folder.
        Err(error) if error.kind() == ErrorKind::PermissionDenied => return Ok(None),
        Err(error) => return Err(error),
    };
    if !keeps_owner(new.as_file(), old)? {
        return Ok(None);
    }
    // To change the owner may change the mode.
    new.as_file().set_permissions(old.permissions())?;
    Ok(Some(new))
}

#[cfg(unix)]
fn has_other_names(file: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    file.nlink() > 1
}

#[cfg(not(unix))]
fn has_other_names(_file: &Metadata) -> bool {
    false
}

/// Gives a file the owner and the group of another one, and returns whether it has them.
#[cfg(unix)]
fn keeps_owner(new: &File, old: &Metadata) -> Result<bool> {
    use std::os::unix::fs::{fchown, MetadataExt};
    let owner = |file: &Metadata| (file.uid(), file.gid());
    if owner(&new.metadata()?) == owner(old) {
        return Ok(true);
    }
    Ok(fchown(new, Some(old.uid()), Some(old.gid())).is_ok())
}

#[cfg(not(unix))]
fn keeps_owner(_new: &File, _old: &Metadata) -> Result<bool> {
    Ok(true)
}

/// Returns what a path like `/dev/stdout` stands for: the number of a file that is open already.
pub(crate) fn descriptor(path: &Path) -> Option<u32> {
    /// Limit on the number of links: they may lead in a circle.
    const MAX_LINKS: usize = 40;
    // Other processes have other files.
    let own = Path::new("/proc/self").canonicalize();
    let mut path = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        let folder = path.parent()?;
        let real = folder.canonicalize().ok()?;
        let of_process = own.as_ref().is_ok_and(|own| real.starts_with(own));
        if of_process && real.ends_with("fd") || real == Path::new("/dev/fd") {
            return path.file_name()?.to_str()?.parse().ok();
        }
        path = folder.join(path.read_link().ok()?);
    }
    None
}

/// Opens what is written to as the results come: nothing of what is in it is removed, unless it is a file with a name.
pub(crate) fn open(path: &Path) -> Result<File> {
    if descriptor(path).is_some() {
        return OpenOptions::new().append(true).open(path);
    }
    let is_file = path.metadata().is_ok_and(|data| data.is_file());
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(is_file);
    options.open(path)
}

/// Returns whether a path is that of a regular file, or of one that there may be.
pub(crate) fn is_replaceable(path: &Path) -> bool {
    descriptor(path).is_none() && path.metadata().is_ok_and(|data| data.is_file()) || !path.exists()
}
