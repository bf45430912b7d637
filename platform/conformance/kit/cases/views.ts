import { unwrap } from '@common/base/result';
import { commitTo, type Disclosure } from '@common/evidence/disclosure';
import { nodeCrypto } from '@common/evidence/node';
import type { Receipt } from '@platform/core/objects/receipt';
import { openReceipt } from '@platform/core/receipt/open-receipt';
import { withhold } from '@platform/core/receipt/view';
import { draftOf } from '../../../core/test/verify/hostile/resign.ts';
import { at, type Plot, tell } from '../../../core/test/verify/story.ts';
import { documentOf, type KitCase, PINNED, type Refusal, rewritten, seal } from './case.ts';
import { DIRECTORIES } from './directories.ts';
import { ENDINGS } from './endings.ts';
import { LOG } from './log.ts';
import { STATEMENTS } from './statements.ts';

type Filter = (disclosure: Disclosure, index: number) => boolean;

/** A view by any holder, who may also withhold less than what would tell a value. */
const without = (receipt: Receipt, hides: Filter): Receipt => {
  const { service } = receipt.signatures;
  if (service === null) return receipt;
  const disclosures = service.disclosures.filter((one, index) => !hides(one, index));
  return { ...receipt, signatures: { ...receipt.signatures, service: { ...service, disclosures } } };
};

/** The case of another group, of which these are withheld. */
function viewOf(
  name: string,
  cases: readonly KitCase[],
  of: string,
  hides: Filter,
  refused: Refusal | null = null,
): KitCase {
  const base = cases.find((one) => one.name === of);
  if (base === undefined) throw new Error(`no case ${of}`);
  const make = () => {
    const given = base.make();
    if (typeof given.receipt === 'string') throw new Error(`${of} is a text`);
    return { ...given, receipt: without(given.receipt, hides) };
  };
  return { name, refused, make };
}

const view = (
  name: string,
  hides: Filter,
  refused: Refusal | null = null,
  plot: Partial<Plot> = {},
): KitCase => ({
  name,
  refused,
  make: () => ({ receipt: without(tell(plot), hides), keys: PINNED }),
});
const named =
  (...names: readonly string[]): Filter =>
  ([, name]) =>
    names.includes(name);
const all: Filter = () => true;

const PARAMS = ['to_account', 'amount', 'currency', 'beneficiary_id', 'memo', 'reference'] as const;
const withheldBy = (name: string): KitCase => ({
  name: `the view of our own command without ${name}`,
  refused: null,
  make: () => ({
    receipt: unwrap(withhold(unwrap(openReceipt(nodeCrypto, tell())), [name])).view,
    keys: PINNED,
  }),
});

const HONEST: readonly KitCase[] = [
  ...[...PARAMS, 'idempotency_key', 'counterparty_ack', 'detail', 'values'].map((name) =>
    view(`without ${name}`, named(name)),
  ),
  ...PARAMS.map(withheldBy),
  view('without anything', all),
  view('without anything, and no pinned keys', all),
  view('of a denied action, without anything', all, null, { outcome: 'denied' }),
  view('of a refused action, without anything', all, null, { outcome: 'refused' }),
  view('of an expired action, without anything', all, null, { outcome: 'expired' }),
  view('of an action without an approval, without the amount', named('amount'), null, { approved: false }),
  view('of the second of a chain, without anything', all, null, { previous: tell() }),
  viewOf('of a rejection, without it', ENDINGS, 'rejected by an approver', named('rejection')),
  viewOf('of a cancellation, without it', ENDINGS, 'cancelled by the principal', named('cancellation')),
  viewOf('of a settlement, without it', ENDINGS, 'counted as done by the principal', named('settlement')),
  viewOf('of a settlement, without its doubt', ENDINGS, 'counted as done by the principal', named('doubt')),
  viewOf(
    'of a settlement, without both',
    ENDINGS,
    'counted as not done by the principal',
    named('settlement', 'doubt'),
  ),
  viewOf('of a statement, without it', STATEMENTS, 'a statement that answers', named('statements')),
  viewOf(
    'of a payee’s entry, without it',
    DIRECTORIES,
    'paid by an entry of a directory',
    named('directories'),
  ),
  viewOf(
    'of a payee’s entry, without the amount',
    DIRECTORIES,
    'paid by an entry of a directory',
    named('amount'),
  ),
  viewOf(
    'with a proof of standing, without the amount',
    LOG,
    'twenty other things had ended',
    named('amount'),
  ),
].map((one) =>
  one.name.endsWith('no pinned keys') ? { ...one, make: () => ({ ...one.make(), keys: null }) } : one,
);

/** What is wrong is seen, or is not. */
const FAULTS: readonly KitCase[] = [
  viewOf('of a forged rejection, without it', ENDINGS, 'rejected by the authority', named('rejection')),
  viewOf('of an expired statement, without it', STATEMENTS, 'statement stale', named('statements')),
  viewOf('of an expired statement, with it', STATEMENTS, 'statement stale', named('memo')),
  viewOf('of an entry in no log, without the memo', DIRECTORIES, 'entry renumbered', named('memo'), [
    8,
    'inclusion_not_proven',
  ]),
  view('of a revoked mandate, without anything', all, [9, 'revoked'], { revokedAt: at('09:00:03.000') }),
  view('of an approval that is too late, without anything', all, [4, 'approval_too_late'], {
    mandate: {
      approval: {
        routes: [{ approver_type: 'f', approvers: ['badr'], wait_s: 2, notify: [], assurance: 'hardware' }],
      },
    },
  }),
  view('of an amount over the limit, without it', named('amount'), null, { params: { amount: '500.01' } }),
  view('of an acknowledgment of another amount, without the amount', named('amount'), null, {
    ack: { amount: '9' },
  }),
  rewrittenView(
    'of a signature of the bank that is false, without what it signed',
    (document) => {
      const { counterparty } = document.signatures;
      if (counterparty !== null)
        counterparty.sig = `${counterparty.sig.startsWith('0') ? '1' : '0'}${counterparty.sig.slice(1)}`;
    },
    [6, 'signature_invalid'],
  ),
];

function rewrittenView(name: string, change: Parameters<typeof rewritten>[1], refused: Refusal): KitCase {
  return rewritten(
    name,
    (document) => {
      change(document);
      const { service } = document.signatures;
      if (service !== null)
        service.disclosures = service.disclosures.filter(([, of]) => of !== 'counterparty_ack');
    },
    refused,
  );
}

const WRONG: Refusal = [1, 'disclosures_wrong'];
const VALUE: Refusal = [1, 'value_invalid'];
type Disclosures = [salt: string, name: string, value: unknown][];
const disclosed = (
  name: string,
  change: (disclosures: Disclosures, document: Parameters<Parameters<typeof rewritten>[1]>[0]) => void,
  refused: Refusal,
): KitCase =>
  rewritten(
    name,
    (document) => {
      if (document.signatures.service !== null)
        change(document.signatures.service.disclosures as Disclosures, document);
    },
    refused,
  );
const find = (disclosures: Disclosures, name: string) => {
  const found = disclosures.find(([, of]) => of === name);
  if (found === undefined) throw new Error(`nothing discloses ${name}`);
  return found;
};

/** The value of a member that is committed to, whatever it is; then everyone signs. */
const committed = (name: string, member: string, value: unknown, refused: Refusal = VALUE): KitCase =>
  disclosed(
    name,
    (disclosures, document) => {
      const disclosure = find(disclosures, member);
      disclosure[2] = value;
      const place = PARAMS.some((one) => one === member) ? document.what.action.params : document.what.action;
      Reflect.set(place, member, commitTo(nodeCrypto, disclosure));
    },
    refused,
  );

const DISCLOSURES: readonly KitCase[] = [
  disclosed('another amount is disclosed', (all_) => (find(all_, 'amount')[2] = '2'), WRONG),
  disclosed('another salt is disclosed', (all_) => (find(all_, 'amount')[0] = 'ab'.repeat(16)), WRONG),
  disclosed('another name is disclosed', (all_) => (find(all_, 'amount')[1] = 'currency'), WRONG),
  disclosed('the amount is disclosed twice', (all_) => all_.push([...find(all_, 'amount')]), WRONG),
  disclosed(
    'something is disclosed that is not committed to',
    (all_) => all_.push(['ab'.repeat(16), 'note', 'x']),
    WRONG,
  ),
  disclosed(
    'two members have one commitment',
    (_, { what }) => (what.action.params.memo = what.action.params.amount as never),
    WRONG,
  ),
  disclosed(
    'one salt is used twice',
    (all_, { what }) => {
      const memo = find(all_, 'memo');
      memo[0] = find(all_, 'amount')[0];
      what.action.params.memo = commitTo(nodeCrypto, memo);
    },
    WRONG,
  ),
  disclosed(
    'a disclosure that stands for another member',
    (all_, { what }) => {
      const disclosure: Disclosures[number] = ['ab'.repeat(16), 'amount', '2'];
      all_.splice(all_.indexOf(find(all_, 'memo')), 1);
      all_.push(disclosure);
      what.action.params.memo = commitTo(nodeCrypto, disclosure);
    },
    WRONG,
  ),
  committed('a value with a commitment in it', 'memo', { _sd: 'ab'.repeat(32) }, WRONG),
  committed('an amount that is a fraction', 'amount', 250.5),
  committed('an amount that is a list', 'amount', ['250']),
  committed('an amount that is null', 'amount', null),
  committed('a memo of 2,049 characters', 'memo', 'x'.repeat(2_049)),
  committed('an idempotency key of another form', 'idempotency_key', 'idem'),
  rewritten(
    'a salt of 30 digits',
    ({ signatures }) => {
      if (signatures.service !== null)
        (find(signatures.service.disclosures as Disclosures, 'amount') as string[])[0] = 'ab'.repeat(15);
    },
    [1, 'schema_invalid'],
  ),
  rewritten('a digest in capitals', ({ what }) => (what.action.params.amount = { _sd: 'AB'.repeat(32) }), [
    1,
    'schema_invalid',
  ]),
  rewritten(
    'a commitment with another member',
    ({ what }) => Object.assign(what.action.params.amount ?? {}, { note: 'x' }),
    [1, 'schema_invalid'],
  ),
  rewritten('an amount in plain', ({ what }) => Reflect.set(what.action.params, 'amount', '250'), [
    1,
    'schema_invalid',
  ]),
];

/** The authority’s own lie: everyone else’s signatures are left as they are. */
const RESEALED: readonly KitCase[] = [
  {
    name: 'another amount, which the action’s digest follows',
    refused: [4, 'signature_invalid'],
    make: () => {
      const draft = draftOf(tell());
      draft.what.action.params.amount = '2';
      return { receipt: seal(draft), keys: PINNED };
    },
  },
  {
    name: 'another amount, which nothing follows, in a view without the approval’s words',
    refused: [2, 'hash_mismatch'],
    make: () => {
      const draft = draftOf(tell());
      draft.what.action.params.amount = '2';
      return { receipt: without(documentOf(draft), named('memo')), keys: PINNED };
    },
  },
];

export const VIEWS: readonly KitCase[] = [...HONEST, ...FAULTS, ...DISCLOSURES, ...RESEALED];
