import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import { cloudKey, machineClaims } from '@common/kit/testing/fake-cloud';
import { readCloudKeys } from '../../../src/verify/cloud/cloud-keys.ts';
import { venueAudience } from '../../../src/verify/cloud/identity-token.ts';
import { judge } from '../../../src/verify/judge.ts';
import { at, CAST, keysOf, tell } from '../story.ts';
import { DEPLOYMENT } from '../story-keys.ts';

const KEY = cloudKey();
const KNOWN = readCloudKeys(JSON.stringify({ keys: [KEY.jwk] }));
assert.ok(KNOWN.ok);
const { keys: cloudKeys } = KNOWN.value;
/** After every receipt here. */
const NOW_MS = Date.parse('2030-01-01T00:00:00Z');

function token(
  fingerprint = CAST.pep.key.fingerprint,
  machine: Readonly<Record<string, unknown>> = {},
): string {
  const audience = venueAudience({ deployment: DEPLOYMENT, venue: 'local', fingerprint });
  return KEY.token({ ...machineClaims(audience, Date.parse(at('08:59:00'))), ...machine });
}

function judged(cloud_identity: string | undefined, given: typeof cloudKeys | null = cloudKeys) {
  const said = cloud_identity === undefined ? {} : { cloud_identity };
  const receipt = tell({ decision: { level: 'L1-declared', ...said } });
  const options = { keys: keysOf(CAST) };
  return judge(nodeCrypto, JSON.stringify(receipt), {
    options,
    venues: [],
    nowMs: NOW_MS,
    cloudKeys: given,
    as: undefined,
  });
}

const labelOf = (judgement: ReturnType<typeof judged>) => new Map(judgement.labels).get('cloud') ?? '';

test('a valid token names the machine, and proves no more than a declaration', () => {
  const judgement = judged(token());
  assert.equal(judgement.proof.verdict, 'verified');
  assert.match(
    labelOf(judgement),
    /^declared by Google’s key \w+: a confidential VM, venue-1 \(\d+\) in europe-west4-a/,
  );
  assert.match(labelOf(judgement), /nothing measured the software/);
  const venue = judgement.proof.claims.find(({ id }) => id === 'venue');
  assert.equal(venue?.strength, 1);
  const { compute_engine } = machineClaims('', 0).google as { compute_engine: Record<string, unknown> };
  const plain = { google: { compute_engine: { ...compute_engine, instance_confidentiality: 0 } } };
  assert.match(labelOf(judged(token(undefined, plain))), /a VM, not said to be confidential/);
});

test('a token that does not hold is said not to, and changes no verdict', () => {
  const stranger = cloudKey();
  const strangers = readCloudKeys(JSON.stringify({ keys: [{ ...stranger.jwk, kid: KEY.kid }] }));
  assert.ok(strangers.ok);
  const told = [
    [judged(undefined), /^not declared: /],
    [judged(token(), null), /^not looked at: .*--cloud-keys/],
    [judged(token(CAST.authority.key.fingerprint)), /^does not hold: its audience/],
    [judged(token(), strangers.value.keys), /^does not hold: the signature/],
    [
      judged(token(undefined, { exp: Date.parse(at('08:59:30')) / 1_000 - 3_600 })),
      /^does not hold: it was not valid/,
    ],
    [judged('a.b.c'), /^does not hold: it is not a JWT/],
  ] as const;
  for (const [judgement, label] of told) {
    assert.equal(judgement.proof.verdict, 'verified');
    assert.match(labelOf(judgement), label);
  }
});

test('a simulated venue has no such label', () => {
  const options = { keys: {} };
  const { labels } = judge(nodeCrypto, JSON.stringify(tell()), {
    options,
    venues: [],
    nowMs: NOW_MS,
    cloudKeys,
    as: undefined,
  });
  assert.ok(!new Map(labels).has('cloud'));
});
