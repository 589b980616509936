// A chart: what a program in JavaScript does with the archive.

/** @typedef {import('./archive.js')._SERVICE} Archive */
/** @typedef {import('./tools.js').Tools} Tools */

const START = 1_620_000_000_000_000_000n;
const SECOND = 1_000_000_000n;

/** @param {Tools} tools */
export const install = ({ Principal }) => [
  { symbol: 'ICP/USD', writer: Principal.anonymous(), candle_seconds: 60, max_page: 100 },
];

/** @type {import('./archive.js').Trade[]} */
const TRADES = Array.from({ length: 250 }, (_, number) => ({
  at: START + BigInt(number) * 7n * SECOND,
  price: 1000n + BigInt((number * 37) % 101),
  quantity: 2n ** 64n - 1n - BigInt(number),
  taker_side: number % 3 === 0 ? { Buy: null } : { Sell: null },
}));

/** @param {import('./archive.js').Trade} trade */
function row({ at, price, quantity, taker_side }) {
  const bytes = new DataView(new ArrayBuffer(25));
  [at, price, quantity].forEach((number, idx) => bytes.setBigUint64(idx * 8, number, true));
  bytes.setUint8(24, 'Sell' in taker_side ? 1 : 0);
  return new Uint8Array(bytes.buffer);
}

/**
 * @param {Archive} archive
 * @param {Tools} tools
 */
export async function client(archive, { Principal, same }) {
  const until = START + 240n * 7n * SECOND;
  const [added, late, info, first, candles, chunk] = await Promise.all([
    archive.append(TRADES),
    archive.append([TRADES[0]]),
    archive.info(),
    archive.trades({ from: [START + 1n], until: [until] }, 65_535),
    archive.candles({ from: [], until: [START + 180n * SECOND] }, 2),
    archive.rows(25n * 248n, 1_000),
  ]);
  same(added, { Ok: { first: 0n, count: 250 } });
  const newest = TRADES[249].at;
  same(late, { Err: { OutOfOrder: { position: 0, after: newest } } });
  same(info, {
    terms: install({ Principal, same })[0],
    trades: 250n,
    oldest: [START],
    newest: [newest],
    row_bytes: 25,
  });
  same(chunk, { bytes: new Uint8Array([...row(TRADES[248]), ...row(TRADES[249])]), total: 6_250n });

  // The first nine trades are within a minute, the next nine as well.
  const candle = (/** @type {bigint} */ start, /** @type {import('./archive.js').Trade[]} */ trades) => {
    const prices = trades.map(({ price }) => price).sort((a, b) => Number(a - b));
    return {
      start,
      open: trades[0].price,
      high: prices[prices.length - 1],
      low: prices[0],
      close: trades[trades.length - 1].price,
      volume: trades.reduce((sum, { quantity }) => sum + quantity, 0n),
      trades: trades.length,
    };
  };
  same(candles.candles, [
    candle(START, TRADES.slice(0, 9)),
    candle(START + 60n * SECOND, TRADES.slice(9, 18)),
  ]);
  same(candles.next, [START + 120n * SECOND]);

  // A page says which method has the next one; the walk ends where the range does.
  let page = first;
  const all = [...page.trades];
  const numbers = [page.first];
  for (let [next] = page.next; next !== undefined; [next] = page.next) {
    const [, method] = next.follow;
    same(method, 'follow');
    page = await archive.follow(next.token);
    numbers.push(page.first);
    all.push(...page.trades);
  }
  same(numbers, [[1n], [101n], [201n]]);
  same(all, TRADES.slice(1, 240));
}
