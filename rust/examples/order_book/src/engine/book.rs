//! The book: places, matches, cancels and replaces orders, and answers questions about them.

use super::ladder::Ladder;
use super::types::{
    Config, Depth, Kind, NewOrder, OrderError, OrderId, OrderInfo, Placed, Price, Quantity,
    Replacement, Side, Status, Trade, TradeId,
};
use candid::Principal;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// An order trades with at most this many others; what it could have traded beyond is dropped. So that one message
/// can neither run out of instructions nor answer more than a reply can hold.
const MAX_FILLS: usize = 1_000;
/// A page of trades or levels is no longer than this.
const MAX_PAGE: usize = 1_000;
/// This many trades, and orders that are done, are remembered. The oldest are forgotten first.
const KEPT: usize = 10_000;

/// A limit order book with price-time priority.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    pub(super) config: Config,
    pub(super) next_order: OrderId,
    pub(super) next_trade: TradeId,
    bids: Ladder,
    asks: Ladder,
    pub(super) open: BTreeMap<OrderId, OrderInfo>,
    by_owner: BTreeMap<Principal, BTreeSet<OrderId>>,
    pub(super) done: BTreeMap<OrderId, OrderInfo>,
    pub(super) trades: VecDeque<Trade>,
}

impl Book {
    /// An empty book.
    ///
    /// # Errors
    ///
    /// The tick or the lot is zero.
    pub fn new(config: Config) -> Result<Self, OrderError> {
        if config.tick_size == 0 || config.lot_size == 0 {
            return Err(OrderError::BadState(
                "the tick and the lot must not be zero".into(),
            ));
        }
        Ok(Self {
            config,
            next_order: 1,
            next_trade: 1,
            bids: Ladder::new(Side::Buy),
            asks: Ladder::new(Side::Sell),
            open: BTreeMap::new(),
            by_owner: BTreeMap::new(),
            done: BTreeMap::new(),
            trades: VecDeque::new(),
        })
    }

    /// Takes an order: it trades with what is in the book, and what is left waits there or is dropped.
    ///
    /// # Errors
    ///
    /// Price or quantity are not in ticks and lots, an order that must not trade would, or the owner has too
    /// many orders in the book.
    pub fn place(
        &mut self,
        owner: Principal,
        order: NewOrder,
        at: u64,
    ) -> Result<Placed, OrderError> {
        let price = match order.kind {
            Kind::Market => None,
            Kind::Limit { price }
            | Kind::ImmediateOrCancel { price }
            | Kind::PostOnly { price } => Some(price),
        };
        self.check_terms(price, order.quantity)?;
        let may_wait = matches!(order.kind, Kind::Limit { .. } | Kind::PostOnly { .. });
        if may_wait && self.n_open(&owner) >= self.config.max_open_per_owner as usize {
            return Err(OrderError::TooManyOpen {
                limit: self.config.max_open_per_owner,
            });
        }
        if matches!(order.kind, Kind::PostOnly { .. }) {
            self.check_waits(order.side, price)?;
        }
        let info = OrderInfo {
            id: self.next_order,
            owner,
            side: order.side,
            price,
            quantity: order.quantity,
            filled: 0,
            tag: order.tag,
            status: Status::Open,
        };
        Ok(self.enter(info, may_wait, at))
    }

    /// Withdraws what is left of an order, and says how much that was.
    ///
    /// # Errors
    ///
    /// There is no such order in the book, or it is somebody else's.
    pub fn cancel(&mut self, owner: Principal, order_id: OrderId) -> Result<Quantity, OrderError> {
        let remaining = self.owned(owner, order_id)?.remaining();
        self.withdraw(order_id, Status::Cancelled);
        Ok(remaining)
    }

    /// Withdraws all orders of an owner and returns their numbers.
    pub fn cancel_all(&mut self, owner: Principal) -> Vec<OrderId> {
        let orders: Vec<OrderId> = self
            .by_owner
            .get(&owner)
            .into_iter()
            .flatten()
            .copied()
            .collect();
        for order_id in &orders {
            self.withdraw(*order_id, Status::Cancelled);
        }
        orders
    }

    /// Gives an order other terms. If it only gets smaller it keeps its number and its place in the queue; else it goes
    /// on as a new order, which may trade at once.
    ///
    /// # Errors
    ///
    /// As for [`Book::place`] and [`Book::cancel`]; the order is as it was then.
    pub fn replace(
        &mut self,
        owner: Principal,
        new: Replacement,
        at: u64,
    ) -> Result<Placed, OrderError> {
        let old = *self.owned(owner, new.order_id)?;
        self.check_terms(Some(new.price), new.quantity)?;
        if old.price == Some(new.price) && new.quantity <= old.remaining() {
            let by = old.remaining() - new.quantity;
            self.ladder(old.side).shrink(new.price, by);
            if let Some(order) = self.open.get_mut(&old.id) {
                order.quantity -= by;
            }
            return Ok(Placed {
                order_id: old.id,
                trades: Vec::new(),
                open: new.quantity,
                dropped: 0,
            });
        }
        self.withdraw(
            old.id,
            Status::Replaced {
                by: self.next_order,
            },
        );
        let info = OrderInfo {
            id: self.next_order,
            price: Some(new.price),
            quantity: new.quantity,
            filled: 0,
            ..old
        };
        Ok(self.enter(info, true, at))
    }

    /// The best levels of both sides, at most a thousand of each.
    pub fn depth(&self, levels: u16) -> Depth {
        let limit = usize::from(levels).min(MAX_PAGE);
        Depth {
            bids: self.bids.depth(limit),
            asks: self.asks.depth(limit),
            next_trade: self.next_trade,
        }
    }

    /// What is known of an order, if it is not forgotten.
    pub fn order(&self, order_id: OrderId) -> Option<OrderInfo> {
        self.open
            .get(&order_id)
            .or_else(|| self.done.get(&order_id))
            .copied()
    }

    /// The trades from a number on, oldest first, at most `limit` and at most a thousand.
    pub fn trades_since(&self, from: TradeId, limit: u16) -> Vec<Trade> {
        let start = self.trades.partition_point(|trade| trade.id < from);
        let limit = usize::from(limit).min(MAX_PAGE);
        self.trades
            .iter()
            .skip(start)
            .take(limit)
            .copied()
            .collect()
    }

    /// The terms of the market.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The orders in the book, oldest first.
    pub fn open_orders(&self) -> impl Iterator<Item = &OrderInfo> {
        self.open.values()
    }

    fn check_terms(&self, price: Option<Price>, quantity: Quantity) -> Result<(), OrderError> {
        let Config {
            tick_size,
            lot_size,
            ..
        } = self.config;
        if price.is_some_and(|price| price == 0 || price.checked_rem(tick_size) != Some(0)) {
            return Err(OrderError::BadPrice { tick_size });
        }
        if quantity == 0 || quantity.checked_rem(lot_size) != Some(0) {
            return Err(OrderError::BadQuantity { lot_size });
        }
        Ok(())
    }

    fn check_waits(&mut self, side: Side, price: Option<Price>) -> Result<(), OrderError> {
        match self.other(side).first_within(price) {
            Some((best, _)) => Err(OrderError::WouldTrade { best }),
            None => Ok(()),
        }
    }

    fn owned(&self, owner: Principal, order_id: OrderId) -> Result<&OrderInfo, OrderError> {
        let Some(order) = self.open.get(&order_id) else {
            let done = self.done.get(&order_id).ok_or(OrderError::UnknownOrder)?;
            return Err(OrderError::NotOpen {
                status: done.status,
            });
        };
        if order.owner == owner {
            Ok(order)
        } else {
            Err(OrderError::NotOwner)
        }
    }

    fn n_open(&self, owner: &Principal) -> usize {
        self.by_owner.get(owner).map_or(0, BTreeSet::len)
    }

    fn ladder(&mut self, side: Side) -> &mut Ladder {
        match side {
            Side::Buy => &mut self.bids,
            Side::Sell => &mut self.asks,
        }
    }

    fn other(&mut self, side: Side) -> &mut Ladder {
        match side {
            Side::Buy => &mut self.asks,
            Side::Sell => &mut self.bids,
        }
    }

    /// A checked order trades and finds its place.
    fn enter(&mut self, mut order: OrderInfo, may_wait: bool, at: u64) -> Placed {
        self.next_order += 1;
        let trades = self.trade(&mut order, at);
        let remaining = order.remaining();
        let could_trade_on = self.other(order.side).first_within(order.price).is_some();
        let (mut open, mut dropped) = (0, 0);
        match order.price {
            _ if remaining == 0 => self.remember(order, Status::Filled),
            Some(price) if may_wait && !could_trade_on => {
                open = remaining;
                self.wait(order, price);
            }
            _ => {
                dropped = remaining;
                self.remember(order, Status::Cancelled);
            }
        }
        Placed {
            order_id: order.id,
            trades,
            open,
            dropped,
        }
    }

    /// Trades an order with the other side of the book, best price first, then oldest first.
    fn trade(&mut self, taker: &mut OrderInfo, at: u64) -> Vec<Trade> {
        let mut trades = Vec::new();
        while taker.remaining() > 0 && trades.len() < MAX_FILLS {
            let Some((price, maker_id)) = self.other(taker.side).first_within(taker.price) else {
                break;
            };
            let Some(maker) = self.open.get_mut(&maker_id) else {
                break;
            };
            let quantity = taker.remaining().min(maker.remaining());
            maker.filled += quantity;
            taker.filled += quantity;
            if maker.remaining() == 0 {
                self.other(taker.side).remove(price, maker_id, quantity);
                self.leave(maker_id, Status::Filled);
            } else {
                self.other(taker.side).shrink(price, quantity);
            }
            trades.push(Trade {
                id: self.next_trade,
                price,
                quantity,
                maker: maker_id,
                taker: taker.id,
                taker_side: taker.side,
                at,
            });
            self.next_trade += 1;
        }
        self.trades.extend(&trades);
        let surplus = self.trades.len().saturating_sub(KEPT);
        self.trades.drain(..surplus);
        trades
    }

    /// Puts an order into the book at its price.
    pub(super) fn wait(&mut self, order: OrderInfo, price: Price) {
        self.ladder(order.side)
            .insert(price, order.id, order.remaining());
        self.by_owner
            .entry(order.owner)
            .or_default()
            .insert(order.id);
        self.open.insert(order.id, order);
    }

    fn withdraw(&mut self, order_id: OrderId, status: Status) {
        if let Some(OrderInfo {
            side,
            price: Some(price),
            ..
        }) = self.open.get(&order_id).copied()
        {
            let remaining = self.open.get(&order_id).map_or(0, OrderInfo::remaining);
            self.ladder(side).remove(price, order_id, remaining);
            self.leave(order_id, status);
        }
    }

    /// An order is in the book no more.
    fn leave(&mut self, order_id: OrderId, status: Status) {
        let Some(order) = self.open.remove(&order_id) else {
            return;
        };
        if let Some(orders) = self.by_owner.get_mut(&order.owner) {
            orders.remove(&order_id);
            if orders.is_empty() {
                self.by_owner.remove(&order.owner);
            }
        }
        self.remember(order, status);
    }

    fn remember(&mut self, order: OrderInfo, status: Status) {
        self.done.insert(order.id, OrderInfo { status, ..order });
        if self.done.len() > KEPT {
            self.done.pop_first();
        }
    }
}
