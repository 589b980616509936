//! Bindings of an interface for other languages, and for Rust.
//!
//! ```text
//! JavaScript: return IDL.Service({ 'add' : IDL.Func([Point, Point], [Point], ['query']) });
//! TypeScript: export interface _SERVICE { 'add' : ActorMethod<[Point, Point], Point> }
//! Motoko:     public type Self = actor { add : shared query (Point, Point) -> async Point }
//! Rust:       pub async fn add(&self, arg0: &Vector, arg1: &Vector) -> Result<(Vector,)> {
//! ```

use candid_parser::bindings::{javascript, motoko, rust, typescript};
use candid_parser::configs::Configs;
use candid_parser::{check, Error};
use std::path::Path;

const INTERFACE: &str = "
    type Point = record { x : nat; y : nat };
    service : { add : (Point, Point) -> (Point) query }";

fn main() -> Result<(), Error> {
    let checked = check::text(&check::Disk, Path::new("points.did"), INTERFACE)?;
    let (types, service, program) = (&checked.env, &checked.actor, &checked.prog);

    print_method("JavaScript: ", &javascript::try_compile(types, service)?);
    let text = typescript::try_compile(types, service, program)?;
    print_method("TypeScript: ", &text);
    let text = motoko::try_compile(types, service, program)?;
    print_method("Motoko:     ", &text);

    // Names, types and attributes of Rust bindings are configured by selectors.
    let configs: Configs = r#"Point.name = "Vector""#.parse()?;
    let config = rust::Config::parse(configs)?;
    let (text, unused) = rust::try_compile(&config, types, service, program, Default::default())?;
    assert!(unused.is_empty());
    print_method("Rust:       ", &text);
    Ok(())
}

fn print_method(language: &str, text: &str) {
    let method = text.lines().find(|line| line.contains("add"));
    println!("{language}{}", method.unwrap_or_default().trim());
}
