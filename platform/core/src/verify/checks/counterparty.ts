import type { Ack } from '../../objects/counterparty.ts';
import type { OpenReceipt } from '../../objects/receipt.ts';
import type { Signature } from '../../objects/signature.ts';
import { ackFaults, mustBeAcknowledged, NOT_THE_PROVIDERS } from '../acknowledgment.ts';
import { breaches, type Problem, problem, unless } from '../problems.ts';
import {
  altered,
  conclude,
  differs,
  type Finding,
  hiddenOf,
  isAbout,
  look,
  notApplicable,
  orderProblems,
  type Subject,
  signatureProblems,
} from './subject.ts';

/** Check 6: the profile's counterparty acknowledged this action, and everything that it says of it is so. */
export function checkCounterparty(subject: Subject): Finding {
  const { receipt } = subject;
  const { counterparty_ack: ack } = receipt.how;
  const { counterparty } = receipt.signatures;
  if (counterparty !== null && hiddenOf(receipt, ['how.counterparty_ack']).length > 0)
    return withheldAck(subject, counterparty);
  if (ack === null || counterparty === null) return withoutAck(receipt);
  const repeated = look(subject, [
    {
      what: 'whether it says of the action what the action is',
      needs: ['what.action', 'why.directories'],
      problems: ({ hashes }) =>
        ackFaults(ack, counterparty.kid, {
          action: receipt.what.action,
          actionHash: hashes.action,
          connector: receipt.why.plugin.connector,
          entries: receipt.why.directories,
        }).flatMap((fault) => problem('acknowledgment_mismatch', fault)),
    },
  ]);
  return conclude(
    [...ackProblems(subject, ack, counterparty), ...breaches(repeated.problems)],
    `${counterparty.kid} acknowledged "${ack.operation}"${adapterWords(receipt)} at ${ack.acknowledged_at}.${clockNote(receipt, ack)}${adapterNote(receipt)}`,
    repeated.unseen,
  );
}

function adapterWords({ why }: OpenReceipt): string {
  const { adapter } = why.plugin.connector;
  return adapter === undefined ? '' : ` as an adapter of ${adapter.provider}`;
}

function adapterNote({ why }: OpenReceipt): string {
  return why.plugin.connector.adapter === undefined ? '' : ` ${NOT_THE_PROVIDERS}`;
}

/** Its signature covers its hash, which the decision names. What it says of the action, and when, is not seen. */
function withheldAck(subject: Subject, signature: Signature): Finding {
  const { decision, counterparty_ack_hash: hash } = subject.receipt.how;
  const { decided_at: at } = decision;
  return conclude(
    [
      ...isAbout('the decision', 'acknowledgment', decision.counterparty_ack_hash, hash),
      ...signatureProblems(subject, { hash: hash ?? '', signature, type: 'sanad/ack/1', at }),
    ],
    '',
    [
      `Not seen: what ${signature.kid} acknowledged${adapterWords(subject.receipt)} (withheld: how.counterparty_ack).`,
    ],
  );
}

/** The counterparty's clock is its own: a wrong one is reported, and fails no honest receipt. */
function clockNote({ when }: OpenReceipt, ack: Ack): string {
  const disorder = orderProblems(
    ['when.redeemed_at', when.redeemed_at],
    ['ack.acknowledged_at', ack.acknowledged_at],
    ['when.decided_at', when.decided_at],
  );
  return disorder.length === 0 ? '' : ' By its own clock, which disagrees with the enforcement point’s.';
}

function withoutAck({ how, signatures, what, why, document }: OpenReceipt): Finding {
  const { decision } = how;
  const isRead = !mustBeAcknowledged(why.plugin, what.action.facade) && decision.response_sha256 !== null;
  const problems = [
    ...unless(document.how.counterparty_ack === null, 'unexpected', 'the acknowledgment has no signature'),
    ...unless(
      signatures.counterparty === null,
      'unexpected',
      'a counterparty signed, but its acknowledgment is missing',
    ),
    ...differs('how.counterparty_ack_hash', how.counterparty_ack_hash, null),
    ...differs('decision.counterparty_ack_hash', decision.counterparty_ack_hash, null),
    ...unless(
      decision.outcome !== 'executed' || isRead || document.how.settlement !== undefined,
      'missing',
      'the action was executed, but no counterparty acknowledged it',
    ),
  ];
  if (problems.length > 0) return conclude(problems, '');
  if (document.how.settlement !== undefined) {
    return notApplicable('No counterparty said what became of it: the principal decided how to count it.');
  }
  return notApplicable(
    decision.outcome === 'executed'
      ? 'Something was read: a counterparty acknowledges only what it does.'
      : 'No counterparty did anything.',
  );
}

function ackProblems(subject: Subject, ack: Ack, signature: Signature): Problem[] {
  const { receipt, hashes } = subject;
  const { decision, counterparty_ack_hash } = receipt.how;
  return [
    ...altered(
      'the acknowledgment (how.counterparty_ack)',
      'how.counterparty_ack_hash',
      counterparty_ack_hash,
      hashes.ack,
    ),
    ...isAbout('the decision', 'acknowledgment', decision.counterparty_ack_hash, hashes.ack),
    ...signatureProblems(subject, {
      hash: hashes.ack ?? '',
      signature,
      type: 'sanad/ack/1',
      at: ack.acknowledged_at,
    }),
    ...unless(
      decision.outcome === 'executed',
      'outcome_mismatch',
      `acknowledged, yet the outcome is "${decision.outcome}"`,
    ),
  ];
}
