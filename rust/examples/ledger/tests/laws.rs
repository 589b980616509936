//! What holds whatever is asked, by whom, and when: random transactions of a fixed seed.

use candid::{Nat, Principal};
use icrc_ledger_types::icrc1::account::Account;
use icrc_ledger_types::icrc1::transfer::TransferArg;
use icrc_ledger_types::icrc2::allowance::AllowanceArgs;
use icrc_ledger_types::icrc2::approve::ApproveArgs;
use icrc_ledger_types::icrc2::transfer_from::TransferFromArgs;
use ledger::engine::{Holding, Ledger, Refusal, Terms, Time};
use std::collections::BTreeSet;

const HOUR: Time = 60 * 60 * 1_000_000_000;
const PEOPLE: u8 = 5;

/// The first person is who tokens come from.
fn person(number: u8) -> Account {
    Account {
        owner: Principal::from_slice(&[number]),
        subaccount: None,
    }
}

fn terms() -> Terms {
    let holding = |number| Holding {
        account: person(number),
        amount: Nat::from(10_000u32),
    };
    Terms {
        name: "Example".into(),
        symbol: "EX".into(),
        decimals: 2,
        fee: Nat::from(3u8),
        minting_account: person(0),
        holdings: (1..PEOPLE).map(holding).collect(),
        max_recent: 4,
    }
}

/// A generator: xorshift64*.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % n
    }

    fn person(&mut self) -> Account {
        person(self.below(PEOPLE.into()).to_le_bytes()[0])
    }

    fn amount(&mut self) -> Nat {
        let max = 10u64.pow(u32::try_from(self.below(5)).unwrap() + 1);
        self.below(max).into()
    }

    fn maybe<T>(&mut self, value: T) -> Option<T> {
        (self.below(3) == 0).then_some(value)
    }
}

fn one(ledger: &mut Ledger, random: &mut Random, now: Time) -> Result<Nat, Refusal> {
    let (caller, to, amount) = (random.person(), random.person(), random.amount());
    let hours = now + 2 * HOUR - random.below(28) * HOUR;
    let created_at_time = random.maybe(hours);
    let fee = Nat::from(3 + random.below(8) / 7);
    let fee = random.maybe(fee);
    let end = now + random.below(9) * HOUR;
    match random.below(3) {
        0 => {
            let asked = TransferArg {
                from_subaccount: None,
                to,
                fee,
                created_at_time,
                memo: None,
                amount,
            };
            ledger.transfer(caller.owner, asked, now)
        }
        1 => {
            let asked = ApproveArgs {
                from_subaccount: None,
                spender: to,
                amount,
                expected_allowance: None,
                expires_at: random.maybe(end),
                fee,
                memo: None,
                created_at_time,
            };
            ledger.approve(caller.owner, asked, now)
        }
        _ => {
            let asked = TransferFromArgs {
                spender_subaccount: None,
                from: random.person(),
                to,
                amount,
                fee,
                memo: None,
                created_at_time,
            };
            ledger.transfer_from(caller.owner, asked, now)
        }
    }
}

/// All that somebody can see.
fn seen(ledger: &Ledger, now: Time) -> (Vec<Nat>, Nat, Vec<Nat>) {
    let balances = (0..PEOPLE).map(|number| ledger.balance(person(number)));
    let pairs = (0..PEOPLE).flat_map(|owner| (0..PEOPLE).map(move |spender| (owner, spender)));
    let allowance = |(owner, spender)| {
        let (account, spender) = (person(owner), person(spender));
        ledger.allowance(AllowanceArgs { account, spender }, now)
    };
    let allowances = pairs.map(|pair| allowance(pair).allowance);
    (balances.collect(), ledger.supply(), allowances.collect())
}

#[test]
fn the_laws_hold() {
    let mut ledger = Ledger::new(terms());
    let mut random = Random(7);
    let mut now = 1_000_000 * HOUR;
    let mut refusals = BTreeSet::new();
    let mut blocks = u64::from(PEOPLE) - 1;
    for _ in 0..4_000 {
        now += random.below(3) * HOUR;
        let before = seen(&ledger, now);
        match one(&mut ledger, &mut random, now) {
            Ok(block) => {
                assert_eq!(block, blocks, "transactions are numbered one by one");
                blocks += 1;
            }
            Err(refusal) => {
                assert_eq!(
                    seen(&ledger, now),
                    before,
                    "{refusal:?} has changed something"
                );
                refusals.insert(
                    format!("{refusal:?}")
                        .split('(')
                        .next()
                        .unwrap()
                        .to_string(),
                );
            }
        }
        let (balances, supply, _) = seen(&ledger, now);
        let sum = balances
            .iter()
            .fold(Nat::from(0u8), |sum, b| sum + b.clone());
        assert_eq!(sum, supply);
        assert_eq!(balances[0], 0u8, "the minting account holds nothing");
    }
    let bytes = candid::encode_one(&ledger).unwrap();
    assert_eq!(candid::decode_one::<Ledger>(&bytes).unwrap(), ledger);
    // The laws have met what they are about.
    let expected = [
        "BadBurn",
        "BadFee",
        "Busy",
        "CreatedInFuture",
        "Expired",
        "InsufficientAllowance",
        "InsufficientFunds",
        "Senseless",
        "TooOld",
    ];
    assert_eq!(
        refusals.iter().collect::<Vec<_>>(),
        expected.iter().collect::<Vec<_>>()
    );
    assert!(blocks > 500, "{blocks}");
}

#[test]
fn a_transaction_is_remembered_for_a_day() {
    let mut ledger = Ledger::new(terms());
    let created = 1_000_000 * HOUR;
    let asked = TransferArg {
        from_subaccount: None,
        to: person(2),
        fee: None,
        created_at_time: Some(created),
        memo: Some(7.into()),
        amount: Nat::from(1u8),
    };
    let mut ask = |now, memo: u64| {
        let memo = Some(memo.into());
        let asked = TransferArg {
            memo,
            ..asked.clone()
        };
        ledger.transfer(person(1).owner, asked, now)
    };
    let minute = HOUR / 60;
    assert_eq!(ask(created - 2 * minute, 7), Ok(Nat::from(4u8)));
    assert_eq!(ask(created, 7), Err(Refusal::Duplicate(Nat::from(4u8))));
    assert_eq!(
        ask(created, 8),
        Ok(Nat::from(5u8)),
        "another memo is another transaction"
    );
    let last = created + 24 * HOUR + 2 * minute;
    assert_eq!(ask(last, 7), Err(Refusal::Duplicate(Nat::from(4u8))));
    assert_eq!(ask(last + 1, 7), Err(Refusal::TooOld));
}

#[test]
fn an_allowance_ends() {
    let mut ledger = Ledger::new(terms());
    let now = 1_000_000 * HOUR;
    let asked = ApproveArgs {
        from_subaccount: None,
        spender: person(2),
        amount: Nat::from(50u8),
        expected_allowance: None,
        expires_at: Some(now + HOUR),
        fee: None,
        memo: None,
        created_at_time: None,
    };
    ledger.approve(person(1).owner, asked, now).unwrap();
    let mut spend = |now| {
        let asked = TransferFromArgs {
            spender_subaccount: None,
            from: person(1),
            to: person(3),
            amount: Nat::from(7u8),
            fee: None,
            memo: None,
            created_at_time: None,
        };
        ledger.transfer_from(person(2).owner, asked, now)
    };
    assert_eq!(spend(now + HOUR - 1), Ok(Nat::from(5u8)));
    assert_eq!(
        spend(now + HOUR),
        Err(Refusal::InsufficientAllowance(Nat::from(0u8)))
    );
    // Its owner has paid for the approval and for one transfer of 7.
    assert_eq!(ledger.balance(person(1)), Nat::from(10_000u32 - 3 - 3 - 7));
}
