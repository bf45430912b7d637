import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { nodeCrypto } from '@common/evidence/node';
import { createHttpAuthority } from '@platform/console/adapters/http-authority';
import { statementFile } from '@platform/console/statements/statement-file';
import type { KeySet } from '@platform/core/objects/key-entry';
import { createStatementJudge } from '@platform/core/statement/judge-file';
import { settle } from '../platform/conformance/audit.ts';
import { createClient, send, transferInputs } from '../platform/conformance/client.ts';
import { openDeployment } from '../platform/conformance/deployment.ts';
import { judge, printTable, readable } from './support/report.ts';

/**
 * A month of 10,000 payments by all services: its file made from the authority, and verified line by line. Bars are on
 * what does not depend on the machine: bytes of the file for a movement, and the memory that grows with its length.
 * `BENCH_ROWS` changes how many payments.
 */
const PAYMENTS = Number(process.env.BENCH_ROWS ?? 10_000);
const AT_ONCE = 16;
/** A mandate's uses, within the profile's bound. */
const USES = 900;
const MIB = 1_048_576;

await using d = await openDeployment();
const client = createClient(d);
let [left, uses] = [PAYMENTS, 0];
let mandate = client.register();
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (; left > 0; ) {
      left -= 1;
      if (uses === USES) [mandate, uses] = [client.register(), 0];
      uses += 1;
      const { body } = await client.pay(transferInputs({ amount: '1' }), { mandate: await mandate });
      // A bank that is slow once leaves a payment in doubt, which is settled before the statement is made.
      if (body.status !== 'executed' && body.status !== 'unknown')
        throw new Error(`a payment is ${body.status}: ${body.reason}`);
    }
  }),
);
await settle(d);

const month = new Date().toISOString().slice(0, 7);
const path = join(d.folder, 'statement.jsonl');
const authority = createHttpAuthority(d.urls.authority);
const { body: keys } = await send<KeySet>(`${d.urls.authority}/.well-known/keys.json`);

const made = await measured(async () => {
  const whose = { tenant: 'tn_local', account: 'acct_operating', month };
  const deps = { crypto: nodeCrypto, authority, now: () => new Date().toISOString() };
  const lines = await statementFile(deps, whose);
  if (!lines.ok) throw new Error(lines.error.message);
  await pipeline(Readable.from(lines.value), createWriteStream(path));
});
const verified = await measured(async () => {
  const judging = createStatementJudge(nodeCrypto, { keys });
  for await (const line of createInterface({ input: createReadStream(path) })) judging.take(line);
  const { verdict, faults, statement } = judging.end();
  if (verdict !== 'verified' || statement?.payments !== PAYMENTS || statement.differences.length > 0)
    throw new Error(`the statement is ${verdict}: ${JSON.stringify(faults)}`);
});
const { size } = await stat(path);
printTable(
  ['a statement', 'seconds', 'MiB of memory more'],
  [
    ['made', readable(made.seconds), readable(made.mib)],
    ['verified', readable(verified.seconds), readable(verified.mib)],
  ],
);
process.stdout.write(`  ${PAYMENTS} payments, ${readable(size / MIB)} MiB\n`);
judge([
  { what: 'bytes for a movement', measured: size / PAYMENTS, is: 'at most', limit: 12_000 },
  { what: 'memory to make it', measured: made.mib, is: 'at most', limit: 200, unit: ' MiB' },
  { what: 'memory to verify it', measured: verified.mib, is: 'at most', limit: 200, unit: ' MiB' },
]);

/** Seconds, and by how much resident memory was above that before, at most. */
async function measured(
  work: () => Promise<void>,
): Promise<{ readonly seconds: number; readonly mib: number }> {
  const before = process.memoryUsage().rss;
  let most = before;
  const look = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 50);
  const start = performance.now();
  await work();
  clearInterval(look);
  return { seconds: (performance.now() - start) / 1_000, mib: (most - before) / MIB };
}
