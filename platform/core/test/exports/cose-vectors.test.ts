import assert from 'node:assert/strict';
import { createHash, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { type Result, unwrap } from '@common/base/result';
import { toHex } from '@common/evidence/bytes';
import type { Crypto } from '@common/evidence/crypto';
import { nodeCrypto } from '@common/evidence/node';
import { webCrypto } from '@common/evidence/web';
import { checkCoseReceipt } from '@platform/core/exports/cose-receipt';
import { checkSign1, isMap, LABEL, readSign1 } from '@platform/core/exports/sign1';
import { fromBase64 } from '@platform/core/log/note/base64';
import { bytes, readJson, sharedVectors } from '../verify/shared-vectors.ts';

/** Vectors of another project (`action-state-group/scitt-cose`), whose log hashes the digest's raw bytes, as ours here. */
const FOLDER = 'evidence/scitt-cose/test-vectors';

interface Expected {
  readonly payload_sha256: string;
  readonly leaf_entry: string;
  readonly leaf_index: number | null;
  readonly tree_size: number | null;
  readonly reconstructed_root: string | null;
  readonly statement_signature_valid: boolean;
  readonly receipt_valid: boolean;
  readonly failure_code?: string;
  readonly protected_header: {
    readonly statement: { readonly issuer: string; readonly subject: string | null };
  };
}

/** What our check says for each of their reasons. */
const CODES: Readonly<Record<string, string>> = {
  TAMPERED_INCLUSION_PATH: 'cose_signature_invalid',
  UNSUPPORTED_VDS: 'vds_unsupported',
};

/** The receipt of another ledger's own tree (CCF), signed with ECDSA over P-384: neither is supported. */
const OTHER_TREE = 'valid-ccf-vds2';

function publicKey(pem: string): Uint8Array {
  const { crv, x = '', y = '' } = createPublicKey(pem).export({ format: 'jwk' });
  const [left, right] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  return new Uint8Array(crv === 'Ed25519' ? left : Buffer.concat([Buffer.of(4), left, right]));
}

function checkStatement(crypto: Crypto, message: Uint8Array, key: Uint8Array): Result<Uint8Array> {
  const read = readSign1(message);
  if (!read.ok) return read;
  const payload = read.value.payload ?? new Uint8Array();
  const checked = checkSign1(crypto, read.value, payload, key);
  return checked.ok ? { ok: true, value: payload } : checked;
}

/** Compares what we say of one vector with what its authors expect. */
function judgeVector(crypto: Crypto, folder: string, id: string): void {
  const file = (part: string): Uint8Array => new Uint8Array(readFileSync(join(folder, part)));
  const pem = (part: string): Uint8Array => publicKey(readFileSync(join(folder, part), 'utf8'));
  const expected = readJson<Expected>(join(folder, 'expected.json'));
  const statement = file('statement.cose');
  const judged = checkStatement(crypto, statement, pem('issuer-key.pub'));
  assert.equal(judged.ok, expected.statement_signature_valid, id);
  if (judged.ok) {
    assert.deepEqual(judged.value, file('payload.bin'), id);
    assert.equal(crypto.sha256(judged.value), expected.payload_sha256);
  }
  const claims = unwrap(readSign1(statement)).header.get(LABEL.cwtClaims);
  const { issuer, subject } = expected.protected_header.statement;
  assert.deepEqual(isMap(claims) ? [claims.get(1), claims.get(2) ?? null] : null, [issuer, subject]);

  const entry = createHash('sha256').update(statement).digest();
  assert.equal(entry.toString('hex'), expected.leaf_entry);
  const key = id === OTHER_TREE ? new Uint8Array(32) : pem('log-key.pub');
  const proven = checkCoseReceipt(crypto, file('receipt.cose'), entry, key);
  if (proven.ok) {
    const { leaf_index, tree_size, reconstructed_root } = expected;
    const { index, size, root } = proven.value;
    assert.deepEqual([index, size, root], [leaf_index, tree_size, reconstructed_root], id);
  } else {
    const code = id === OTHER_TREE ? 'vds_unsupported' : CODES[expected.failure_code ?? ''];
    assert.equal(proven.error.code, code, id);
  }
  assert.equal(proven.ok, expected.receipt_valid && id !== OTHER_TREE, id);
}

/**
 * Verifies the statements of a bundle. What is wrong with three of them is in their links and beside them (gaps,
 * witnesses), which are that project's own format; in `digest_mismatch`, it is a value that a statement commits to.
 */
function judgeBundle(crypto: Crypto, folder: string): number {
  const { bundle, disclosures = {} } = readJson<Bundle>(join(folder, 'bundle.json'));
  for (const { capsule_id: id, signed_statement: signed } of bundle) {
    const message = fromBase64(signed.statement_b64) ?? new Uint8Array();
    const key = publicKey(signed.pubkey_pem);
    const payload = JSON.parse(Buffer.from(unwrap(checkStatement(crypto, message, key))).toString('utf8'));
    assert.equal(payload.capsule_id, id);
    const shown = disclosures[id]?.agent_input;
    if (shown !== undefined) {
      const committed = payload.model_attestation.compute_attestation.agent_input_digest;
      assert.notEqual(crypto.sha256(JSON.stringify(shown)), committed);
    }
    for (const at of [message.length - 1, 80]) {
      const changed = Uint8Array.from(message, (byte, index) => (index === at ? byte ^ 1 : byte));
      assert.ok(!checkStatement(crypto, changed, key).ok, `${folder}: byte ${at}`);
    }
  }
  return bundle.length;
}

for (const [name, crypto] of [
  ['node', nodeCrypto],
  ['web', webCrypto],
] as const) {
  describe(`statements and receipts of scitt-cose, by the ${name} adapter`, () => {
    test('each statement and each receipt', (t) => {
      const folder = sharedVectors(FOLDER);
      if (folder === null) return t.skip(`../shared/vectors/${FOLDER} absent`);
      const { vectors } = readJson<{ vectors: { id: string; dir: string }[] }>(join(folder, 'manifest.json'));
      assert.equal(vectors.length, 6);
      for (const { id, dir } of vectors) judgeVector(crypto, join(folder, dir), id);
    });

    test('the 12 statements of the bundles whose later states were tampered with', (t) => {
      const folder = sharedVectors(FOLDER);
      if (folder === null) return t.skip(`../shared/vectors/${FOLDER} absent`);
      const states = ['offline_pass', 'chain_gap', 'witness_downgrade', 'digest_mismatch'];
      const counts = states.map((state) => judgeBundle(crypto, join(folder, 'tamper-states', state)));
      assert.deepEqual(counts, [3, 3, 3, 3]);
    });
  });
}

interface Bundle {
  readonly bundle: readonly {
    readonly capsule_id: string;
    readonly signed_statement: { readonly pubkey_pem: string; readonly statement_b64: string };
  }[];
  readonly disclosures?: Readonly<Record<string, { readonly agent_input: unknown }>>;
}

describe('what no receipt is', () => {
  const message = (hex: string) => readSign1(bytes(hex));
  const cases: readonly (readonly [string, string])[] = [
    ['nothing', ''],
    ['another tag', 'd18440a0f640'],
    ['no tag', '8440a0f640'],
    ['three parts', 'd28340a0f6'],
    ['more after it', 'd28440a0f64000'],
    ['an indefinite length', 'd29f40a0f640ff'],
    ['a longer spelling of a number', 'd28444a1180127a0f640'],
    ['a label twice in one header', 'd28445a201270127a0f640'],
    ['a label in both headers', 'd28443a10127a10126f640'],
    ['a header that is a list', 'd2844180a0f640'],
    ['a payload that is text', 'd28440a0616140'],
  ];
  for (const [name, hex] of cases) {
    test(name, () => assert.equal(message(hex).ok, false));
  }
  test('the empty one is a message', () =>
    assert.equal(toHex(unwrap(message('d28440a0f640')).signature), ''));
});
