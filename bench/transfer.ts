import { readdirSync, readFileSync } from 'node:fs';
import { hashOf } from '@platform/proof/hash';
import { nodeCrypto } from '@platform/proof/node';
import { signHash, verifySignature } from '@platform/proof/signed';
import type { Receipt } from '@platform/protocol/receipt';
import { generatePrivateKey, readPrivateKey } from '@platform/trust/keys/key-pair';
import { createClient, transferInputs } from '../platform/conformance/client.ts';
import { openDeployment } from '../platform/conformance/deployment.ts';
import { judge, median, printTable, readable } from './support/report.ts';

/**
 * Executed transfers through all four processes, from the agent's call to the receipt, with durable writes: how many
 * a second, and the CPU of all services for one, against the signatures, verifications and hashes of that one transfer
 * alone, timed in the same run. Bar: at most 2.5 times.
 */
const ROUNDS = 5;
const PER_ROUND = 120;
const WARM_UP = 150;
const AT_ONCE = 8;
/** Clock ticks of /proc/<pid>/stat. */
const TICKS_PER_SECOND = 100;

const signer = openBenchSigner();
await using deployment = await openDeployment();
const client = createClient(deployment);
const pids = servicePids();

await pay(WARM_UP);
const rounds: { readonly perSecond: number; readonly cpuMs: number; readonly cryptoMs: number }[] = [];
let sample = await sampleReceipt();
for (let round = 0; round < ROUNDS; round += 1) {
  const [cpu, start] = [cpuMs(), performance.now()];
  await pay(PER_ROUND);
  const seconds = (performance.now() - start) / 1_000;
  const used = (cpuMs() - cpu) / PER_ROUND;
  sample = await sampleReceipt();
  rounds.push({ perSecond: PER_ROUND / seconds, cpuMs: used, cryptoMs: cryptoMs(sample) });
}
const of = (name: 'perSecond' | 'cpuMs' | 'cryptoMs') => readable(median(rounds.map((round) => round[name])));
printTable(
  ['median of rounds', ''],
  [
    ['executed transfers/s', of('perSecond')],
    ['CPU of all services for one, ms', of('cpuMs')],
    ['its signatures, verifications and hashes, ms', of('cryptoMs')],
  ],
);
judge([
  {
    what: 'CPU of a transfer / its cryptography',
    measured: median(rounds.map((round) => round.cpuMs / round.cryptoMs)),
    is: 'at most',
    limit: 2.5,
  },
]);

function openBenchSigner() {
  const pair = readPrivateKey(generatePrivateKey('ed25519'), 'bench');
  return { kid: 'authority', alg: pair.alg, sign: pair.sign };
}

async function pay(count: number): Promise<void> {
  let left = count;
  const agent = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const { body } = await client.pay(transferInputs({ amount: '1' }));
      if (body.status !== 'executed') throw new Error(`a transfer ended ${JSON.stringify(body)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, agent));
}

async function sampleReceipt(): Promise<Receipt> {
  const { body } = await client.pay(transferInputs({ amount: '1' }));
  const [receipt] = await client.receipts(body.grant_id ?? '');
  if (receipt === undefined) throw new Error('an executed transfer has no receipt');
  return receipt;
}

/**
 * One transfer's own cryptography, with its own objects. Signed: grant, redemption, acknowledgment, decision, two
 * events, receipt, tree head. Verified: by the enforcement point grant, mandate and acknowledgment; by the authority
 * redemption, decision and acknowledgment. Each is hashed where it is signed or verified, the receipt twice.
 */
function cryptoMs({ how, who, what, bundle, signatures, ...rest }: Receipt): number {
  const small = [how.grant, how.decision, how.counterparty_ack, what.action, who.contract];
  const receipt = { how, who, what, bundle, signatures, ...rest };
  const key = bundle.keys.authority;
  const signature = how.grant_signature;
  if (key === undefined) throw new Error('the receipt does not bring the key of the authority');
  const claim = {
    hash: how.grant_hash,
    signature,
    key,
    type: 'sanad/grant/1',
    at: how.grant.issued_at,
  } as const;
  const [signed, verified, hashedSmall, hashedReceipts] = [8, 6, 16, 2];
  const work = (): void => {
    for (let index = 0; index < signed; index += 1) signHash(signer, how.grant_hash);
    for (let index = 0; index < verified; index += 1) verifySignature(nodeCrypto, claim);
    for (let index = 0; index < hashedSmall; index += 1) hashOf(nodeCrypto, small[index % small.length]);
    for (let index = 0; index < hashedReceipts; index += 1) hashOf(nodeCrypto, receipt);
  };
  const times = Array.from({ length: 60 }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return median(times);
}

/** Of all services together, user and system, in milliseconds. */
function cpuMs(): number {
  return pids.reduce((sum, pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return sum + ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_SECOND;
  }, 0);
}

/** The services are the only children of this process that run a `main.ts`. */
function servicePids(): readonly number[] {
  const found = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const parent = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')[1];
      return (
        Number(parent) === process.pid &&
        readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('/src/main.ts')
      );
    } catch {
      return false;
    }
  });
  if (found.length !== deployment.services.length)
    throw new Error('cannot find the processes of the services');
  return found.map(Number);
}
