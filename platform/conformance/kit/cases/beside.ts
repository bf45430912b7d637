import { unwrap } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import type { DisputeAnswer } from '@platform/core/dispute/judge-dispute';
import type { SignedAck } from '@platform/core/objects/counterparty';
import type { Dispute, KeptObject } from '@platform/core/objects/dispute';
import type { MovementPage } from '@platform/core/objects/movement';
import type { Receipt } from '@platform/core/objects/receipt';
import { withhold } from '@platform/core/receipt/view';
import { signObject } from '@platform/core/signed/signed';
import { MADE } from '../../../core/test/dispute/made-disputes.ts';
import {
  ackOf,
  endOf,
  fileAbout,
  listOf,
  newerStanding,
  SHOP,
} from '../../../core/test/dispute/made-files.ts';
import { draftOf } from '../../../core/test/verify/hostile/resign.ts';
import { at, CAST, opened, type Plot, tell } from '../../../core/test/verify/story.ts';
import { placed } from './case.ts';

/** What stands beside the receipt of a dispute file, and counts only if it is of this action. */
type Beside = readonly [name: string, answer: DisputeAnswer, make: () => Dispute];

const SMALL: Partial<Plot> = { approved: false };
const OTHER_GRANT = { grant_id: 'gr_fedcba9876543210fedcba98' };
const OTHER_INVOICE = { memo: 'Invoice INV-8', reference: 'INVOICEINV8' };

/** Payments of 400 and 250 on one day, of 1,000 that may be. */
const DAY: Partial<Plot> = {
  ...SMALL,
  mandate: { approval: {}, rules: { amount_max: '900', daily_max: '1000', threshold: '900' } },
};
const FIRST = tell({ ...DAY, action: OTHER_GRANT, params: { ...OTHER_INVOICE, amount: '400' } });
const SECOND = tell({ ...DAY, previous: FIRST, params: { amount: '250' } });
const AGAIN = tell({ ...SMALL, previous: tell(SMALL), action: OTHER_GRANT });

const OTHERS: readonly Beside[] = [
  [
    'one other receipt three times, which counts once',
    'inside',
    () => fileAbout(SECOND, { others: [FIRST, FIRST, FIRST] }),
  ],
  [
    'two different receipts of one other grant',
    'failed',
    () => {
      const forked = tell({ ...DAY, action: OTHER_GRANT, params: { ...OTHER_INVOICE, amount: '401' } });
      return fileAbout(SECOND, { others: [FIRST, forked] });
    },
  ],
  [
    'another receipt of the grant in dispute, which counts for nothing',
    'inside',
    () => fileAbout(SECOND, { others: [FIRST, tell({ ...DAY, params: { amount: '400' } })] }),
  ],
  [
    'the first of two payments of one invoice in one millisecond',
    'inside',
    () => fileAbout(tell(SMALL), { others: [AGAIN] }),
  ],
  [
    'two payments of one invoice in one millisecond, with one number',
    'inside',
    () => fileAbout(tell(SMALL), { others: [tell({ ...SMALL, action: OTHER_GRANT })] }),
  ],
];

const REFUSED = tell({ outcome: 'refused' });
const keptAck = (ack: KeptObject): Dispute => fileAbout(REFUSED, { ground: 'performance', kept: [ack] });

/** An acknowledgment that another key signed. */
function signedBy({ ack }: SignedAck, { signer }: typeof SHOP): SignedAck {
  const { hash, signature } = signObject(nodeCrypto, signer, ack);
  return { ack, ack_hash: hash, signature };
}

const ACKS: readonly Beside[] = [
  ['an acknowledgment of another grant', 'failed', () => keptAck(ackOf(REFUSED, OTHER_GRANT))],
  [
    'an acknowledgment of another action',
    'failed',
    () => keptAck(ackOf(REFUSED, { action_hash: 'ab'.repeat(32) })),
  ],
  [
    'an acknowledgment that another counterparty signed',
    'failed',
    () => keptAck(signedBy(ackOf(REFUSED), SHOP)),
  ],
  [
    'an acknowledgment that names another counterparty',
    'outside',
    () => keptAck(ackOf(REFUSED, { counterparty: 'shop' })),
  ],
];

/** A payment from an account that the connector names. */
const FROM_ACCOUNT = tell({ mandate: { tenant: 'tn_local' } });

/** The bank’s list without the payment, as the enforcement point signed it. */
function listed(receipt: Receipt, change: Partial<MovementPage>, amounts: readonly string[] = []): Dispute {
  const page = { ...listOf(receipt, amounts).page, ...change };
  const { hash, signature } = signObject(nodeCrypto, CAST.pep.signer, page);
  return fileAbout(receipt, { ground: 'performance', movements: [{ page, page_hash: hash, signature }] });
}

const aList = (
  what: string,
  answer: DisputeAnswer,
  change: Partial<MovementPage>,
  receipt = FROM_ACCOUNT,
): Beside => [`a list without the payment, ${what}`, answer, () => listed(receipt, change)];
const OTHER_ACCOUNT = { account: 'acct_operating' };

const LISTS: readonly Beside[] = [
  aList('of its account', 'outside', {}),
  aList('of another account', 'inside', OTHER_ACCOUNT),
  aList('of any account, where none is named', 'outside', OTHER_ACCOUNT, tell()),
  aList('of another currency', 'inside', { currency: 'USD' }),
  aList('of the days before', 'inside', { from: '2026-05-01', until: '2026-06-01' }),
  aList('of the days after', 'inside', { from: '2026-06-02', until: '2026-07-01' }),
  aList('of when it was sent', 'inside', { listed_at: at('09:00:04.000') }),
  aList('of a millisecond after it was sent', 'outside', { listed_at: at('09:00:04.001') }),
  aList('with a page after it', 'inside', { more: true }),
  aList('with a page before it', 'inside', { after: 'txn_before' }),
  [
    'a list of another account that has the payment with another amount',
    'inside',
    () => listed(FROM_ACCOUNT, OTHER_ACCOUNT, ['2500']),
  ],
  [
    'a list without the payment, of which the currency is withheld',
    'undecided',
    () => {
      const { view } = unwrap(withhold(opened(tell()), ['currency']));
      return fileAbout(view, { ground: 'performance', movements: [listOf(tell(), [])] });
    },
  ],
];

/** A receipt with its own proof that this had ended, at its head of the log. */
function proving(receipt: Receipt, endedAt: string | null): Receipt {
  const ended = endedAt === null ? [] : [endOf(receipt, endedAt)];
  const { head, standing } = newerStanding(receipt, ended);
  const draft = draftOf(receipt);
  const { log } = draft.status;
  if (log !== null) {
    Object.assign(log.tree_head, { standing: head.tree_head.standing });
    Object.assign(log, { standing });
  }
  return placed(draft);
}

const BY_DIRECTORY = MADE['a payee in force']?.[0].receipt as Receipt;
const withoutEntries = (receipt: Receipt): Receipt =>
  unwrap(withhold(opened(receipt), ['why.directories'])).view;

const PROOFS: readonly Beside[] = [
  ['its own proof that nothing had ended', 'inside', () => fileAbout(proving(tell(), null))],
  [
    'its own proof that the mandate ended since',
    'inside',
    () => fileAbout(proving(tell(), at('09:00:08.000'))),
  ],
  [
    'its own proof that the mandate had ended',
    'outside',
    () => fileAbout(proving(tell(), at('08:00:00.000'))),
  ],
  [
    'its own proof, and the entries that it is of withheld',
    'undecided',
    () => fileAbout(withoutEntries(proving(BY_DIRECTORY, null))),
  ],
  [
    'a newer proof, and the entries that it should be of withheld',
    'undecided',
    () => {
      const view = withoutEntries(BY_DIRECTORY);
      return fileAbout(view, { standing: newerStanding(view, []) });
    },
  ],
];

export const BESIDE: readonly Beside[] = [...OTHERS, ...ACKS, ...LISTS, ...PROOFS];
