import { diesInATransfer } from './crash-points.ts';
import { used } from './deployment.ts';

/**
 * One of each kind: what was done and is not recorded, what is recorded and has no receipt. `crash.long.test.ts` takes every
 * step; enforcement point and bank have tests of all of theirs in their packages, and an authority that dies before it records a
 * decision is in `operations/restore.ts`.
 */
diesInATransfer(used, {
  authority: ['event_recorded:after'],
  pep: ['acknowledged:after'],
  bank: ['committed:after'],
});
