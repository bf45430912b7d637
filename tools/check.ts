import type { Step } from './check/steps.ts';
import { STEPS } from './check/steps.ts';
import { thisCodebase } from './source/codebase.ts';
import { drawPlan, PRODUCTS, roomsOfProduct } from './source/rooms.ts';

/**
 * `npm run check` is the one command to run before a commit. It runs every step, reports faults, and fails at
 * the end.
 */
const started = performance.now();
let failed = 0;
for (const { name, run } of STEPS) {
  const begin = performance.now();
  const complaints = await complaintsOf(run);
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  console.log(`${complaints.length === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`);
  for (const complaint of complaints) console.log(complaint.replace(/^/gm, '     '));
  if (complaints.length > 0) failed += 1;
}
for (const product of PRODUCTS) {
  for (const line of drawPlan(product, roomsOfProduct(thisCodebase(), product))) console.log(line);
}
const total = ((performance.now() - started) / 1000).toFixed(1);
console.log(`check: ${STEPS.length - failed} of ${STEPS.length} passed in ${total} s`);
if (failed > 0) process.exitCode = 1;

/** A step that throws fails; the others still run. */
async function complaintsOf(run: Step['run']): Promise<readonly string[]> {
  try {
    return await run(thisCodebase());
  } catch (error) {
    return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
  }
}
