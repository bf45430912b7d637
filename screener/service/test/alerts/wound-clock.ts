/**
 * Loaded before the service (`node --import`): its clock is ahead of the machine's by what a file says, also when the file
 * changes. Intervals of a minute or more follow that clock, so that nobody waits for them.
 */
import { readFileSync } from 'node:fs';

const MINUTE_MS = 60_000;
const LOOK_MS = 25;
const { TEST_CLOCK_FILE: file } = process.env;
if (file === undefined) throw new Error('TEST_CLOCK_FILE names the file of the clock');

const realNow = Date.now;
const realInterval = globalThis.setInterval;
let aheadMs = Number(readFileSync(file, 'utf8'));
realInterval(() => {
  aheadMs = Number(readFileSync(file, 'utf8'));
}, LOOK_MS).unref();
Date.now = () => realNow() + aheadMs;

const woundInterval = (work: () => void, ms: number): NodeJS.Timeout => {
  if (ms < MINUTE_MS) return realInterval(work, ms);
  let last = Date.now();
  return realInterval(() => {
    if (Date.now() - last < ms) return;
    last = Date.now();
    work();
  }, LOOK_MS);
};
// The types of the original have forms that nobody here uses.
globalThis.setInterval = woundInterval as typeof setInterval;
