import type { GrantRecord } from '@platform/core/objects/grant';
import type { MandateRecord } from '@platform/core/objects/mandate';
import type { GrantNotice } from '@platform/core/objects/notice';
import { printable } from '@platform/core/verify/report-html';
import { cancellationWords, doubtWords, settlementWords } from './doubt.ts';
import { quoted, sentence } from './short.ts';
import { clockTime, dayAndTime } from './when.ts';

interface Told {
  readonly record: GrantRecord;
  readonly mandate: MandateRecord;
}

/** What is known about an action in doubt, and what is not, each as a sentence. */
export function doubtFacts({ record, mandate }: Told): {
  readonly known: readonly string[];
  readonly unknown: readonly string[];
} {
  const { in_doubt: doubt, grant, action, cancellation } = record;
  const { revocation } = mandate;
  const { principal } = mandate.contract;
  const approved = grant.approved_by === null ? '' : `, after ${printable(grant.approved_by)} approved it`;
  return {
    known: [
      `It was allowed on ${dayAndTime(grant.issued_at)}${approved}, under a mandate that ${printable(principal)} signed.`,
      ...(doubt === undefined
        ? []
        : [
            `From ${clockTime(doubt.doubt.sent_at).slice(0, 8)} UTC on, it may have left for the counterparty.`,
            `It was sent under the number ${printable(action.idempotency_key)}.`,
            doubtWords(doubt),
            ...(doubt.doubt.detail === ''
              ? []
              : [`The enforcement point says: ${quoted(doubt.doubt.detail)}`]),
          ]),
      ...(revocation === null
        ? []
        : [
            `The mandate was revoked on ${dayAndTime(revocation.revocation.revoked_at)}. Nothing was sent after the answer to that.`,
          ]),
      ...(cancellation === undefined
        ? []
        : [`It was cancelled ${sentence(cancellationWords(cancellation))} Nothing was sent after that.`]),
      'It counts in the mandate’s totals until this is settled.',
    ],
    unknown: [
      'Whether the counterparty has done it.',
      'Whether the counterparty will still do it: some act on a request late.',
    ],
  };
}

/** One thing that happened to a grant. */
interface Step {
  readonly at: string;
  readonly words: string;
  /** Who says so; `mark` is open where nothing is known. */
  readonly by: string;
  readonly mark: 'holds' | 'open';
}

/** How it went, newest first. The instants are those of different clocks. */
export function stepsOf({ record, mandate }: Told, notices: readonly GrantNotice[]): readonly Step[] {
  const { action, decision, approval, redeemed_at, in_doubt: doubt, settlement, cancellation } = record;
  const { revocation } = mandate;
  const step = (at: string, words: string, by: string, mark: Step['mark'] = 'holds'): Step => ({
    at,
    words: printable(words),
    by: printable(by),
    mark,
  });
  const steps = [
    step(action.proposed_at, `${action.agent} asked`, DECIDED[decision.outcome]),
    ...(approval === null ? [] : [step(approval.approved_at, 'Approved', approval.signature.kid)]),
    ...(redeemed_at === null ? [] : [step(redeemed_at, 'The enforcement point took it over', 'authority')]),
    ...(doubt === undefined
      ? []
      : [
          step(doubt.doubt.sent_at, 'It may have left from here on', `signed by ${doubt.signature.kid}`),
          step(doubt.doubt.declared_at, 'Left to a person to decide', 'no answer', 'open'),
        ]),
    ...(revocation === null
      ? []
      : [
          step(
            revocation.revocation.revoked_at,
            'The mandate was revoked',
            `signed by ${revocation.signature.kid}`,
          ),
        ]),
    ...(cancellation === undefined
      ? []
      : [
          step(
            cancellation.cancellation.cancelled_at,
            `Cancelled ${cancellationWords(cancellation)}`,
            `signed by ${cancellation.signature.kid}`,
          ),
        ]),
    ...(settlement === undefined
      ? []
      : [
          step(
            settlement.settlement.settled_at,
            settlementWords(settlement),
            `signed by ${settlement.signature.kid}`,
          ),
        ]),
    ...notices
      .filter(({ type, state }) => type === 'grant.in_doubt' && state === 'delivered')
      .map(({ person, ended_at: at, entered_at }) => step(at ?? entered_at, `${person} was told`, 'webhook')),
  ];
  return steps.toSorted((one, other) => (one.at < other.at ? 1 : -1));
}

const DECIDED = { allow: 'allowed', hold: 'held for a person', deny: 'denied' } as const;
