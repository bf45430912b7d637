import { test } from 'node:test';
import { playFaults } from './fault-rounds.ts';

test('200 payments through faults: nothing twice, nothing lost, the journal explains each', () =>
  playFaults(200, 20_261_130));
