import { test } from 'node:test';
import { playFaults } from './fault-rounds.ts';
import { BANK, PAYOUTS } from './kinds.ts';

const TITLE = 'nothing twice, nothing lost, the journal explains each';

test(`200 payouts through faults: ${TITLE}`, () => playFaults(PAYOUTS, 200, 20_261_130));

test(`200 payments at a bank through faults, settled or returned later: ${TITLE}, and addenda verify`, () =>
  playFaults(BANK, 200, 20_261_130));
