import { unwrap } from '@common/base/result';
import type { DisputeAnswer } from '@platform/core/dispute/judge-dispute';
import type { Dispute } from '@platform/core/objects/dispute';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { Receipt } from '@platform/core/objects/receipt';
import { withhold } from '@platform/core/receipt/view';
import { AIR, CLAIMED_KEYS, CLAIMS } from '../../../core/test/dispute/claimed-disputes.ts';
import { MADE } from '../../../core/test/dispute/made-disputes.ts';
import { ackOf, fileAbout, PINNED } from '../../../core/test/dispute/made-files.ts';
import { OMISSIONS } from '../../../core/test/dispute/stolen-disputes.ts';
import { LIES } from '../../../core/test/verify/hostile/lies.ts';
import { seeded } from '../../../core/test/verify/hostile/random.ts';
import { draftOf, resign } from '../../../core/test/verify/hostile/resign.ts';
import { CAST, opened, tell } from '../../../core/test/verify/story.ts';
import { party } from '../../../core/test/verify/story-keys.ts';
import { BESIDE } from './beside.ts';
import type { KitCase } from './case.ts';
import { COUNTERPARTY } from './counterparty.ts';
import { ENDINGS } from './endings.ts';

/** A dispute file, and what it comes to. */
export interface DisputeCase {
  readonly name: string;
  readonly make: () => { readonly file: string; readonly keys: KeySet | null };
  /** Null: only not inside. */
  readonly answer: DisputeAnswer | 'unusable' | null;
}

function judged(
  name: string,
  make: () => Dispute,
  answer: DisputeCase['answer'],
  keys: KeySet | null = PINNED,
): DisputeCase {
  return { name, answer, make: () => ({ file: JSON.stringify(make()), keys }) };
}

const made = Object.entries(MADE).map(([name, [file, answer]]) => judged(name, () => file, answer));

const beside = BESIDE.map(([name, answer, make]) => judged(name, make, answer));

const claimed = Object.entries(CLAIMS).map(([code, make]): DisputeCase => {
  const answer = code.startsWith('ACCEPT') ? 'inside' : null;
  return { name: `receipt-claim ${code}`, answer, make: () => ({ file: make(), keys: CLAIMED_KEYS }) };
});

const ofAir = Object.entries(AIR).map(
  ([name, [answer, make]]): DisputeCase => ({
    name: `air ${name}`,
    answer,
    make: () => ({ file: make(), keys: CLAIMED_KEYS }),
  }),
);

const omitted = Object.entries(OMISSIONS).map(([what, [receipt, beside, keys]]) =>
  judged(`stolen keys, without ${what}`, () => fileAbout(receipt, beside), null, keys),
);

/** A payment over its limit, of which a thief signs each lie with one key. */
const lied = (['authority', 'pep', 'service'] as const).flatMap((key, index) =>
  Object.entries(LIES)
    .filter((_, number) => number % 12 === index)
    .map(([lie, change]) =>
      judged(
        `stolen ${key}, ${lie}`,
        () => {
          const draft = draftOf(tell({ params: { amount: '600' } }));
          change(draft, seeded(index + 1));
          return fileAbout(resign(draft, { held: [key], forgery: 'leave', careful: true }));
        },
        null,
      ),
    ),
);

const SMALL = tell({ approved: false });
const DENIED = tell({ outcome: 'denied' });
const ELSEWHERE = { ...CAST, authority: party('authority_elsewhere', 'authority') };
const withheld = (receipt: Receipt, names: readonly string[], beside: Partial<Dispute> = {}) =>
  fileAbout(unwrap(withhold(opened(receipt), names)).view, beside);

/** A dispute over the receipt of a case of another group. */
function over(cases: readonly KitCase[], name: string, answer: DisputeCase['answer']): DisputeCase {
  const make = () => {
    const { receipt, keys = null } = cases.find((one) => one.name === name)?.make() ?? {};
    return { file: JSON.stringify(fileAbout(receipt, { ground: 'performance' })), keys };
  };
  return { name, answer, make };
}

const ofOthers = [
  over(ENDINGS, 'rejected by an approver', 'refused'),
  over(ENDINGS, 'cancelled by the principal', 'refused'),
  over(COUNTERPARTY, 'a balance that was read', 'undecided'),
];

const more = [
  judged('without keys', () => fileAbout(SMALL), 'inside', null),
  judged('without the key of the bank', () => fileAbout(tell()), 'inside', without('bank')),
  judged('refused without keys', () => fileAbout(DENIED), 'refused', null),
  judged(
    'refused without the key of the authority',
    () => fileAbout(DENIED),
    'refused',
    without('authority'),
  ),
  judged('refused, and the memo withheld', () => withheld(DENIED, ['memo']), 'refused'),
  judged('undecided without keys', () => withheld(SMALL, ['memo']), 'undecided', null),
  judged(
    'another receipt by keys of nobody',
    () => {
      const action = { grant_id: 'gr_fedcba9876543210fedcba98' };
      return fileAbout(SMALL, { others: [tell({ approved: false, cast: ELSEWHERE, action })] });
    },
    null,
  ),
  judged('the amount withheld', () => withheld(SMALL, ['amount']), 'undecided'),
  judged('the currency withheld', () => withheld(SMALL, ['currency']), 'undecided'),
  judged(
    'the entry of a payee withheld',
    () => withheld(MADE['a payee in force']?.[0].receipt as Receipt, ['why.directories']),
    'undecided',
  ),
  judged('the memo withheld', () => withheld(SMALL, ['memo']), 'undecided'),
  judged(
    'the amount withheld, and an acknowledgment kept',
    () => withheld(SMALL, ['amount'], { kept: [ackOf(SMALL)] }),
    'undecided',
  ),
  judged('a receipt as a text', () => fileAbout(JSON.stringify(SMALL)), 'failed'),
  judged('no receipt', () => fileAbout(null), 'failed'),
  judged(
    'another receipt that is none',
    () => fileAbout(SMALL, { others: [{ type: 'sanad/receipt/0.3' }] }),
    'failed',
  ),
  judged('of another type', () => ({ ...fileAbout(SMALL), type: 'sanad/dispute/2' as never }), 'unusable'),
];

function without(kid: string): KeySet {
  return Object.fromEntries(Object.entries(PINNED).filter(([name]) => name !== kid));
}

export const DISPUTES: readonly DisputeCase[] = [
  ...[...made, ...claimed, ...ofAir, ...omitted],
  ...[...lied, ...ofOthers, ...more, ...beside],
];
