import { clause } from '@common/base/english';
import type { Found, Rest, RestOn } from '@platform/core/dispute/row';
import type { Because } from '@platform/core/objects/decision-values';
import type { Ending } from '@platform/core/objects/standing';
import { ENDING_NAMES } from '@platform/core/verify/checks/standing';
import { decisionWords } from './decided.ts';
import { nameWords } from './names.ts';
import { reasonWords } from './reasons.ts';
import { listed, quoted } from './short.ts';
import { dayAndTime } from './when.ts';

/** What was found at one point, as a clause. It contains text of the file: make it printable. */
export function foundWords(found: Found): string {
  switch (found.code) {
    case 'action':
      return 'this is the action, the same for all who signed it';
    case 'point':
      return found.because === null ? POINTS[found.point] : becauseWords(found.because, false);
    case 'rule':
      if (found.because === null) return 'it keeps to this';
      return becauseWords(found.because, found.isHeld);
    case 'hidden':
      return `the ${listed(found.fields.map(nameWords))} ${found.fields.length === 1 ? 'is' : 'are'} withheld, so nobody can say`;
    case 'denied_before':
      return `it was denied for what went before (${reasonWords(found.reason)}), which the file does not show`;
    case 'breach':
      return clause(found.detail);
    case 'not_seen':
      return `a part of check ${found.check} is withheld: ${clause(found.detail)}`;
    default:
      return approvalWords(found);
  }
}

const POINTS = {
  validity: 'it was proposed while the mandate was valid',
  scope: 'the mandate allows this kind of action',
  uses: 'the mandate had uses left',
  repetition: 'the file shows no earlier one that is the same',
} as const;

function becauseWords(because: Because, isHeld: boolean): string {
  const { why, ...values } = because;
  const kept = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  const outcome = isHeld ? 'hold' : 'deny';
  const decision = {
    outcome,
    reason: 'approval_required',
    detail: why,
    values: { why, ...Object.fromEntries(kept) },
  };
  return decisionWords(decision as Parameters<typeof decisionWords>[0]);
}

type Approving = Exclude<
  Found,
  { code: 'action' | 'point' | 'rule' | 'hidden' | 'denied_before' | 'breach' | 'not_seen' }
>;

function approvalWords(found: Approving): string {
  switch (found.code) {
    case 'approved':
      return `exactly this action was approved by ${listed(found.kids)}`;
    case 'approval_not_needed':
      return 'nothing that was signed asks for one';
    case 'approval_missing':
      return 'it needed an approval, and there is none';
    case 'approval_unknown':
      return 'what is withheld may have needed an approval';
    case 'approval_void':
      return `the approval does not count: ${clause(found.detail)}`;
    case 'rejected':
      return `it was rejected by ${found.kid}: ${quoted(found.reason)}`;
    case 'rejection_untold':
      return `a rejection that ${found.kid} signed is not in the receipt; it has no date, so nobody can say which came first`;
    default:
      return timeWords(found);
  }
}

type Timed = Exclude<Approving, { code: `approv${string}` | 'rejected' | 'rejection_untold' }>;

function timeWords(found: Timed): string {
  switch (found.code) {
    case 'sent':
      return `it was sent on ${dayAndTime(found.at)}, before anything that it stood on is known to have ended`;
    case 'sent_late':
      return clause(found.detail);
    case 'never_sent':
      return 'nothing was sent';
    case 'grant_ended':
      return found.by === 'contract_revoked' ? 'the mandate was revoked' : 'the principal cancelled it';
    case 'not_ended':
      return `mandate, rules, payees and people’s keys had not ended as of head ${found.size} of ${found.log}, of ${dayAndTime(found.at)}`;
    case 'not_ended_by_word':
      return `no revocation was known on ${dayAndTime(found.at)}, which no head of the log proves here`;
    case 'ended_later':
      return `${endedWords(found.ended)}, after it was sent`;
    case 'ended_told':
      return `${endedWords(found.ended)}, before it was sent, as the receipt itself says: what that means is judged where the receipt has it`;
    case 'ended_close':
      return `${endedWords(found.ended)}, no longer before it was sent than the lease and clocks that differ allow`;
    case 'ended_before':
      return `the log proves that the ${ENDING_NAMES[found.ending.kind]} had ended on ${dayAndTime(found.ending.ended_at)}, before it was sent`;
    case 'end_untold':
      return untoldWords(found);
    case 'acknowledged_after_end':
      return `${ENDS[found.end]} ended on ${dayAndTime(found.endedAt)}; the enforcement point says that it was sent before, and the counterparty acknowledged it only on ${dayAndTime(found.at)}`;
    default:
      return performanceWords(found);
  }
}

function endedWords(ended: readonly Ending[]): string {
  return listed(
    ended.map(({ kind, ended_at: at }) => `the ${ENDING_NAMES[kind]} ended on ${dayAndTime(at)}`),
  );
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
      : `the authority says that it recorded it only on ${dayAndTime(recorded)}`;
  return `the principal dates a ${what} ${dayAndTime(dated)}, before it was sent, and ${known}: two words stand against each other`;
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
      return `${who} did ${quoted(found.operation)} on ${dayAndTime(found.at)}${kept}`;
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
      return `the counterparty’s list has it, booked on ${dayAndTime(found.at)}`;
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

/** Who proved it by a signature, and who only says it: one line for each. */
export function restWords(rests: readonly Rest[]): readonly string[] {
  const groups = new Map<string, string[]>();
  for (const { kid, role, by, on } of rests) {
    const what =
      by === 'signature'
        ? `proven: {} ${SIGNED[on] ?? 'signed it'}`
        : `on the word of {}: ${SAID[on] ?? 'this'}`;
    groups.set(what, [...(groups.get(what) ?? []), kid === role ? kid : `${kid} (${ROLES[role] ?? role})`]);
  }
  return [...groups].map(([what, names]) => what.replace('{}', () => listed(names)));
}
