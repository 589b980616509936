//! Methods that several services have, of which one file has all.

use super::names::several;
use super::reach::{add, Row};
use crate::syntax::ast::{Type, TypeKind};
use std::collections::HashMap;

/// The service types of files. Many files may have one type.
#[derive(Default)]
pub(super) struct Methods {
    /// The numbers of the types, by their addresses.
    numbers: HashMap<usize, usize>,
    /// Of each type, the files that have it.
    files: Vec<Vec<usize>>,
    /// The types that have a method, by the hash of its name.
    types: HashMap<u32, Vec<usize>>,
}

impl Methods {
    /// Adds the service of a file, if the type is one and has methods.
    pub(super) fn add(&mut self, file: usize, ty: &Type) {
        let TypeKind::Service(methods) = &ty.kind else {
            return;
        };
        if methods.is_empty() {
            return;
        }
        let next = self.files.len();
        let number = *self
            .numbers
            .entry(std::ptr::from_ref(ty).addr())
            .or_insert(next);
        if number < next {
            self.files[number].push(file);
            return;
        }
        self.files.push(vec![file]);
        for method in methods {
            let hash = candid::idl_hash(&method.name.text);
            let known = self.types.entry(hash).or_default();
            if known.last() != Some(&number) {
                known.push(number);
            }
        }
    }

    /// Returns the units that import a method from two files, and the files with a service with the units that import one of its
    /// methods. `services` has, of each file, the units that import its service.
    pub(super) fn clashes(&self, services: &[Row]) -> (Row, Vec<(usize, Row)>) {
        let importers = |files: &Vec<usize>| several(files.iter().map(|file| &services[*file]));
        let (importers, twice): (Vec<Row>, Vec<Row>) = self.files.iter().map(importers).unzip();
        let mut found = Row::default();
        twice.iter().for_each(|row| add(&mut found, row));
        let mut of_methods = importers.clone();
        for types in self.types.values().filter(|types| types.len() > 1) {
            let (once, twice) = several(types.iter().map(|number| &importers[*number]));
            add(&mut found, &twice);
            types
                .iter()
                .for_each(|number| add(&mut of_methods[*number], &once));
        }
        let files = self.files.iter().zip(of_methods);
        let files = files.flat_map(|(files, row)| files.iter().map(move |file| (*file, row)));
        (found, files.collect())
    }
}
