// A wallet: what a program in TypeScript does with the ledger.

import { type Account, type Client, encodeInit, type TransferArg, type TransferError, unwrap } from './ledger.js';
import type { Tools } from '../tools.js';

const subaccount = (number: number): Uint8Array => new Uint8Array(32).fill(number);

export const install = ({ Principal }: Tools): Uint8Array =>
  encodeInit({
    name: 'Example Token',
    symbol: 'XTK',
    decimals: 8,
    fee: 10n,
    minting_account: { owner: Principal.anonymous(), subaccount: subaccount(77) },
    holdings: [{ account: { owner: Principal.anonymous(), subaccount: null }, amount: 1_000_000n }],
    max_recent: 1,
  });

export async function client(ledger: Client, { Principal, same }: Tools): Promise<void> {
  const owner = Principal.anonymous();
  const own: Account = { owner, subaccount: null };
  const bob: Account = { owner, subaccount: subaccount(2) };
  const payment: TransferArg = {
    to: bob,
    amount: 500n,
    from_subaccount: null,
    fee: null,
    memo: null,
    created_at_time: null,
  };
  const [metadata, minting, paid, refused] = await Promise.all([
    ledger.icrc1_metadata(),
    ledger.icrc1_minting_account(),
    ledger.icrc1_transfer(payment),
    ledger.icrc1_transfer({ ...payment, fee: 11n }),
  ]);
  same(metadata[0], ['icrc1:name', { kind: 'Text', value: 'Example Token' }]);
  same(minting?.subaccount, subaccount(77));
  same(unwrap(paid), 1n);
  same(refused, { kind: 'Err', value: { kind: 'BadFee', value: { expected_fee: 10n } } });
  const message = (error: TransferError): string => {
    switch (error.kind) {
      case 'BadFee':
        return `the fee is ${error.value.expected_fee}`;
      case 'GenericError':
        return error.value.message;
      default:
        return error.kind;
    }
  };
  same(refused.kind === 'Err' ? message(refused.value) : '', 'the fee is 10');

  const [approved, allowances, balance] = await Promise.all([
    ledger.icrc2_approve({ ...payment, spender: bob, expected_allowance: 0n, expires_at: null }),
    ledger.icrc103_get_allowances({ from_account: null, prev_spender: null, take: 1n }),
    ledger.icrc1_balance_of(own),
  ]);
  same(approved.kind, 'Ok');
  same(allowances, { kind: 'Ok', value: [{ from_account: own, to_spender: bob, allowance: 500n, expires_at: null }] });
  same(balance, 1_000_000n - 500n - 10n - 10n);
}
