//! Values decoded as types that are known only at run time.

use crate::de::dynamic;
use crate::de::message::IDLDeserialize;
use crate::de::plan::cache::PlanGuard;
use crate::de::plan::step::Step;
use crate::de::plan::Plan;
use crate::de::read::decoder::{Context, Decoder};
use crate::error::{internal, Result};
use crate::schema::expected::ExpectedType;
use crate::schema::graph::Graph;
use crate::schema::known_types::{self, Known, KnownTypes};
use crate::traits::CandidType;
use crate::types::env::TypeEnv;
use crate::types::ty::Type;
use crate::util::frequent_cache::FrequentCache;
use crate::util::mechanisms;
use crate::value::model::IDLValue;
use std::cell::RefCell;
use std::rc::{Rc, Weak};

/// Types that are known only at run time, in the form that plans are compiled from.
struct DynamicTypes {
    graph: Rc<Graph>,
    nodes: Vec<u32>,
    known: RefCell<KnownSteps>,
}

/// The steps of the arguments of the last message with a cached plan: the next one is likely to have the same header.
#[derive(Default)]
struct KnownSteps {
    /// Keeps the address of the plan from being reused, not the plan.
    plan: Weak<Plan>,
    steps: Vec<Step>,
}

impl KnownSteps {
    fn are_of(&self, plan: &Rc<Plan>) -> bool {
        std::ptr::eq(self.plan.as_ptr(), Rc::as_ptr(plan))
    }
}

thread_local! {
    /// Types that values were decoded as.
    static DYNAMIC_TYPES: KnownTypes<DynamicTypes> = const { KnownTypes::new(FrequentCache::new()) };
}

impl<'de> IDLDeserialize<'de> {
    /// Decodes the next value as a type that is known only at run time.
    ///
    /// # Errors
    ///
    /// As [`IDLDeserialize::get_value`]; and if `ty` is not well-formed under `env`.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{de::IDLDeserialize, types::TypeInner, IDLValue, TypeEnv};
    ///
    /// let bytes = candid::encode_one(5u8)?;
    /// let mut message = IDLDeserialize::new(&bytes)?;
    /// let ty = TypeInner::Opt(TypeInner::Nat8.into()).into();
    /// let value = message.get_value_with_type(&TypeEnv::new(), &ty)?;
    /// assert_eq!(value, IDLValue::Opt(Box::new(IDLValue::Nat8(5))));
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn get_value_with_type(&mut self, env: &TypeEnv, ty: &Type) -> Result<IDLValue> {
        self.start_value_with_type(env, ty)
            .and_then(|step| self.dynamic(step, dynamic::decode))
    }

    /// Reads the next value to its end, without building it: fails, and charges, as decoding it as an `IDLValue` does.
    ///
    /// The memory of an `IDLValue` is many times that of its bytes, and has no relation to them where values take none.
    ///
    /// # Errors
    ///
    /// As [`IDLDeserialize::get_value`].
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::de::IDLDeserialize;
    ///
    /// let bytes = candid::encode_one(vec![(); 100_000]).unwrap();
    /// let mut message = IDLDeserialize::new(&bytes).unwrap();
    /// message.check_value().unwrap();
    /// message.done().unwrap();
    /// ```
    pub fn check_value(&mut self) -> Result<()> {
        let step = self.start_value(IDLValue::__descriptor())?;
        self.dynamic(step, dynamic::check)
    }

    /// Reads the next value to its end as a type that is known only at run time, see [`IDLDeserialize::check_value`].
    ///
    /// # Errors
    ///
    /// Those of [`IDLDeserialize::get_value_with_type`].
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::types::{TypeEnv, TypeInner};
    /// use candid::de::IDLDeserialize;
    ///
    /// let bytes = candid::encode_one("text").unwrap();
    /// let mut message = IDLDeserialize::new(&bytes).unwrap();
    /// let error = message.check_value_with_type(&TypeEnv::new(), &TypeInner::Nat.into());
    /// assert!(error.unwrap_err().to_string().starts_with("expected nat, found text"));
    /// ```
    pub fn check_value_with_type(&mut self, env: &TypeEnv, ty: &Type) -> Result<()> {
        self.start_value_with_type(env, ty)
            .and_then(|step| self.dynamic(step, dynamic::check))
    }

    /// Returns whether the arguments of the message have exactly these types: decoded as them, the values lose nothing. Of
    /// more arguments or more types, those that both have are compared.
    ///
    /// It may also return false where finding out would take too much work.
    ///
    /// # Errors
    ///
    /// If a type is not well-formed under `env`.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{de::IDLDeserialize, types::TypeInner, TypeEnv};
    ///
    /// let bytes = candid::encode_one(5u8)?;
    /// let message = IDLDeserialize::new(&bytes)?;
    /// assert!(message.has_types(&TypeEnv::new(), &[TypeInner::Nat8.into()])?);
    /// assert!(!message.has_types(&TypeEnv::new(), &[TypeInner::Reserved.into()])?);
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn has_types(&self, env: &TypeEnv, types: &[Type]) -> Result<bool> {
        let (graph, nodes, _) = Graph::of_types(env, types, false)?;
        let graph = Rc::new(graph);
        // What it finds out is by the address of the graph, which lives as long as it.
        let plan = Plan::new(self.plan.table.clone());
        let mut both = self.plan.table.args().iter().zip(nodes);
        Ok(both.all(|(arg, node)| plan.is_equal(arg.ty, &ExpectedType::Node(graph.clone(), node))))
    }

    /// Decodes the next values as types that are known only at run time.
    ///
    /// # Errors
    ///
    /// Those of [`IDLDeserialize::get_value_with_type`].
    pub(crate) fn get_values_with_types(
        &mut self,
        env: &TypeEnv,
        types: &[Type],
    ) -> Result<Vec<IDLValue>> {
        let mut values = Vec::with_capacity(types.len());
        match self.expect_types(env, types) {
            Ok(expected) => {
                if !self.get_values_with_known_steps(&expected, &mut values)? {
                    self.get_values_with_steps(&expected, &mut values)?;
                }
            }
            Err(_) => self.get_values_one_by_one(env, types, &mut values)?,
        }
        Ok(values)
    }

    /// Decodes the next values as types of which one has no values: it is reported after what is wrong with the values before it.
    #[cold]
    #[inline(never)]
    fn get_values_one_by_one(
        &mut self,
        env: &TypeEnv,
        types: &[Type],
        values: &mut Vec<IDLValue>,
    ) -> Result<()> {
        for ty in types {
            values.push(self.get_value_with_type(env, ty)?);
        }
        Ok(())
    }

    /// Decodes the values as these types and returns true if their steps are known; returns false, decoding none, otherwise.
    #[inline(always)]
    fn get_values_with_known_steps(
        &mut self,
        expected: &DynamicTypes,
        values: &mut Vec<IDLValue>,
    ) -> Result<bool> {
        let Ok(known) = expected.known.try_borrow() else {
            return Ok(false);
        };
        if self.next != 0 || !known.are_of(&self.plan.0) {
            return Ok(false);
        }
        for step in &known.steps {
            self.next += 1;
            self.next_dynamic(*step, values)?;
        }
        Ok(true)
    }

    /// Decodes the next values as types whose steps are not known.
    #[inline(never)]
    fn get_values_with_steps(
        &mut self,
        expected: &DynamicTypes,
        values: &mut Vec<IDLValue>,
    ) -> Result<()> {
        let is_first = self.next == 0;
        let mut steps = Vec::with_capacity(expected.nodes.len());
        for node in &expected.nodes {
            let step = self.step_at(&expected.graph, *node)?;
            steps.push(step);
            self.next_dynamic(step, values)?;
        }
        let is_cached = Rc::strong_count(&self.plan.0) > 1;
        if mechanisms::CACHED_STEPS && is_first && is_cached {
            let plan = Rc::downgrade(&self.plan.0);
            if let Ok(mut known) = expected.known.try_borrow_mut() {
                *known = KnownSteps { plan, steps };
            }
        }
        Ok(())
    }

    /// Returns the step of the next argument for a type that is known only at run time.
    fn start_value_with_type(&mut self, env: &TypeEnv, ty: &Type) -> Result<Step> {
        let expected = self.expect_types(env, std::slice::from_ref(ty))?;
        match expected.nodes.first() {
            Some(node) => self.step_at(&expected.graph, *node),
            None => Err(internal()),
        }
    }

    /// Returns types that are known only at run time, for which the plan may be used then.
    #[inline(always)]
    fn expect_types(&mut self, env: &TypeEnv, types: &[Type]) -> Result<Rc<DynamicTypes>> {
        match known_types::find(&DYNAMIC_TYPES, env, types) {
            Known::Made(known) => Ok(known),
            Known::Seen => self.make_types(env, types, true),
            Known::Nothing => self.make_types(env, types, false),
        }
    }

    /// Returns types of which nothing is known, or only that they were seen before.
    #[cold]
    #[inline(never)]
    fn make_types(
        &mut self,
        env: &TypeEnv,
        types: &[Type],
        is_seen: bool,
    ) -> Result<Rc<DynamicTypes>> {
        let (graph, nodes, references) = Graph::of_types(env, types, is_seen)?;
        let graph = Rc::new(graph);
        let new = Rc::new(DynamicTypes {
            graph: graph.clone(),
            nodes,
            known: RefCell::default(),
        });
        known_types::keep(&DYNAMIC_TYPES, types, &graph, references, &new);
        // Types that may be used only once must not make the plan grow that is cached for the header.
        if Rc::strong_count(&self.plan.0) > 1 {
            self.plan = PlanGuard(Plan::new(self.plan.table.clone()));
        }
        Ok(new)
    }

    /// Returns the step of the next argument for a node of a graph. `de/dynamic.rs` charges for the whole value.
    fn step_at(&mut self, graph: &Rc<Graph>, node: u32) -> Result<Step> {
        let expected = ExpectedType::Node(graph.clone(), node);
        let n_units = self.plan.n_units();
        let step = match self.plan.table.args().get(self.next) {
            Some(arg) => self.plan.step(arg.ty, &expected),
            None => self.absent(&expected),
        };
        if self.plan.n_units() != n_units {
            self.plan.add_graph(graph);
        }
        self.next += 1;
        step.map_err(|error| self.in_argument(error))
    }

    /// Decodes the value of a step, and appends it.
    #[inline(always)]
    fn next_dynamic(&mut self, step: Step, values: &mut Vec<IDLValue>) -> Result<()> {
        self.dynamic(step, |decoder| dynamic::decode_next(decoder, values))
    }

    /// Reads the value of a step by a function of `de/dynamic.rs`.
    fn dynamic<T>(
        &mut self,
        step: Step,
        read: impl FnOnce(Decoder<'_, '_, 'de>) -> Result<T>,
    ) -> Result<T> {
        let decoder = Decoder {
            cx: &mut Context {
                state: &mut self.state,
                plan: &self.plan,
            },
            step,
        };
        read(decoder).map_err(|error| self.in_argument(error))
    }
}
