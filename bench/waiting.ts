import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { spawnService } from '@common/kit/testing/service';
import type { GrantState } from '@platform/core/objects/tool-call';
import { createClient, send, transferInputs } from '../platform/conformance/client.ts';
import { judge, median, printTable, quantile, readable, report } from './support/report.ts';
import { turn } from './support/turns.ts';
import { openPlatform } from './transfer/platform.ts';

/**
 * How long an agent that waits for a person (`GET /v1/grants/{grant_id}?wait=30`) learns of the approval after it was
 * signed, against a long poll that does nothing else, in turn. A signature comes at any instant between two looks of the
 * gateway at the authority, so it comes here after a time that differs.
 */
const BARE = fileURLToPath(new URL('./waiting/bare-poll.ts', import.meta.url));
const SAMPLES = Number(process.env.BENCH_SAMPLES ?? 40);
const WARM_UP = 5;
/** Until the request surely waits; then up to one time between looks more. */
const HELD_MS = 400;
const BETWEEN_LOOKS_MS = 200;
/** On an idle machine. */
const MOST_MS = 300;

await using platform = await openPlatform();
await using bare = await spawnService({ entry: BARE, ready: /^bare ready at (\S+)/m });
const { deployment } = platform;
const client = createClient(deployment);
const bareUrl = bare.readyMatch?.[1] ?? '';

const ours: number[] = [];
const theirs: number[] = [];
await turn();
for (let index = -WARM_UP; index < SAMPLES; index += 1) {
  const heldMs = HELD_MS + (BETWEEN_LOOKS_MS * (index + WARM_UP)) / (SAMPLES + WARM_UP);
  const sample = { ours: await waitForApproval(heldMs), theirs: await waitForBare(heldMs) };
  if (index < 0) continue;
  ours.push(sample.ours);
  theirs.push(sample.theirs);
}
printTable(
  ['from signature to answer', 'median, ms', '95th percentile, ms'],
  [
    ['?wait=', readable(median(ours)), readable(quantile(ours, 0.95))],
    ['bare long poll', readable(median(theirs)), readable(quantile(theirs, 0.95))],
  ],
);
process.stdout.write(`  median / bare median: ${readable(median(ours) / median(theirs))} times\n`);
report([
  { what: 'from signature to answer', unit: 'ms', values: ours },
  { what: 'bare long poll', unit: 'ms', values: theirs },
]);
judge([
  {
    what: 'from signature to answer, median, on an idle machine',
    measured: median(ours),
    is: 'at most',
    limit: MOST_MS,
    unit: ' ms',
  },
]);

/** Milliseconds from an approver's signed answer, which is then sent, to what the waiting agent reads. */
async function waitForApproval(heldMs: number): Promise<number> {
  const mandate = await client.register();
  const { body: held } = await client.pay(transferInputs({ amount: '1001' }), { mandate });
  const grantId = held.grant_id ?? '';
  const answer = arrival(
    send<GrantState>(`${deployment.urls.gateway}/v1/grants/${grantId}?wait=30`, {
      bearer: deployment.agentToken,
      headers: { 'x-service-contract': mandate },
    }),
  );
  await sleep(heldMs);
  const signedAt = performance.now();
  const approval = await client.approve(grantId);
  if (approval.status !== 200) throw new Error(`an approval was answered with ${approval.status}`);
  const { value, at } = await answer;
  if (value.body.status !== 'approved' || at < signedAt)
    throw new Error(`a wait ended with ${value.status}: ${value.text}`);
  return at - signedAt;
}

async function waitForBare(heldMs: number): Promise<number> {
  const answer = arrival(send(bareUrl));
  await sleep(heldMs);
  const toldAt = performance.now();
  await send(bareUrl, { method: 'POST' });
  return (await answer).at - toldAt;
}

async function arrival<Value>(
  answer: Promise<Value>,
): Promise<{ readonly value: Value; readonly at: number }> {
  const value = await answer;
  return { value, at: performance.now() };
}
