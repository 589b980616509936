//! One interface: its bindings, samples, and the comparison with what came back.

use crate::{client, sample, wire};
use anyhow::{bail, ensure, Context, Result};
use bindings_check::{renamed, renamed_env};
use candid::pretty::candid::compile;
use candid::types::subtype::{equal, Gamma};
use candid::types::value::IDLArgs;
use candid::types::{Function, Type, TypeEnv, TypeInner};
use candid_parser::bindings::{did, javascript, motoko, typescript, typescript_client};
use candid_parser::check::{self, Disk};
use candid_parser::syntax::IDLMergedProg;
use candid_parser::{check_prog, IDLProg};
use serde_json::{json, Value};
use std::path::Path;

/// The width at which samples are printed: all on one line.
const WIDTH: usize = usize::MAX;

/// An interface that has been checked.
pub(crate) struct Interface {
    pub(crate) name: String,
    pub(crate) env: TypeEnv,
    pub(crate) actor: Option<Type>,
    pub(crate) prog: IDLMergedProg,
    /// The same in the order of the source.
    source: IDLMergedProg,
}

impl Interface {
    pub(crate) fn load(file: &Path) -> Result<Self> {
        let checked = check::file(&Disk, file)?;
        let name = file.file_stem().and_then(|stem| stem.to_str());
        Ok(Self {
            name: name.context("a file without a name")?.to_string(),
            source: checked.source_prog()?,
            env: checked.env,
            actor: checked.actor,
            prog: checked.prog,
        })
    }

    /// Writes the bindings and the samples.
    pub(crate) fn generate(&self, dir: &Path) -> Result<()> {
        let write = |ending: &str, text: String| {
            let file = dir.join(format!("{}.{ending}", self.name));
            std::fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))
        };
        write("js", javascript::try_compile(&self.env, &self.actor)?)?;
        write(
            "d.ts",
            typescript::try_compile(&self.env, &self.actor, &self.prog)?,
        )?;
        write(
            "mo",
            motoko::try_compile(&self.env, &self.actor, &self.prog)?,
        )?;
        let file = dir.join(format!("clients/{}.ts", self.name));
        let module = typescript_client::try_compile(&self.env, &self.actor, &self.source)?;
        std::fs::write(&file, module)
            .with_context(|| format!("cannot write {}", file.display()))?;
        write("json", self.samples()?.to_string())
    }

    fn samples(&self) -> Result<Value> {
        let all = |types: &[Type]| {
            let args = sample::args(&self.env, types);
            args.map(|args| javascript::value::pp_args(&args).pretty(WIDTH).to_string())
        };
        let mut methods = Vec::new();
        for (name, func) in self.methods()? {
            // One result stands for itself, none is `undefined`.
            let result =
                sample::args(&self.env, &func.rets).map(|rets| match rets.args.as_slice() {
                    [] => "undefined".to_string(),
                    [ret] => javascript::value::pp_value(ret).pretty(WIDTH).to_string(),
                    _ => javascript::value::pp_args(&rets).pretty(WIDTH).to_string(),
                });
            let rets = all(&func.rets).map(|all| json!({ "all": all, "result": result }));
            methods.push(json!({
                "name": name,
                "args": all(&func.args),
                "rets": rets,
                "client": {
                    "args": client::list(&self.env, &func.args),
                    "result": client::result(&self.env, &func.rets),
                },
            }));
        }
        let definition = |name: &String| {
            let ty = [TypeInner::Var(name.clone()).into()];
            client::result(&self.env, &ty)
        };
        Ok(json!({
            "service": self.actor.is_some(),
            "methods": methods,
            "init": all(self.init()),
            "client": {
                "definitions": self.env.0.keys().map(definition).collect::<Vec<_>>(),
                "init": self.is_constructor().then(|| client::list(&self.env, self.init())),
            },
        }))
    }

    fn methods(&self) -> Result<Vec<(&str, &Function)>> {
        let Some(actor) = &self.actor else {
            return Ok(Vec::new());
        };
        let methods = self.env.as_service(actor)?.iter();
        let methods = methods.map(|(name, ty)| Ok((name.as_str(), self.env.as_func(ty)?)));
        methods.collect()
    }

    fn is_constructor(&self) -> bool {
        let actor = self.actor.as_ref().map(Type::as_ref);
        matches!(actor, Some(TypeInner::Class(..)))
    }

    fn init(&self) -> &[Type] {
        match self.actor.as_ref().map(Type::as_ref) {
            Some(TypeInner::Class(args, _)) => args,
            _ => &[],
        }
    }

    fn service(&self) -> Option<&Type> {
        self.actor.as_ref().map(|actor| match actor.as_ref() {
            TypeInner::Class(_, service) => service,
            _ => actor,
        })
    }

    /// Compares the types and values that came back.
    pub(crate) fn compare(&self, dir: &Path) -> Result<()> {
        self.compare_candid().context("Candid")?;
        self.compare_javascript(&dir.join(format!("{}.wire.json", self.name)))
            .context("JavaScript")?;
        self.compare_javascript(&dir.join(format!("clients/{}.wire.json", self.name)))
            .context("TypeScript client")?;
        let file = dir.join(format!("{}.mo.did", self.name));
        let module = std::fs::read_to_string(dir.join(format!("{}.mo", self.name)))?;
        // Without some of its methods a service is another type.
        if module.contains("// omitted: ") {
            return Ok(());
        }
        self.compare_motoko(&file).context("Motoko")
    }

    /// The interface in one file has the same definitions and the same service.
    fn compare_candid(&self) -> Result<()> {
        let prog: IDLProg = did::try_compile(&self.env, &self.actor, &self.prog)?.parse()?;
        let mut env = TypeEnv::new();
        let actor = check_prog(&mut env, &prog)?;
        let (found, want) = (compile(&env, &None), compile(&self.env, &None));
        ensure!(found == want, "{found}\nis not\n{want}");
        let prog = IDLMergedProg::new(prog);
        let found = Interface {
            name: self.name.clone(),
            env,
            actor,
            source: prog.clone(),
            prog,
        };
        ensure!(found.init() == self.init(), "other init arguments");
        // The methods of imported services come last, unless they are the service's own.
        match (found.service(), self.service()) {
            (Some(found), Some(want)) => self.same(TypeEnv::new(), found, want),
            (None, None) => Ok(()),
            _ => bail!("a service on one side only"),
        }
    }

    /// Compares the types and values of messages that were written by JavaScript.
    fn compare_javascript(&self, file: &Path) -> Result<()> {
        let text = std::fs::read_to_string(file)
            .with_context(|| format!("cannot read {}", file.display()))?;
        let wire: Value = serde_json::from_str(&text)?;
        if let Some(definitions) = wire["definitions"].as_array() {
            ensure!(
                definitions.len() == self.env.0.len(),
                "not as many definitions as expected"
            );
            for (found, name) in definitions.iter().zip(self.env.0.keys()) {
                self.compare_definition(found, name)
                    .with_context(|| format!("definition {name:?}"))?;
            }
        }
        match self.service() {
            Some(service) => self.compare_service(service, &wire),
            None => Ok(()),
        }
    }

    /// A definition is written as an option without a value, because not every type has one, and if there is a sample as
    /// itself.
    fn compare_definition(&self, found: &Value, name: &str) -> Result<()> {
        let message = message(&found["type"])?.context("no message of its type")?;
        let (stated, types) = wire::types(&message).context("a message that is not well-formed")?;
        let ty: Type = TypeInner::Var(name.to_string()).into();
        let want = TypeInner::Opt(ty.clone()).into();
        ensure!(types.len() == 1, "one type expected");
        self.same(stated, &types[0], &want)?;
        match found.get("value") {
            Some(value) => self.same_values(value, &[ty]),
            None => Ok(()),
        }
    }

    fn compare_service(&self, service: &Type, wire: &Value) -> Result<()> {
        let message = message(&wire["service"])?.context("no message of the service's type")?;
        let (stated, types) = wire::types(&message).context("a message that is not well-formed")?;
        ensure!(types.len() == 1, "one type expected");
        self.same(stated, &types[0], service)?;
        let methods = &wire["methods"];
        for (name, func) in self.methods()? {
            self.same_values(&methods[name]["args"], &func.args)
                .with_context(|| format!("arguments of {name:?}"))?;
            self.same_values(&methods[name]["rets"], &func.rets)
                .with_context(|| format!("results of {name:?}"))?;
        }
        self.same_values(&wire["init"], self.init()).context("init")
    }

    fn compare_motoko(&self, file: &Path) -> Result<()> {
        let (stated, actor, _) = candid_parser::check_file(file)?;
        let actor = actor.context("no service")?;
        let stated_types: Vec<Type> = stated
            .as_service(&actor)?
            .iter()
            .map(|(name, ty)| {
                let number: usize = name.trim_start_matches('t').parse()?;
                Ok((number, stated.as_func(ty)?.args[0].clone()))
            })
            .collect::<Result<std::collections::BTreeMap<_, _>>>()?
            .into_values()
            .collect();
        let service = match self.actor.as_ref().map(Type::as_ref) {
            Some(TypeInner::Class(..)) => None,
            _ => self.service(),
        };
        let defs = self.env.0.values().chain(service);
        ensure!(
            defs.clone().count() == stated_types.len(),
            "not as many types as expected"
        );
        for (ty, want) in stated_types.iter().zip(defs) {
            self.same(renamed_env(&stated, &other), &renamed(ty, &other), want)?;
        }
        Ok(())
    }

    fn same(&self, stated: TypeEnv, ty: &Type, want: &Type) -> Result<()> {
        let mut env = stated;
        env.0.extend(self.env.0.clone());
        equal(&mut Gamma::new(), &env, ty, want)
            .with_context(|| format!("the type is {ty}, not {want}"))
    }

    fn same_values(&self, found: &Value, types: &[Type]) -> Result<()> {
        match (message(found)?, sample::args(&self.env, types)) {
            (None, None) => Ok(()),
            (Some(message), Some(want)) => {
                let found = IDLArgs::from_bytes_with_types(&message, &self.env, types)?;
                let bytes = |args: &IDLArgs| args.to_bytes_with_types(&self.env, types);
                ensure!(bytes(&found)? == bytes(&want)?, "{found} is not {want}");
                Ok(())
            }
            (found, _) => bail!("a sample on one side only: {found:?}"),
        }
    }
}

fn message(value: &Value) -> Result<Option<Vec<u8>>> {
    Ok(match value.as_str() {
        Some(text) => Some(hex::decode(text)?),
        None => None,
    })
}

/// Returns a name that no interface has.
fn other(name: &str) -> String {
    format!("motoko {name}")
}
