// A trader: what a program in JavaScript does with the order book.

/** @typedef {import('./order_book.js')._SERVICE} Market */
/** @typedef {import('./tools.js').Tools} Tools */

const NOW = 1_620_328_630_000_000_000n;
const TERMS = { symbol: 'ICP/USD', tick_size: 5n, lot_size: 10n, max_open_per_owner: 3 };

export const install = () => [TERMS];

/** @type {(side: 'Buy' | 'Sell', kind: import('./order_book.js').Kind, quantity: bigint) => import('./order_book.js').NewOrder} */
const order = (side, kind, quantity) => ({
  side: side === 'Buy' ? { Buy: null } : { Sell: null },
  kind,
  quantity,
  tag: [],
});

/**
 * @param {Market} market
 * @param {Tools} tools
 */
export async function client(market, { Principal, same }) {
  const [terms, ...placed] = await Promise.all([
    market.market(),
    market.place({ ...order('Sell', { Limit: { price: 105n } }, 30n), tag: [2n ** 64n - 1n] }),
    market.place(order('Sell', { PostOnly: { price: 110n } }, 20n)),
    market.place(order('Buy', { ImmediateOrCancel: { price: 105n } }, 40n)),
    market.place(order('Buy', { Limit: { price: 104n } }, 10n)),
    market.place(order('Buy', { PostOnly: { price: 110n } }, 10n)),
  ]);
  same(terms, { Ok: TERMS });
  const trade = {
    id: 1n,
    at: NOW,
    maker: 1n,
    taker: 3n,
    price: 105n,
    quantity: 30n,
    taker_side: { Buy: null },
  };
  same(placed, [
    { Ok: { order_id: 1n, trades: [], open: 30n, dropped: 0n } },
    { Ok: { order_id: 2n, trades: [], open: 20n, dropped: 0n } },
    { Ok: { order_id: 3n, trades: [trade], open: 0n, dropped: 10n } },
    { Err: { BadPrice: { tick_size: 5n } } },
    { Err: { WouldTrade: { best: 110n } } },
  ]);

  const [depth, status, trades, cancelled, unknown] = await Promise.all([
    market.depth(5),
    market.order_status(1n),
    market.trades_since(0n, 10),
    market.cancel(2n),
    market.cancel(2n ** 64n - 1n),
  ]);
  same(depth, { Ok: { bids: [], asks: [{ price: 110n, quantity: 20n, orders: 1 }], next_trade: 2n } });
  same(status, {
    Ok: {
      id: 1n,
      tag: [2n ** 64n - 1n],
      status: { Filled: null },
      owner: Principal.anonymous(),
      side: { Sell: null },
      filled: 30n,
      quantity: 30n,
      price: [105n],
    },
  });
  same(trades, { Ok: [trade] });
  same(cancelled, { Ok: 20n });
  same(unknown, { Err: { UnknownOrder: null } });
}
