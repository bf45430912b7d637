import { styleText } from 'node:util';
import { opening } from './chapters/opening.ts';
import { payments } from './chapters/payments.ts';
import { proofs } from './chapters/proofs.ts';
import { records } from './chapters/records.ts';
import { newProfile, refusals } from './chapters/refusals.ts';
import { screened, sealedOrder } from './chapters/screened.ts';
import { stolenClerk } from './chapters/stolen-clerk.ts';
import { stolenKey } from './chapters/stolen-key.ts';
import { stopped } from './chapters/stopped.ts';
import { folderToKeep, keepObjects } from './keep.ts';
import { createNarrator } from './narrator.ts';
import { openStage } from './stage.ts';

/**
 * `npm run demo`: the platform's whole story, with real processes, keys and proofs. Exits with 1 if anything differs. With
 * `--keep <folder>`, what it made stays there.
 */
const kept = folderToKeep(process.argv.slice(2));
const colour = styleText('bold', 'x', { stream: process.stdout }) !== 'x';
const narrator = createNarrator((text) => process.stdout.write(text), colour);
const stage = await openStage();
let isTold = false;
try {
  await opening(stage, narrator);
  const approvedGrant = await payments(stage, narrator);
  await refusals(stage, narrator);
  await records(stage, narrator);
  const order = await screened(stage, narrator);
  await stopped(stage, narrator);
  await newProfile(stage, narrator);
  const verifier = await proofs(stage, narrator, approvedGrant);
  await sealedOrder(stage, narrator, verifier, order);
  await stolenKey(stage, narrator, verifier);
  await stolenClerk(stage, narrator);
  if (kept !== null) await keepObjects(stage, kept);
  isTold = true;
} catch (error) {
  process.stderr.write(`\ndemo: ${error instanceof Error ? error.message : String(error)}\n`);
} finally {
  await stage.close();
}
const differences = narrator.differences();
if (isTold) {
  narrator.chapter('The end');
  narrator.say(
    differences === 0
      ? 'Everything went as told. To do the same with a deployment of your own: npm start, and docs/guides.'
      : `${differences} things did not go as told.`,
  );
}
process.exitCode = isTold && differences === 0 ? 0 : 1;
