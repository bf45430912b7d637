import { replaysRuns } from './replays-runs.ts';

replaysRuns('long');
