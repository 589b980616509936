//! One side of the book: levels by price, orders by age within a level.

use super::types::{LevelInfo, OrderId, Price, Quantity, Side};
use std::collections::{BTreeMap, BTreeSet};

/// The orders that wait at one price. Numbers are given out by age, so the first is the oldest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Level {
    quantity: u128,
    orders: BTreeSet<OrderId>,
}

/// All levels of one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ladder {
    side: Side,
    levels: BTreeMap<Price, Level>,
}

impl Ladder {
    pub(super) fn new(side: Side) -> Self {
        Self {
            side,
            levels: BTreeMap::new(),
        }
    }

    /// The best price: the highest that is bid, the lowest that is asked.
    pub(super) fn best(&self) -> Option<Price> {
        let level = match self.side {
            Side::Buy => self.levels.last_key_value(),
            Side::Sell => self.levels.first_key_value(),
        };
        level.map(|(price, _)| *price)
    }

    /// The oldest order at the best price, if that price is no worse than the limit for who trades with this side.
    pub(super) fn first_within(&self, limit: Option<Price>) -> Option<(Price, OrderId)> {
        let price = self.best()?;
        let is_within = limit.is_none_or(|limit| match self.side {
            Side::Buy => price >= limit,
            Side::Sell => price <= limit,
        });
        let order = *self.levels.get(&price)?.orders.first()?;
        is_within.then_some((price, order))
    }

    pub(super) fn insert(&mut self, price: Price, order: OrderId, quantity: Quantity) {
        let level = self.levels.entry(price).or_default();
        level.quantity += u128::from(quantity);
        level.orders.insert(order);
    }

    /// Some of an order is gone, but not all of it.
    pub(super) fn shrink(&mut self, price: Price, by: Quantity) {
        if let Some(level) = self.levels.get_mut(&price) {
            level.quantity = level.quantity.saturating_sub(u128::from(by));
        }
    }

    /// An order is gone with all that was left of it.
    pub(super) fn remove(&mut self, price: Price, order: OrderId, remaining: Quantity) {
        if let Some(level) = self.levels.get_mut(&price) {
            level.quantity = level.quantity.saturating_sub(u128::from(remaining));
            level.orders.remove(&order);
            if level.orders.is_empty() {
                self.levels.remove(&price);
            }
        }
    }

    /// The best levels, best first.
    pub(super) fn depth(&self, limit: usize) -> Vec<LevelInfo> {
        let describe = |(price, level): (&Price, &Level)| LevelInfo {
            price: *price,
            quantity: level.quantity,
            orders: u32::try_from(level.orders.len()).unwrap_or(u32::MAX),
        };
        match self.side {
            Side::Buy => self.levels.iter().rev().take(limit).map(describe).collect(),
            Side::Sell => self.levels.iter().take(limit).map(describe).collect(),
        }
    }
}
