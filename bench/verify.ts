import { createPublicKey, type KeyObject, verify as verifyBytes } from 'node:crypto';
import type { Crypto } from '@common/evidence/crypto';
import { hashOf } from '@common/evidence/hash';
import { loadLibsodium } from '@common/evidence/libsodium';
import { nodeCrypto, nodeCryptoBy } from '@common/evidence/node';
import type { KeyEntry, KeySet } from '@platform/core/objects/key-entry';
import type { Receipt } from '@platform/core/objects/receipt';
import type { Signature } from '@platform/core/objects/signature';
import { verify } from '@platform/core/verify/verify';
import { createClient, send, transferInputs } from '../platform/conformance/client.ts';
import { openDeployment } from '../platform/conformance/deployment.ts';
import { judge, median, printTable, readable } from './support/report.ts';

/**
 * Verifying the receipt of an approved and executed transfer, all nine checks with their hashes and the parsing of its
 * JSON, against bare verification of the same signatures by the same library, with keys and messages ready. Nothing is
 * remembered but the form of the plugin's rules. Bar: at most 1.2 times, with the library that is used here; OpenSSL alone is measured beside it.
 */
const ROUNDS = 30;
const MS_PER_ROUND = 100;
/** By number, not by time: until the engine has compiled the checks, a fast machine would measure other code than a slow one. */
const WARM_UP_CALLS = 4_000;

const { receipt, keys } = await approvedTransfer();
const text = JSON.stringify(receipt);
const bare = bareSignatures(receipt);
const libsodium = loadLibsodium();
const whole = (crypto: Crypto) => (): void => {
  const { verdict } = verify(crypto, text, { keys });
  if (verdict !== 'verified') throw new Error(`the receipt is ${verdict}`);
};
const signaturesAlone = (library: typeof libsodium) => (): void => {
  for (const { key, raw, message, sig } of bare) {
    if (library !== null && key.asymmetricKeyType === 'ed25519') {
      if (!library.verify(raw, message, sig)) throw new Error('a signature is not valid');
      continue;
    }
    const options = key.asymmetricKeyType === 'ed25519' ? key : { key, dsaEncoding: 'ieee-p1363' as const };
    const algorithm = key.asymmetricKeyType === 'ed25519' ? null : 'sha256';
    if (!verifyBytes(algorithm, message, options, sig)) throw new Error('a signature is not valid');
  }
};

/** The library that is used here first. */
const LIBRARIES = [
  ...(libsodium === null ? [] : [{ name: 'libsodium', library: libsodium }]),
  { name: 'OpenSSL', library: null },
].map(({ name, library }) => ({
  name,
  whole: whole(nodeCryptoBy(() => library)),
  bare: signaturesAlone(library),
}));
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
      const what = part === 'whole' ? 'a receipt, nine checks' : `only its ${bare.length} signatures`;
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

interface Bare {
  readonly key: KeyObject;
  readonly raw: Uint8Array;
  readonly message: Buffer;
  readonly sig: Buffer;
}

function bareSignatures({ bundle, how, signatures, what, who, why, ...receipt }: Receipt): Bare[] {
  const { status, receipt_body_hash } = receipt;
  const head = status.log === null ? '' : hashOf(nodeCrypto, status.log.tree_head);
  const found: (readonly [Signature | null, string | null])[] = [
    [signatures.principal, who.contract_hash],
    [signatures.approver, what.action_hash],
    [signatures.pep, how.decision_hash],
    [signatures.counterparty, how.counterparty_ack_hash],
    [signatures.service, receipt_body_hash],
    [how.grant_signature, how.grant_hash],
    [why.profile_signature, why.profile_hash],
    [bundle.log_root_signature, head],
    ...Object.values(bundle.keys).map(
      ({ enrolment }) => [enrolment?.signature ?? null, enrolment?.enrolment_hash ?? null] as const,
    ),
  ];
  return found.flatMap(([signature, hash]) => {
    const entry = signature === null ? undefined : bundle.keys[signature.kid];
    if (signature === null || hash === null || entry === undefined) return [];
    const message = Buffer.from(hash, 'ascii');
    const raw = Buffer.from(entry.public_key, 'hex');
    return [{ key: publicKeyOf(entry), raw, message, sig: Buffer.from(signature.sig, 'hex') }];
  });
}

function publicKeyOf({ alg, public_key }: KeyEntry): KeyObject {
  const bytes = Buffer.from(public_key, 'hex');
  const part = (from: number, to?: number) => bytes.subarray(from, to).toString('base64url');
  const jwk =
    alg === 'ed25519'
      ? { kty: 'OKP', crv: 'Ed25519', x: part(0) }
      : { kty: 'EC', crv: 'P-256', x: part(1, 33), y: part(33) };
  return createPublicKey({ key: jwk, format: 'jwk' });
}
