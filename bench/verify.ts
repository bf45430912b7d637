import type { Crypto } from '@common/evidence/crypto';
import { loadLibsodium } from '@common/evidence/libsodium';
import { nodeCrypto, nodeCryptoBy } from '@common/evidence/node';
import type { KeySet } from '@platform/core/objects/key-entry';
import { verify } from '@platform/core/verify/verify';
import { createClient, send, transferInputs } from '../platform/conformance/client.ts';
import { openDeployment } from '../platform/conformance/deployment.ts';
import { judge, median, printTable, readable } from './support/report.ts';

/**
 * Verifying the receipt of an approved and executed transfer, all nine checks with their hashes and the parsing of its
 * JSON, against nothing but the signatures that the checks verify: the same calls with the same bytes, recorded once.
 * Nothing is remembered but the form of the plugin's rules. Bar: at most 1.2 times, with the library that is used here;
 * OpenSSL alone is measured beside it.
 */
const ROUNDS = 30;
const MS_PER_ROUND = 100;
/** By number, not by time: until the engine has compiled the checks, a fast machine would measure other code than a slow one. */
const WARM_UP_CALLS = 4_000;

const { receipt, keys } = await approvedTransfer();
const text = JSON.stringify(receipt);
const asked = signaturesChecked();
const libsodium = loadLibsodium();
const whole = (crypto: Crypto) => (): void => {
  const { verdict } = verify(crypto, text, { keys });
  if (verdict !== 'verified') throw new Error(`the receipt is ${verdict}`);
};
const signaturesAlone = (crypto: Crypto) => (): void => {
  for (const check of asked) if (!check(crypto)) throw new Error('a signature is not valid');
};

/** The library that is used here first. */
const LIBRARIES = [
  ...(libsodium === null ? [] : [{ name: 'libsodium', library: libsodium }]),
  { name: 'OpenSSL', library: null },
].map(({ name, library }) => {
  const crypto = nodeCryptoBy(() => library);
  return { name, whole: whole(crypto), bare: signaturesAlone(crypto) };
});
for (let call = 0; call < WARM_UP_CALLS; call += 1) LIBRARIES[call % LIBRARIES.length]?.whole();
const rounds = Array.from({ length: ROUNDS }, () =>
  LIBRARIES.map((one) => ({ whole: timeOf(one.whole), bare: timeOf(one.bare) })),
);
const medianOf = (at: number, of: (round: { readonly whole: number; readonly bare: number }) => number) =>
  median(rounds.flatMap((round) => round[at] ?? []).map(of));
printTable(
  ['median of rounds', 'per second', 'us each'],
  LIBRARIES.flatMap(({ name }, at) =>
    (['whole', 'bare'] as const).map((part) => {
      const us = medianOf(at, (round) => round[part]);
      const what = part === 'whole' ? 'a receipt, nine checks' : `only its ${asked.length} signatures`;
      return [`${what}, ${name}`, readable(1e6 / us), readable(us)];
    }),
  ),
);
process.stdout.write(`  ${text.length} bytes\n`);
for (const [at, { name }] of LIBRARIES.entries())
  process.stdout.write(`  ${name}: ${readable(medianOf(at, (round) => round.whole / round.bare))} times\n`);
judge([
  {
    what: 'receipt / its bare signatures',
    measured: medianOf(0, (round) => round.whole / round.bare),
    is: 'at most',
    limit: 1.2,
  },
]);

async function approvedTransfer() {
  await using deployment = await openDeployment();
  const client = createClient(deployment);
  const held = await client.pay(transferInputs({ amount: '2000' }));
  const grantId = held.body.grant_id ?? '';
  await client.approve(grantId);
  await client.present(grantId);
  const [receipt] = await client.receipts(grantId);
  if (receipt === undefined) throw new Error('the transfer has no receipt');
  const { body: keys } = await send<KeySet>(`${deployment.urls.authority}/.well-known/keys.json`);
  return { receipt, keys };
}

/**
 * Processor microseconds per call, garbage collection included. What other programs take from a busy machine does not
 * count, and rounds are short, so that both sides of the ratio meet the same load.
 */
function timeOf(work: () => void): number {
  const before = process.cpuUsage();
  const start = performance.now();
  let calls = 0;
  while (performance.now() - start < MS_PER_ROUND) {
    work();
    calls += 1;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}

/** Each signature that the nine checks verify, as a call that verifies it alone. */
function signaturesChecked(): ((crypto: Crypto) => boolean)[] {
  const found: ((crypto: Crypto) => boolean)[] = [];
  const recorded =
    (of: 'verifyEd25519' | 'verifyP256' | 'verifyRs256'): Crypto['verifyEd25519'] =>
    (...bytes) => {
      found.push((crypto) => crypto[of](...bytes));
      return nodeCrypto[of](...bytes);
    };
  verify(
    {
      sha256: nodeCrypto.sha256,
      verifyEd25519: recorded('verifyEd25519'),
      verifyP256: recorded('verifyP256'),
      verifyRs256: recorded('verifyRs256'),
    },
    text,
    { keys },
  );
  return found;
}
