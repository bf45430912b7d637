import { replaysRuns } from './replays-runs.ts';

/** `npm run model -- --traces` writes them; `replay.long.test.ts` plays more. */
replaysRuns('short');
