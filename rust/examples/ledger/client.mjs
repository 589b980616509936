// A wallet: what a program in JavaScript does with the ledger.

/** @typedef {import('./ledger.js')._SERVICE} Ledger */
/** @typedef {import('./tools.js').Tools} Tools */

const NOW = 1_620_328_630_000_000_000n;

/** @param {number} number */
const subaccount = (number) => new Uint8Array(32).fill(number);

/** @param {Tools} tools */
export const install = ({ Principal }) => [
  {
    name: 'Example Token',
    symbol: 'XTK',
    decimals: 8,
    fee: 10n,
    minting_account: { owner: Principal.anonymous(), subaccount: [subaccount(77)] },
    holdings: [
      { account: { owner: Principal.anonymous(), subaccount: [] }, amount: 1_000_000n },
      { account: { owner: Principal.managementCanister(), subaccount: [] }, amount: 2n ** 100n },
    ],
    max_recent: 1,
  },
];

/**
 * @param {Ledger} ledger
 * @param {Tools} tools
 */
export async function client(ledger, { Principal, same }) {
  const owner = Principal.anonymous();
  /** @type {import('./ledger.js').Account} */
  const own = { owner, subaccount: [] };
  /** @type {(number: number) => import('./ledger.js').Account} */
  const account = (number) => ({ owner, subaccount: [subaccount(number)] });
  const [alice, bob, minter] = [account(1), account(2), account(77)];

  same(
    await Promise.all([
      ledger.icrc1_name(),
      ledger.icrc1_symbol(),
      ledger.icrc1_decimals(),
      ledger.icrc1_fee(),
      ledger.icrc1_total_supply(),
    ]),
    ['Example Token', 'XTK', 8, 10n, 2n ** 100n + 1_000_000n],
  );

  /** @type {(to: import('./ledger.js').Account, amount: bigint, more?: Partial<import('./ledger.js').TransferArg>) => ReturnType<Ledger['icrc1_transfer']>} */
  const transfer = (to, amount, more) =>
    ledger.icrc1_transfer({ to, amount, from_subaccount: [], fee: [], memo: [], created_at_time: [], ...more });
  /** @type {Partial<import('./ledger.js').TransferArg>} */
  const rent = { fee: [10n], memo: [Uint8Array.of(0, 255)], created_at_time: [NOW] };
  const [metadata, standards, minting, ...transfers] = await Promise.all([
    ledger.icrc1_metadata(),
    ledger.icrc1_supported_standards(),
    ledger.icrc1_minting_account(),
    transfer(alice, 500n),
    transfer(bob, 1n, rent),
    transfer(bob, 1n, rent),
    transfer(bob, 1n, { fee: [11n] }),
    transfer(bob, 501n, { from_subaccount: [subaccount(1)] }),
    transfer(bob, 1n, { created_at_time: [0n] }),
    transfer(bob, 1n, { created_at_time: [NOW * 2n] }),
    transfer(bob, 1n, { created_at_time: [NOW - 1n] }),
    transfer(bob, 1n, { memo: [new Uint8Array(33)] }),
    transfer(minter, 9n),
    transfer(alice, 10n ** 30n, { from_subaccount: [subaccount(77)] }),
  ]);
  same(metadata, [
    ['icrc1:name', { Text: 'Example Token' }],
    ['icrc1:symbol', { Text: 'XTK' }],
    ['icrc1:decimals', { Nat: 8n }],
    ['icrc1:fee', { Nat: 10n }],
    ['icrc1:max_memo_length', { Nat: 32n }],
  ]);
  same(
    standards.map(({ name }) => name),
    ['ICRC-1', 'ICRC-2', 'ICRC-103'],
  );
  same(minting, [minter]);
  same(transfers, [
    { Ok: 2n },
    { Ok: 3n },
    { Err: { Duplicate: { duplicate_of: 3n } } },
    { Err: { BadFee: { expected_fee: 10n } } },
    { Err: { InsufficientFunds: { balance: 500n } } },
    { Err: { TooOld: null } },
    { Err: { CreatedInFuture: { ledger_time: NOW } } },
    { Err: { TemporarilyUnavailable: null } },
    { Err: { GenericError: { error_code: 1n, message: 'a memo has at most 32 bytes' } } },
    { Err: { BadBurn: { min_burn_amount: 10n } } },
    { Ok: 4n },
  ]);

  /** @type {Pick<import('./ledger.js').ApproveArgs, 'from_subaccount' | 'fee' | 'memo' | 'created_at_time'>} */
  const approval = { from_subaccount: [], fee: [], memo: [], created_at_time: [] };
  const spend = () =>
    ledger.icrc2_transfer_from({
      spender_subaccount: bob.subaccount,
      from: own,
      to: alice,
      amount: 60n,
      fee: [],
      memo: [],
      created_at_time: [],
    });
  const [approved, spent, refused, allowances, left, balances] = await Promise.all([
    ledger.icrc2_approve({ ...approval, spender: bob, amount: 100n, expected_allowance: [0n], expires_at: [NOW + 1n] }),
    spend(),
    spend(),
    ledger.icrc103_get_allowances({ from_account: [], prev_spender: [], take: [] }),
    ledger.icrc2_allowance({ account: own, spender: bob }),
    Promise.all([own, alice, bob].map((account) => ledger.icrc1_balance_of(account))),
  ]);
  same(approved, { Ok: 5n });
  same(spent, { Ok: 6n });
  same(refused, { Err: { InsufficientAllowance: { allowance: 30n } } });
  /** @type {import('./ledger.js').Icrc2Allowance} */
  const allowance = { allowance: 30n, expires_at: [NOW + 1n] };
  same(allowances, { Ok: [{ from_account: { owner, subaccount: [] }, to_spender: bob, ...allowance }] });
  same(left, allowance);
  same(balances, [999_399n, 10n ** 30n + 560n, 1n]);
}
