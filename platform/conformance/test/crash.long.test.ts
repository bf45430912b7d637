import { diesAtAnAnswer, diesInATransfer } from './books/crash-points.ts';
import { useDeployment } from './support/use-deployment.ts';

const used = useDeployment();

const sides = (...steps: readonly string[]) => steps.flatMap((step) => [`${step}:before`, `${step}:after`]);

/** Every step, before and after; `books.test.ts` takes those that differ in kind. */
diesInATransfer(used, {
  authority: sides('proposed', 'redeemed', 'event_recorded', 'sequenced'),
  pep: sides('intent_written', 'redeemed', 'request_sent', 'acknowledged', 'decision_signed', 'event_posted'),
  bank: sides('debited', 'committed', 'answered'),
});
diesAtAnAnswer(used, ['approved:before', 'approved:after', 'rejected:before', 'rejected:after']);
