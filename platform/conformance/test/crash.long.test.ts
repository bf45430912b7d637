import { before, describe } from 'node:test';
import { diesAtAnAnswer, diesInATransfer } from './books/crash-points.ts';
import { racesOn } from './books/races.ts';
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

/** On SQLite; `pairs.test.ts` takes them on PostgreSQL, between two processes of each service. */
describe('with a lease of a minute, as nothing is killed any more', () => {
  before(() => used().d.restart('pep', { PEP_LEASE_MS: '60000' }));
  racesOn(used);
});
