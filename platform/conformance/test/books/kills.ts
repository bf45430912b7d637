import { diesInATransfer } from './crash-points.ts';
import { used } from './deployment.ts';

/**
 * What is recorded and has no receipt yet. Enforcement point and bank have tests of all of their steps in their packages,
 * `crash.long.test.ts` takes every step of all on the whole platform, and an authority that dies before it records a decision
 * is in `operations/restore.ts`.
 */
diesInATransfer(used, { authority: ['event_recorded:after'] });
