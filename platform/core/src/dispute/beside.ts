import { dateOfInstant } from '@common/base/calendar';
import { clause } from '@common/base/english';
import { compareInstants, instantMs } from '@common/base/instant';
import type { Crypto } from '@common/evidence/crypto';
import { hashOf } from '@common/evidence/hash';
import { addAmounts } from '../decide/amount.ts';
import { decide, type Standing } from '../decide/decide.ts';
import { goesOnFrom } from '../log/goes-on.ts';
import { checkStanding } from '../log/standing/endings.ts';
import type { Dispute, KeptObject, NewerStanding } from '../objects/dispute.ts';
import { PEOPLES_ROLES } from '../objects/key-entry.ts';
import type { MovementPage, SignedMovementPage } from '../objects/movement.ts';
import type { OpenReceipt } from '../objects/receipt.ts';
import { WITHHELD } from '../receipt/open-receipt.ts';
import { reliedOn } from '../receipt/relied-on.ts';
import { versionsOf } from '../signed/key-history.ts';
import { inputAgain } from '../verify/checks/decision-again.ts';
import { signedCancellationProblems } from '../verify/checks/principal-decisions.ts';
import { signedRejectionProblems } from '../verify/checks/rejection.ts';
import { readReceipt } from '../verify/checks/schema.ts';
import { revocationProblems } from '../verify/checks/status.ts';
import {
  altered,
  deploymentProblems,
  differs,
  hiddenOf,
  type Subject,
  signatureProblems,
} from '../verify/checks/subject.ts';
import { type Problem, unless } from '../verify/problems.ts';
import type { VerifyOptions } from '../verify/verification.ts';
import { type Examined, examine } from '../verify/verify.ts';
import type { StandingShown } from './time-rows.ts';

/** Other receipts of the file, each verified by itself. */
interface Others {
  readonly whole: readonly Examined[];
  readonly problems: readonly string[];
}

/** A receipt of the file, which is an object there: a text that holds one would be a second spelling. */
export function readPart(crypto: Crypto, value: unknown): ReturnType<typeof readReceipt> {
  return readReceipt(crypto, typeof value === 'string' ? { text: value } : value);
}

/** Reads and verifies the other receipts. One that fails proves nothing, and is named. */
export function readOthers(
  crypto: Crypto,
  { others }: Dispute,
  receipt: OpenReceipt,
  options: Pick<VerifyOptions, 'keys'>,
): Others {
  const seen = new Map<string, string>();
  const read = others.map((value) => {
    const opened = readPart(crypto, value);
    if (!opened.ok) return { examined: null, problems: [`another receipt: ${clause(opened.error.message)}`] };
    const other = opened.value;
    const examined = examine(crypto, other, options);
    const failed = examined.verification.checks.find(({ outcome }) => outcome === 'fail');
    const problems = [
      ...(failed === undefined
        ? []
        : [`another receipt, ${other.receipt_id}: check ${failed.number}, ${clause(failed.detail)}`]),
      ...wordsOf([
        ...differs(`the tenant of the receipt ${other.receipt_id}`, other.who.tenant, receipt.who.tenant),
        ...deploymentProblems({ receipt }, `the receipt ${other.receipt_id}`, other),
      ]),
      ...strangers(examined, receipt),
    ];
    const grantId = other.what.action.grant_id;
    const before = seen.get(grantId);
    seen.set(grantId, other.receipt_body_hash);
    // INVARIANT: one proof counts once, however often the file has it.
    if (before === other.receipt_body_hash) return { examined: null, problems };
    if (before !== undefined) problems.push(`two different receipts of the grant ${grantId}`);
    return { examined: problems.length === 0 ? examined : null, problems };
  });
  return {
    whole: read.flatMap(({ examined }) => (examined === null ? [] : [examined])),
    problems: read.flatMap(({ problems }) => problems),
  };
}

/**
 * The operator’s keys of another receipt that neither the reader gave nor the disputed receipt has. INVARIANT: what anybody
 * could have made up spends no limit.
 */
function strangers({ verification, subject }: Examined, { bundle }: OpenReceipt): readonly string[] {
  const known = new Set(
    Object.values(bundle.keys)
      .flatMap(versionsOf)
      .map(({ fingerprint }) => fingerprint),
  );
  return verification.keys
    .filter(({ pinned, fingerprint, role }) => !pinned && !known.has(fingerprint) && !PEOPLE.has(role))
    .map(
      ({ kid }) =>
        `another receipt, ${subject.receipt.receipt_id}: its key ${kid} is neither one that you gave nor one of the disputed receipt`,
    );
}

const PEOPLE: ReadonlySet<string> = new Set(PEOPLES_ROLES);

/** The receipt before this one in the chain, if the file has it. */
export function previousOf({ whole }: Others, { bundle }: OpenReceipt): OpenReceipt['document'] | undefined {
  return whole.find(({ subject }) => subject.receipt.bundle.sequence === bundle.sequence - 1)?.subject.receipt
    .document;
}

type Before = Pick<Standing, 'uses' | 'duplicate' | 'duplicateOf' | 'counters'>;

/** Why another receipt counts for nothing. */
type NotCounted =
  | 'not_executed'
  | 'same_grant'
  | 'later'
  | 'withheld'
  | 'other_mandate'
  | 'denied_again'
  | 'other_day';

/** What another receipt of the file counts for. */
export interface OtherSeen {
  readonly receipt_id: string;
  readonly grant_id: string;
  readonly proposed_at: string;
  readonly contract_id: string;
  readonly outcome: OpenReceipt['what']['outcome'];
  /** Null if it counts. */
  readonly why_not: NotCounted | null;
  readonly uses: number;
  /** What it adds to the counters of the receipt’s day. */
  readonly counters: Readonly<Record<string, string>>;
}

/** What each of the others counts for. Only what was executed does: it is the least that there was. */
export function seenBefore({ whole }: Others, receipt: OpenReceipt): readonly OtherSeen[] {
  const day = dateOfInstant(instantMs(receipt.what.action.proposed_at) ?? Number.NaN);
  return whole.map((one) => {
    const { what, who, receipt_id } = one.subject.receipt;
    const { grant_id, proposed_at } = what.action;
    const { contract_id } = who.contract;
    const about = { receipt_id, grant_id, proposed_at, contract_id, outcome: what.outcome };
    const nothing = (why_not: NotCounted) => ({ ...about, why_not, uses: 0, counters: {} });
    if (what.outcome !== 'executed') return nothing('not_executed');
    if (grant_id === receipt.what.action.grant_id) return nothing('same_grant');
    if (!isBefore(one.subject.receipt, receipt)) return nothing('later');
    if (hiddenOf(one.subject.receipt, ['what.action']).length > 0) return nothing('withheld');
    if (who.contract_hash !== receipt.who.contract_hash) return nothing('other_mandate');
    const { outcome, reservations, uses } = decide(inputAgain(one.subject));
    const today = reservations.filter(({ period }) => period === day);
    const counters = Object.fromEntries(today.map(({ counter, amount }) => [counter, amount]));
    if (outcome === 'deny') return nothing('denied_again');
    if (uses === 0 && today.length === 0) return nothing('other_day');
    return { ...about, why_not: null, uses, counters };
  });
}

/** What earlier actions under the same mandate had used, as far as the file shows them. */
export function usedBefore({ whole }: Others, seen: readonly OtherSeen[], receipt: OpenReceipt): Before {
  const { idempotency_key: own } = receipt.what.action;
  const same = whole.find(({ subject }, index) => {
    const why = seen[index]?.why_not;
    const { idempotency_key: key } = subject.receipt.what.action;
    return (
      (why === null || why === 'other_mandate' || why === 'denied_again' || why === 'other_day') &&
      key !== WITHHELD &&
      key === own
    );
  });
  const counters: Record<string, string> = {};
  for (const { counters: each } of seen)
    for (const [counter, amount] of Object.entries(each))
      counters[counter] = addAmounts(counters[counter] ?? '0', amount);
  const uses = seen.reduce((sum, each) => sum + each.uses, 0);
  return {
    uses,
    duplicate: same !== undefined,
    ...(same === undefined ? {} : { duplicateOf: same.subject.receipt.what.action.grant_id }),
    counters,
  };
}

/** Proposed before it; in the same millisecond, the place in the chain says which was first. */
function isBefore(one: OpenReceipt, other: OpenReceipt): boolean {
  const order = compareInstants(one.what.action.proposed_at, other.what.action.proposed_at);
  return order < 0 || (order === 0 && one.bundle.sequence < other.bundle.sequence);
}

/** Problems of what people and the counterparty kept. */
export function keptProblems(subject: Subject, kept: readonly KeptObject[]): readonly string[] {
  const { when } = subject.receipt;
  return wordsOf(
    kept.flatMap((one): readonly Problem[] => {
      if ('revocation' in one) return revocationProblems(subject, one);
      if ('cancellation' in one) return signedCancellationProblems(subject, one);
      if ('rejection' in one) return signedRejectionProblems(subject, one, when.decided_at);
      const hash = hashOf(subject.crypto, one.ack);
      const { signature } = one;
      const { action } = subject.receipt.what;
      return [
        // An acknowledgment of another action says nothing of this one.
        ...differs('the grant of the acknowledgment that was kept', one.ack.grant_id, action.grant_id),
        ...differs(
          'the action of the acknowledgment that was kept',
          one.ack.action_hash,
          subject.hashes.action,
        ),
        ...differs(
          'the signer of the acknowledgment that was kept',
          signature.kid,
          subject.receipt.why.plugin.connector.kid,
        ),
        ...altered('the acknowledgment that was kept', 'its ack_hash', one.ack_hash, hash),
        ...signatureProblems(subject, { hash, signature, type: one.ack.type, at: one.ack.acknowledged_at }),
      ];
    }),
  );
}

interface StandingRead {
  readonly shown: StandingShown | null;
  readonly problems: readonly string[];
}

/** The newest proof of what had ended: the one beside the receipt, or its own, which check 9 has judged. */
export function readStanding(
  { subject, findings }: Pick<Examined, 'subject' | 'findings'>,
  newer: NewerStanding | null,
): StandingRead {
  const { receipt, crypto } = subject;
  const own = receipt.status.log;
  // The entries that decided are among what must not have ended.
  const isSeen = hiddenOf(receipt, ['why.directories']).length === 0;
  if (newer === null) {
    if (!isSeen || findings[8]?.outcome !== 'pass') return { shown: null, problems: [] };
    const head = own?.tree_head;
    const isProven = own?.standing !== undefined && head?.standing !== undefined;
    const kid = receipt.bundle.log_root_signature?.kid;
    if (!isProven || head === undefined || kid === undefined) return { shown: null, problems: [] };
    return { shown: shownAt(head, own?.standing?.ended ?? [], kid), problems: [] };
  }
  const problems = wordsOf(headProblems(subject, newer));
  const { tree_head: head, signature } = newer.head;
  if (head.standing === undefined)
    return { shown: null, problems: [...problems, 'the newer head does not say what had ended'] };
  const ended = checkStanding(crypto, head.standing, reliedOn(receipt), newer.standing);
  const found = ended.ok
    ? problems
    : [...problems, 'what had ended is not proven under the newer head of the log'];
  if (!ended.ok || found.length > 0 || !isSeen) return { shown: null, problems: found };
  return { shown: shownAt(head, ended.value, signature.kid), problems: [] };
}

function shownAt(
  { tree_size: size, log_id: log, timestamp: at }: NewerStanding['head']['tree_head'],
  ended: StandingShown['ended'],
  kid: string,
): StandingShown {
  return { size, log, at, ended, kid };
}

/** The newer head is signed, of the receipt's log, and goes on from the receipt's own head. */
function headProblems(subject: Subject, { head: signed, consistency: proof }: NewerStanding): Problem[] {
  const { tree_head: head, tree_head_hash: stated, signature } = signed;
  const hash = hashOf(subject.crypto, head);
  const known = subject.receipt.status.log?.tree_head;
  const follows = known !== undefined && goesOnFrom(subject.crypto, known, head, proof);
  return [
    ...altered('the newer head of the log', 'its tree_head_hash', stated, hash),
    ...deploymentProblems(subject, 'the newer head of the log', head),
    ...signatureProblems(subject, { hash, signature, type: head.type, at: head.timestamp }),
    ...unless(
      follows,
      'inclusion_not_proven',
      'the newer head is older than the receipt’s own, or not of a log that goes on from it',
    ),
  ];
}

/** The lists of movements of which the signatures hold, and what is wrong with the others. */
export function readMovements(
  subject: Subject,
  signed: readonly SignedMovementPage[],
): { readonly pages: readonly MovementPage[]; readonly problems: readonly string[] } {
  const { receipt } = subject;
  const problems = wordsOf(
    signed.flatMap(({ page, page_hash: stated, signature }) => {
      const hash = hashOf(subject.crypto, page);
      return [
        ...altered('the list of movements', 'its page_hash', stated, hash),
        ...deploymentProblems(subject, 'the list of movements', page),
        ...differs('the tenant of the list of movements', page.tenant, receipt.who.tenant),
        ...differs('the counterparty of the list', page.counterparty, receipt.why.plugin.connector.kid),
        ...signatureProblems(subject, { hash, signature, type: page.type, at: page.listed_at }),
      ];
    }),
  );
  return { pages: problems.length === 0 ? signed.map(({ page }) => page) : [], problems };
}

function wordsOf(problems: readonly Problem[]): readonly string[] {
  return problems.map(({ words }) => words);
}
