import type { Point } from '../decide/decide.ts';
import type { Because } from '../objects/decision-values.ts';
import type { Ground } from '../objects/dispute.ts';
import type { KeyRole } from '../objects/key-entry.ts';
import type { PolicyRule } from '../objects/plugin.ts';
import type { Reason } from '../objects/reasons.ts';
import type { Receipt } from '../objects/receipt.ts';
import type { SettlementChoice } from '../objects/settlement.ts';
import type { Ending } from '../objects/standing.ts';
import type { Subject } from '../verify/checks/subject.ts';

/** What one point of a dispute comes to. */
export type RowAnswer = 'inside' | 'outside' | 'undecided';

/** What a key stands for in a row. */
export type RestOn =
  | 'mandate'
  | 'rules'
  | 'entry'
  | 'statement'
  | 'action'
  | 'approval'
  | 'revocation'
  | 'cancellation'
  | 'rejection'
  | 'acknowledgment'
  | 'settlement'
  | 'head'
  | 'approving'
  | 'proposing'
  | 'sending'
  | 'sums'
  | 'standing'
  | 'ending'
  | 'list';

/** A key that a row rests on. */
export interface Rest {
  readonly kid: string;
  readonly role: KeyRole;
  /** `signature`: what it signed proves the point. `word`: that it is so is only what the holder says. */
  readonly by: 'signature' | 'word';
  readonly on: RestOn;
}

/** What may end before an action is sent. */
export type EndName = 'validity' | 'grant' | 'revocation' | 'cancellation' | Ending['kind'];

/** What was found at one point, for `words` to say. */
export type Found =
  /** By these keys, the action is the one that is judged. */
  | { readonly code: 'action' }
  | { readonly code: 'point'; readonly point: Exclude<Point, 'revocation'>; readonly because: Because | null }
  | {
      readonly code: 'rule';
      readonly rule: PolicyRule;
      readonly because: Because | null;
      readonly isHeld: boolean;
    }
  /** The rule reads params that the file withholds. */
  | { readonly code: 'hidden'; readonly rule: PolicyRule; readonly fields: readonly string[] }
  /** The authority denied it for what went before, which the file does not show. */
  | { readonly code: 'denied_before'; readonly reason: Reason }
  /** A check of the receipt could not see all that it looks at. */
  | { readonly code: 'not_seen'; readonly check: number; readonly detail: string }
  /** A check of the receipt names a breach. */
  | { readonly code: 'breach'; readonly check: number; readonly detail: string }
  | { readonly code: 'approved'; readonly kids: readonly string[] }
  | { readonly code: 'approval_not_needed' }
  | { readonly code: 'approval_missing' }
  | { readonly code: 'approval_unknown' }
  | { readonly code: 'approval_void'; readonly detail: string }
  | { readonly code: 'rejected'; readonly kid: string; readonly reason: string }
  | { readonly code: 'rejection_untold'; readonly kid: string }
  | { readonly code: 'sent'; readonly at: string }
  | { readonly code: 'sent_late'; readonly detail: string }
  /** It was not executed; with the instant at which it was sent all the same, and refused. */
  | { readonly code: 'never_sent'; readonly sent: string | null }
  | { readonly code: 'grant_ended'; readonly by: 'contract_revoked' | 'cancelled_by_principal' }
  | { readonly code: 'not_ended'; readonly size: number; readonly log: string; readonly at: string }
  | { readonly code: 'not_ended_by_word'; readonly at: string }
  /** After the sending; before it, as the receipt itself tells; or so little before it that a lease may be older. */
  | {
      readonly code: 'ended_later' | 'ended_told' | 'ended_close';
      readonly ended: readonly Ending[];
    }
  | { readonly code: 'ended_before'; readonly ending: Ending }
  /** A person signed an end with an earlier date than the sending, and the authority does not say that it knew. */
  | {
      readonly code: 'end_untold';
      readonly what: 'revocation' | 'cancellation';
      readonly dated: string;
      readonly recorded: string | null;
    }
  /** The enforcement point says that it was sent before something ended, and the counterparty acknowledged it after. */
  | {
      readonly code: 'acknowledged_after_end';
      readonly end: EndName;
      readonly endedAt: string;
      readonly at: string;
    }
  | {
      readonly code: 'acknowledged';
      readonly operation: string;
      /** The provider that did it, by the word of its adapter; null where the counterparty signed for itself. */
      readonly adapterOf: string | null;
      readonly at: string;
      readonly isKept: boolean;
    }
  | { readonly code: 'acknowledged_twice' }
  | { readonly code: 'acknowledged_otherwise'; readonly detail: string }
  | { readonly code: 'acknowledgment_withheld' }
  | { readonly code: 'read_only' }
  | { readonly code: 'settled'; readonly kid: string; readonly choice: SettlementChoice }
  | { readonly code: 'not_done'; readonly reason: Receipt['what']['reason'] }
  | { readonly code: 'booked'; readonly at: string }
  | { readonly code: 'booked_otherwise'; readonly amount: string }
  | { readonly code: 'not_booked'; readonly from: string; readonly until: string };

/** One point of a dispute, judged by itself. */
export interface Row {
  readonly ground: Ground;
  readonly answer: RowAnswer;
  readonly found: Found;
  readonly rests: readonly Rest[];
}

/** The id of a point: its ground, the code of what was found, and what that is of where there can be several. */
export function pointId({ ground, found }: Pick<Row, 'ground' | 'found'>): string {
  return `${ground}/${codeOf(found)}`;
}

function codeOf(found: Found): string {
  switch (found.code) {
    case 'point':
      return `point:${found.point}`;
    case 'rule':
      return `${found.isHeld ? 'held' : 'rule'}:${found.rule.name}`;
    case 'hidden':
      return `hidden:${found.rule.name}`;
    case 'breach':
    case 'not_seen':
      return `${found.code}:${found.check}`;
    case 'end_untold':
      return `end_untold:${found.what}`;
    case 'ended_before':
      return `ended_before:${found.ending.kind}`;
    case 'acknowledged_after_end':
      return `acknowledged_after_end:${found.end}`;
    default:
      return found.code;
  }
}

export function row(
  ground: Ground,
  answer: RowAnswer,
  found: Found,
  rests: readonly (Rest | null)[] = [],
): Row {
  return { ground, answer, found, rests: rests.filter((rest) => rest !== null) };
}

/** Null for a kid without a key, on which nothing rests. */
export function restOf(subject: Subject, kid: string | undefined, by: Rest['by'], on: RestOn): Rest | null {
  if (kid === undefined) return null;
  const key = subject.keys.find(kid);
  return key.ok ? { kid, role: key.value.role, by, on } : null;
}

/** Both services say it, each with a key of its own: neither could alone. */
export function wordOfServices(subject: Subject, on: RestOn): readonly (Rest | null)[] {
  const { how, signatures } = subject.receipt;
  const kids = new Set([how.grant_signature.kid, signatures.pep.kid]);
  return [...kids].map((kid) => restOf(subject, kid, 'word', on));
}
