import type { Ack } from '../../objects/counterparty.ts';
import type { Receipt } from '../../objects/receipt.ts';
import type { Signature } from '../../objects/signature.ts';
import { ackFaults, mustBeAcknowledged } from '../acknowledgment.ts';
import {
  altered,
  conclude,
  differs,
  type Finding,
  isAbout,
  notApplicable,
  orderProblems,
  type Subject,
  signatureProblems,
  unless,
} from './subject.ts';

/** Check 6: the profile's counterparty acknowledged this action, and everything that it says of it is so. */
export function checkCounterparty(subject: Subject): Finding {
  const { receipt } = subject;
  const { counterparty_ack: ack } = receipt.how;
  const { counterparty } = receipt.signatures;
  if (ack === null || counterparty === null) return withoutAck(receipt);
  return conclude(
    ackProblems(subject, ack, counterparty),
    `${counterparty.kid} acknowledged "${ack.operation}" at ${ack.acknowledged_at}.${clockNote(receipt, ack)}`,
    differences(subject, ack, counterparty),
  );
}

/** What was acknowledged, where it is not what was allowed. */
function differences({ receipt, hashes }: Subject, ack: Ack, { kid }: Signature): readonly string[] {
  return ackFaults(ack, kid, {
    action: receipt.what.action,
    actionHash: hashes.action,
    connector: receipt.why.plugin.connector,
    entries: receipt.why.directories,
  });
}

/** The counterparty's clock is its own: a wrong one is reported, and fails no honest receipt. */
function clockNote({ when }: Receipt, ack: Ack): string {
  const disorder = orderProblems(
    ['when.redeemed_at', when.redeemed_at],
    ['ack.acknowledged_at', ack.acknowledged_at],
    ['when.decided_at', when.decided_at],
  );
  return disorder.length === 0 ? '' : ' By its own clock, which disagrees with the enforcement point’s.';
}

function withoutAck({ how, signatures, what, why }: Receipt): Finding {
  const { decision } = how;
  const isRead = !mustBeAcknowledged(why.plugin, what.action.facade) && decision.response_sha256 !== null;
  const problems = [
    ...unless(how.counterparty_ack === null, 'the acknowledgment has no signature'),
    ...unless(signatures.counterparty === null, 'a counterparty signed, but its acknowledgment is missing'),
    ...differs('how.counterparty_ack_hash', how.counterparty_ack_hash, null),
    ...differs('decision.counterparty_ack_hash', decision.counterparty_ack_hash, null),
    ...unless(
      decision.outcome !== 'executed' || isRead || how.settlement !== undefined,
      'the action was executed, but no counterparty acknowledged it',
    ),
  ];
  if (problems.length > 0) return conclude(problems, '');
  if (how.settlement !== undefined) {
    return notApplicable('No counterparty said what became of it: the principal decided how to count it.');
  }
  return notApplicable(
    decision.outcome === 'executed'
      ? 'Something was read: a counterparty acknowledges only what it does.'
      : 'No counterparty did anything.',
  );
}

function ackProblems(subject: Subject, ack: Ack, signature: Signature): string[] {
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
    ...unless(decision.outcome === 'executed', `acknowledged, yet the outcome is "${decision.outcome}"`),
  ];
}
