import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { withTempDir } from '@common/kit/testing';
import type { KeySet } from '@platform/core/objects/key-entry';
import { verifyFolder } from '@platform/verifier/cli/folder';
import { createClient, send, transferInputs } from '../platform/conformance/client.ts';
import { openDeployment } from '../platform/conformance/deployment.ts';
import { median, printTable, readable } from './support/report.ts';

/**
 * `sanad-verify --dir` on the receipts of executed transfers, in one chain: on all processors, against one, in rounds
 * that alternate. By the clock, the start of the threads included: no bar, because other programs count in it.
 */
const RECEIPTS = 1_000;
const ROUNDS = 7;
/** Within the rules of the client's mandate. */
const USES_OF_A_MANDATE = 900;
const PROGRAM = new URL('../platform/verifier/src/main.ts', import.meta.url);

await withTempDir(async (folder) => {
  const keys = await writeReceipts(folder);
  const threads = { most: availableParallelism(), program: PROGRAM };
  await timeOf(folder, keys, null);
  const rounds: { readonly all: Time; readonly one: Time }[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ all: await timeOf(folder, keys, threads), one: await timeOf(folder, keys, null) });
  const row = (name: string, side: 'all' | 'one') => {
    const times = rounds.map((round) => round[side]);
    const ms = median(times.map((time) => time.ms));
    return [
      name,
      readable(ms),
      readable((RECEIPTS * 1_000) / ms),
      readable(median(times.map((t) => t.cpuMs))),
    ];
  };
  printTable(
    [`${RECEIPTS} receipts, median of rounds`, 'ms', 'receipts/s', 'CPU ms'],
    [row(`${threads.most} processors`, 'all'), row('one', 'one')],
  );
  const ratios = rounds.map(({ all, one }) => one.ms / all.ms);
  process.stdout.write(`  times as fast, by round: ${ratios.map(readable).join(', ')}\n`);
});

interface Time {
  readonly ms: number;
  readonly cpuMs: number;
}

async function timeOf(
  folder: string,
  keys: KeySet,
  threads: Parameters<typeof verifyFolder>[3],
): Promise<Time> {
  const before = process.cpuUsage();
  const start = performance.now();
  const found = await verifyFolder(folder, { keys }, { given: {}, now: Date.now() }, threads);
  if (!found.ok || found.value.verdict !== 'verified' || found.value.receipts !== RECEIPTS)
    throw new Error(`the folder does not verify: ${JSON.stringify(found)}`);
  const { user, system } = process.cpuUsage(before);
  return { ms: performance.now() - start, cpuMs: (user + system) / 1_000 };
}

async function writeReceipts(folder: string): Promise<KeySet> {
  await using deployment = await openDeployment();
  const client = createClient(deployment);
  let mandate = '';
  for (let number = 0; number < RECEIPTS; number += 1) {
    if (number % USES_OF_A_MANDATE === 0) mandate = await client.register();
    const { body } = await client.pay(transferInputs({ amount: '1' }), { mandate });
    const [receipt] = await client.receipts(body.grant_id ?? '');
    if (receipt === undefined) throw new Error('the transfer has no receipt');
    await writeFile(join(folder, `${receipt.receipt_id}.json`), JSON.stringify(receipt));
  }
  return (await send<KeySet>(`${deployment.urls.authority}/.well-known/keys.json`)).body;
}
