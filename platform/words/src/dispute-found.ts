import { clause } from '@common/base/english';
import type { Found, Rest, RestOn } from '@platform/core/dispute/row';
import type { OpenReceipt } from '@platform/core/objects/receipt';
import type { Ending } from '@platform/core/objects/standing';
import { nameOfPlace } from '@platform/core/receipt/open-receipt';
import { ENDING_NAMES } from '@platform/core/verify/checks/standing';
import type { UsedKey } from '@platform/core/verify/verification';
import { type Judged, pointWords, ruleWords } from './dispute-rules.ts';
import { nameWords } from './names.ts';
import { reasonWords } from './reasons.ts';
import { listed, quoted } from './short.ts';
import { exactTime } from './when.ts';

/** What was found at one point, as a clause. It contains text of the file: make it printable. */
export function foundWords(found: Found, judged: Judged, isApproved: boolean): string {
  const { receipt } = judged;
  switch (found.code) {
    case 'action':
      return 'this is the action, the same for all who signed it';
    case 'point':
      return pointWords(found, judged);
    case 'rule':
      return ruleWords(found, judged, isApproved);
    case 'hidden':
      return `${placesWords(found.fields)} ${found.fields.length === 1 ? 'is' : 'are'} withheld, so nobody can say`;
    case 'denied_before':
      return `the authority denied it for what went before (${reasonWords(found.reason)}), which the file does not show`;
    case 'breach':
      return clause(found.detail);
    case 'not_seen':
      return `what can be seen of it holds; ${placesWords(receipt.hidden.map(nameOfPlace))} ${receipt.hidden.length === 1 ? 'is' : 'are'} withheld`;
    default:
      return approvalWords(found, receipt);
  }
}

const PLACES: Readonly<Record<string, string>> = {
  'why.directories': 'entries of directories',
  'what.action.statements': 'statements',
  'what.action.documents': 'documents',
  'what.action.idempotency_key': 'idempotency key',
  'how.counterparty_ack': 'acknowledgment',
  'how.rejection': 'rejection',
  'how.cancellation': 'cancellation',
  'how.settlement': 'settlement',
  'how.doubt': 'doubt',
  'how.decision.detail': 'detail of the decision',
  'why.decision.detail': 'detail of the policy’s decision',
  'why.decision.values': 'values of the policy’s decision',
};

function placesWords(names: readonly string[]): string {
  return `the ${listed(names.map((name) => PLACES[name] ?? nameWords(name)))}`;
}

type Approving = Exclude<
  Found,
  { code: 'action' | 'point' | 'rule' | 'hidden' | 'denied_before' | 'breach' | 'not_seen' }
>;

function approvalWords(found: Approving, receipt: OpenReceipt): string {
  switch (found.code) {
    case 'approved':
      return `exactly this action was approved by ${listed(found.kids)}, the last on ${exactTime(receipt.when.approved_at ?? '')}`;
    case 'approval_not_needed':
      return 'nothing that was signed asks for one';
    case 'approval_missing':
      return missingWords(receipt);
    case 'approval_unknown':
      return 'what is withheld may have needed an approval';
    case 'approval_void':
      return `the approval does not count: ${clause(found.detail)}`;
    case 'rejected':
      return `it was rejected by ${found.kid}: ${quoted(found.reason)}`;
    case 'rejection_untold':
      return `a rejection that ${found.kid} signed is not in the receipt; it has no date, so nobody can say which came first`;
    default:
      return timeWords(found, receipt);
  }
}

function missingWords({ how, when }: OpenReceipt): string {
  if (how.grant.outcome === 'deny') return 'it was denied before anybody was asked for one';
  return how.grant.expires_at === null || how.decision.reason !== 'grant_expired'
    ? 'it needed an approval, and there is none'
    : `it needed an approval, and none came from ${exactTime(when.proposed_at)} to ${exactTime(how.grant.expires_at)}`;
}

type Timed = Exclude<Approving, { code: `approv${string}` | 'rejected' | 'rejection_untold' }>;

function timeWords(found: Timed, receipt: OpenReceipt): string {
  switch (found.code) {
    case 'sent':
      return `it was sent on ${exactTime(found.at)}, before anything that it stood on is known to have ended`;
    case 'sent_late':
      return clause(found.detail);
    case 'never_sent':
      return found.sent === null
        ? 'nothing was sent'
        : `it was sent by ${exactTime(found.sent)}, and nothing was done: ${reasonWords(receipt.what.reason)}`;
    case 'grant_ended':
      return endedWords(found.by, receipt);
    case 'not_ended':
      return `mandate, rules, payees and people’s keys had not ended as of head ${found.size} of ${found.log}, of ${exactTime(found.at)}`;
    case 'not_ended_by_word':
      return `no revocation was known on ${exactTime(found.at)}, which no head of the log proves here`;
    case 'ended_later':
      return `${endingsWords(found.ended)}, after it was sent`;
    case 'ended_told':
      return `${endingsWords(found.ended)}, before it was sent, as the receipt itself says: what that means is judged where the receipt has it`;
    case 'ended_close':
      return `${endingsWords(found.ended)}, no longer before it was sent than the lease and clocks that differ allow`;
    case 'ended_before':
      return `the log proves that the ${ENDING_NAMES[found.ending.kind]} had ended on ${exactTime(found.ending.ended_at)}, before it was sent`;
    case 'end_untold':
      return untoldWords(found);
    case 'acknowledged_after_end':
      return `${ENDS[found.end]} ended on ${exactTime(found.endedAt)}; the enforcement point says that it was sent before, and the counterparty acknowledged it only on ${exactTime(found.at)}`;
    default:
      return performanceWords(found);
  }
}

function endingsWords(ended: readonly Ending[]): string {
  return listed(ended.map(({ kind, ended_at: at }) => `the ${ENDING_NAMES[kind]} ended on ${exactTime(at)}`));
}

function endedWords(by: Extract<Found, { code: 'grant_ended' }>['by'], receipt: OpenReceipt): string {
  const { status, how, who, when } = receipt;
  const proposed = `it was proposed on ${exactTime(when.proposed_at)}`;
  if (by === 'contract_revoked')
    return `${who.principal} revoked the mandate on ${exactTime(status.revocation?.revocation.revoked_at ?? '')}${knownWords(status.revocation_recorded_at)}; ${proposed}`;
  const at = how.cancellation?.cancellation.cancelled_at;
  return `${who.principal} cancelled it${at === undefined ? '' : ` on ${exactTime(at)}`}${knownWords(status.cancellation_recorded_at)}; ${proposed}`;
}

/** When the authority says that it knew. */
function knownWords(recorded: string | undefined): string {
  return recorded === undefined ? '' : ` (recorded on ${exactTime(recorded)})`;
}

const ENDS = {
  validity: 'the mandate’s time',
  grant: 'the grant’s time',
  revocation: 'the mandate',
  cancellation: 'the grant',
  mandate: 'the mandate',
  key: 'a key',
  profile: 'the version of the profile',
  payee: 'the entry of a directory',
  enrolment: 'the enrolment of a key',
} as const;

function untoldWords({ what, dated, recorded }: Extract<Found, { code: 'end_untold' }>): string {
  const known =
    recorded === null
      ? 'the authority says nothing of it'
      : `the authority says that it recorded it only on ${exactTime(recorded)}`;
  return `the principal dates a ${what} ${exactTime(dated)}, before it was sent, and ${known}: two words stand against each other`;
}

type Performed = Exclude<
  Timed,
  {
    code:
      | 'sent'
      | 'sent_late'
      | 'never_sent'
      | 'grant_ended'
      | `not_ended${string}`
      | `ended_${string}`
      | 'end_untold'
      | 'acknowledged_after_end';
  }
>;

function performanceWords(found: Performed): string {
  switch (found.code) {
    case 'acknowledged': {
      const kept = found.isKept ? ', in an acknowledgment that the receipt does not have' : '';
      const who =
        found.adapterOf === null
          ? 'the counterparty signed that it'
          : `an adapter signed that ${found.adapterOf}`;
      return `${who} did ${quoted(found.operation)} on ${exactTime(found.at)}${kept}`;
    }
    case 'acknowledged_twice':
      return 'the counterparty signed two different acknowledgments of it';
    case 'acknowledged_otherwise':
      return `what the counterparty acknowledged is something else: ${clause(found.detail)}`;
    case 'acknowledgment_withheld':
      return 'the counterparty signed an acknowledgment, which is withheld';
    case 'read_only':
      return 'no counterparty signed that it was done';
    case 'settled':
      return `nobody knows: ${found.kid} counts it as ${found.choice === 'count_as_done' ? 'done' : 'not done'}`;
    case 'not_done':
      return `it was not done: ${reasonWords(found.reason)}`;
    case 'booked':
      return `the counterparty’s list has it, booked on ${exactTime(found.at)}`;
    case 'booked_otherwise':
      return `the counterparty’s list has it with another amount, ${found.amount}`;
    case 'not_booked':
      return `the counterparty’s list from ${found.from} to before ${found.until} does not have it`;
  }
}

const SIGNED: Readonly<Partial<Record<RestOn, string>>> = {
  mandate: 'signed the mandate',
  rules: 'signed the rules',
  entry: 'signed the entry',
  statement: 'signed the statement',
  action: 'signed this exact action',
  approval: 'signed the approval',
  revocation: 'signed the revocation',
  cancellation: 'signed the cancellation',
  rejection: 'signed the rejection',
  acknowledgment: 'signed the acknowledgment',
  head: 'signed the head of the log',
};

const SAID: Readonly<Partial<Record<RestOn, string>>> = {
  proposing: 'when it was proposed',
  approving: 'when the approval came',
  sending: 'whether it was sent, and when',
  sums: 'what went before',
  standing: 'that nothing had ended',
  ending: 'when the end was known',
  list: 'that this is the counterparty’s list',
  revocation: 'when it was revoked',
  cancellation: 'when it was cancelled',
  rejection: 'when it was rejected',
  settlement: 'how it is counted',
  acknowledgment: 'when it was acknowledged',
};

const ROLES: Readonly<Partial<Record<Rest['role'], string>>> = {
  principal: 'principal',
  approver: 'approver',
  pep: 'enforcement point',
  authority: 'authority',
  service_assembly: 'assembly service',
  counterparty: 'counterparty',
  attester: 'attester',
};

/** Who holds a key, by its role and by what its entry says. */
export function holderWords({ role, hardware, independent, pinned }: UsedKey): string {
  if (OPERATORS.has(role)) return 'the operator’s own key';
  const says = pinned ? 'your key file' : 'the file';
  if (hardware) return `a key in a device of its holder, as ${says} says`;
  return independent
    ? `a key that the operator does not hold, as ${says} says`
    : 'a key that the operator may hold too';
}

/** Roles of the services that an operator runs. */
export const OPERATORS: ReadonlySet<string> = new Set(['authority', 'pep', 'gateway', 'service_assembly']);

/** Whether only its holder can have signed with it, as far as its entry says. */
export function isOwn({ role, hardware, independent }: UsedKey): boolean {
  return !OPERATORS.has(role) && (hardware || independent);
}

/** Who proved it by a signature, and who only says it: one line for each. INVARIANT: what the operator can sign alone is not called proven. */
export function restWords(rests: readonly Rest[], keys: readonly UsedKey[]): readonly string[] {
  const groups = new Map<string, string[]>();
  for (const { kid, role, by, on } of rests) {
    const key = keys.find((one) => one.kid === kid);
    const isProven = key !== undefined && isOwn(key);
    const what =
      by === 'signature'
        ? `${isProven ? 'proven' : 'signed'}: {} ${SIGNED[on] ?? 'signed it'}`
        : `on the word of {}: ${SAID[on] ?? 'this'}`;
    groups.set(what, [...(groups.get(what) ?? []), kid === role ? kid : `${kid} (${ROLES[role] ?? role})`]);
  }
  return [...groups].map(([what, names]) => what.replace('{}', () => listed(names)));
}
