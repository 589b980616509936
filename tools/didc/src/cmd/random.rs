//! `didc random`

use crate::code;
use crate::config::GivenConfig;
use crate::failure::{Failure, Result};
use crate::output::Output;
use crate::typing::{Side, Typed, Typing};
use candid_parser::bindings::javascript::value::pp_args;
use candid_parser::check::Checked;
use candid_parser::configs::{Configs, Scope, ScopePos};
use candid_parser::json::{self, JsonOptions};
use candid_parser::random::{self, GenConfig};
use candid_parser::value::TextArgs;
use rand::rngs::StdRng;
use rand::{RngCore, SeedableRng};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The width that JavaScript is laid out in.
const WIDTH: usize = 80;

/// The long description.
const LONG: &str = "Generates random arguments

A configuration sets properties of types and fields:

  range = [0, 10]           numbers; beyond 64 bits in quotes, for floats also 0.5
  distribution = \"full\"     uniform, full or boundary, as --distribution
  width = 3                 maximum number of vec items and of text characters
  text = \"name\"             ascii, any, emoji, name, name.cn, company, country, path, bs
  depth = 5   size = 50     limits on nesting and on the number of values
  id.value = [\"1\"]          values to choose from for a field named id, or with its path:
  Account.record.id.value   in the record Account";

/// Generates random arguments
#[derive(clap::Args)]
#[command(
    long_about = LONG,
    after_help = "Examples:
  didc random -t '(vec nat8, opt text)' --seed 1
  didc random -d ledger.did -m icrc1_transfer -c 'range = [0, 1000]'
  didc random -d ledger.did -m icrc1_transfer --distribution boundary -n 20 -l json"
)]
pub(crate) struct Args {
    #[command(flatten)]
    typing: Typing,
    /// A TOML file or inline TOML: properties of the values
    #[arg(help_heading = "Values", short, long, value_name = "TOML")]
    config: Option<String>,
    /// The output language
    #[arg(short, long, visible_alias = "to", value_enum, default_value_t = Lang::Did, help_heading = "Output")]
    lang: Lang,
    /// Which values of the types are generated
    #[arg(help_heading = "Values", long, value_enum, value_name = "DISTRIBUTION")]
    distribution: Option<Distribution>,
    /// Generate results of the method, deterministic for these arguments
    #[arg(
        help_heading = "Values",
        short,
        long,
        requires = "method",
        value_name = "ARGS"
    )]
    args: Option<String>,
    /// The random seed: the same seed generates the same values
    #[arg(
        help_heading = "Values",
        long,
        value_name = "N",
        conflicts_with = "args"
    )]
    seed: Option<u64>,
    /// The number of value lists to generate
    #[arg(
        help_heading = "Values",
        short = 'n',
        long,
        value_name = "N",
        default_value_t = 1
    )]
    count: u32,
    /// Write to a file
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Lang {
    /// Candid
    Did,
    /// JavaScript
    Js,
    /// JSON, one array per line
    Json,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Distribution {
    /// Numbers of at most 128 bits, finite floats, printable text; the default
    Uniform,
    /// All: also nat and int of 256 bits, NaN, any characters
    Full,
    /// Mostly values at limits of types and encodings
    Boundary,
}

impl Distribution {
    fn name(self) -> &'static str {
        match self {
            Distribution::Uniform => "uniform",
            Distribution::Full => "full",
            Distribution::Boundary => "boundary",
        }
    }
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode> {
    out.send_to(args.output.as_ref());
    let side = match args.args {
        Some(_) => Side::Rets,
        None => Side::Args,
    };
    // Loaded once: it may come from standard input.
    let interface = args.typing.interface()?;
    let Some(Typed { env, types }) = args.typing.as_written(interface, side)? else {
        return Err(Failure::usage(
            "missing types: use -t TYPES, or -m METHOD with -d FILE",
        ));
    };
    let mut configs = match &args.config {
        Some(config) => GivenConfig::of_argument(config)?.checked::<GenConfig>("random")?,
        None => Configs::default(),
    };
    if let Some(distribution) = args.distribution {
        set_distribution(&mut configs, distribution);
    }
    let scope = args.typing.scope().map(|method| Scope {
        method,
        position: Some(match side {
            Side::Args => ScopePos::Arg,
            Side::Rets => ScopePos::Ret,
        }),
    });
    let mut rng = source(args, interface)?;
    // Lists differ in length: that of one does not change those after it.
    let seeds = (0..args.count).map(|_| {
        let mut list = StdRng::from_rng(&mut rng);
        move |bytes: &mut [u8]| list.fill_bytes(bytes)
    });
    out.working_on(Path::new("random values"));
    let unused = random::each(seeds, configs, &env, &types, &scope, |values| {
        let text = match args.lang {
            Lang::Did => values.to_string(),
            Lang::Js => pp_args(&values).pretty(WIDTH).to_string(),
            Lang::Json => json::args_to_string(&values, &env, &types, &JsonOptions::new())?,
        };
        out.line(text)
    })
    .map_err(|failure: Failure| failure.coded(code::NO_VALUE))?;
    for line in unused {
        out.note(format!("WARNING: {line}\n"));
    }
    Ok(ExitCode::SUCCESS)
}

/// Sets the property where it applies everywhere: in the section, if the configuration has it.
fn set_distribution(configs: &mut Configs, distribution: Distribution) {
    let table = match configs.0.get_mut("random") {
        Some(toml::Value::Table(section)) => section,
        _ => &mut configs.0,
    };
    let name = distribution.name().to_string();
    table.insert("distribution".to_string(), toml::Value::String(name));
}

/// Returns the source of randomness: the arguments of a method, a seed, or the operating system.
fn source(args: &Args, interface: Option<&Checked>) -> Result<StdRng> {
    if let Some(text) = &args.args {
        if text.trim().is_empty() {
            return Err(Failure::usage(
                "--args is empty: give arguments of the method, in parentheses, to generate results for them; without it, \
                 arguments are generated",
            ));
        }
        let bytes = match args.typing.as_written(interface, Side::Args)? {
            Some(Typed { env, types }) => TextArgs::new(text)
                .named("<args>")
                .to_bytes_at(&env, &types),
            None => TextArgs::new(text).named("<args>").to_bytes(),
        };
        let (bytes, _) = bytes.map_err(|error| Failure::from(error).in_argument())?;
        // The 64-bit FNV-1a hash: the same on every machine.
        let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
        });
        return Ok(StdRng::seed_from_u64(hash));
    }
    Ok(match args.seed {
        Some(seed) => StdRng::seed_from_u64(seed),
        None => StdRng::from_os_rng(),
    })
}
