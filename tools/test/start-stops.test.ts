import { existsSync } from 'node:fs';
import { describe, test } from 'node:test';
import { stops } from './started.ts';

// Other signals and starts are in start-stops.long.test.ts; what a signal does to services is in start.test.ts.
describe('npm start, as processes', { skip: !existsSync('/proc/self/environ') }, () => {
  test('SIGTERM to npm start ends all services and frees their ports', (t) =>
    stops(t, 'npm', ['start'], 'SIGTERM', false));
});
