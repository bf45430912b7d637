import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { unwrap } from '@common/base/result';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import type { Receipt } from '../../src/objects/receipt.ts';
import { entryLeaf, receiptBodyHash, receiptLeaf, sealReceipt } from '../../src/receipt/assemble.ts';
import { receiptHashes } from '../../src/receipt/hashes.ts';
import { openReceipt } from '../../src/receipt/open-receipt.ts';
import { pluginHash } from '../../src/signed/plugin.ts';
import { ownVectorPath, ownVectors } from '../verify/shared-vectors.ts';
import { at, CAST, keysOf, tell } from '../verify/story.ts';

const EXECUTED = tell();
/** Receipts for anyone who writes another verifier, and for the command line's tests. */
const PUBLISHED: Readonly<Record<string, unknown>> = {
  'executed.json': EXECUTED,
  'denied.json': tell({ outcome: 'denied' }),
  'second.json': tell({ previous: EXECUTED, approved: false, mandate: { approval: {} } }),
  'revoked-before.json': tell({ revokedAt: at('09:00:01.000') }),
  'keys.json': keysOf(CAST),
};

describe('receiptHashes', () => {
  test('gives the same as each hash by itself', () => {
    const { action } = EXECUTED.what;
    const _sd = 'e'.repeat(64);
    const params = { ...action.params, 9: { _sd }, 10: { _sd } };
    const numbered = { ...EXECUTED, what: { ...EXECUTED.what, action: { ...action, params } } };
    for (const receipt of [EXECUTED, tell({ outcome: 'denied' }), numbered]) {
      const { who, what, how, why } = receipt;
      const whole = receipt === numbered ? EXECUTED : receipt;
      const opened = { ...unwrap(openReceipt(nodeCrypto, whole)), document: receipt };
      assert.deepEqual(receiptHashes(nodeCrypto, opened), {
        body: receiptBodyHash(nodeCrypto, receipt),
        leaf: receiptLeaf(nodeCrypto, receipt),
        mandate: hashOf(nodeCrypto, who.contract),
        action: hashOf(nodeCrypto, what.action),
        grant: hashOf(nodeCrypto, how.grant),
        enforcement: hashOf(nodeCrypto, how.decision),
        ack: how.counterparty_ack_hash,
        profile: hashOf(nodeCrypto, why.profile),
        plugin: pluginHash(nodeCrypto, why.plugin),
      });
    }
  });

  test('gives the same as the seal that made the receipt', () => {
    const { receipt_body_hash: _, signatures, ...rest } = EXECUTED;
    const body = {
      ...rest,
      receipt_body_hash: null,
      signatures: { ...signatures, service: null },
      status: { ...EXECUTED.status, log: null },
      bundle: { ...EXECUTED.bundle, log_root_signature: null },
    };
    const { service } = signatures;
    assert.ok(service);
    const { disclosures } = service;
    const sealed = sealReceipt(nodeCrypto, { body, disclosures }, () => service);
    const hashes = receiptHashes(nodeCrypto, unwrap(openReceipt(nodeCrypto, EXECUTED)));
    assert.deepEqual(
      [sealed.receipt.receipt_body_hash, entryLeaf(nodeCrypto, sealed.entry)],
      [hashes.body, hashes.leaf],
    );
    const broken = { ...body, receipt_id: 'rcpt_\ud800' };
    assert.throws(
      () => sealReceipt(nodeCrypto, { body: broken, disclosures }, () => service),
      /half a surrogate pair/,
    );
  });

  test('the body hash and the leaf do not depend on the place in the log and the service’s signature', () => {
    const bare: Receipt = {
      ...EXECUTED,
      status: { ...EXECUTED.status, log: null },
      bundle: { ...EXECUTED.bundle, log_root_signature: null },
      signatures: { ...EXECUTED.signatures, service: null },
    };
    assert.equal(receiptBodyHash(nodeCrypto, bare), EXECUTED.receipt_body_hash);
    assert.equal(receiptLeaf(nodeCrypto, bare), EXECUTED.status.log?.leaf_hash);
  });
});

test('the published receipts are those of the story (UPDATE_VECTORS=1 rewrites them)', () => {
  for (const [name, content] of Object.entries(PUBLISHED)) {
    if (process.env.UPDATE_VECTORS === '1') {
      writeFileSync(ownVectorPath(`receipts/${name}`), `${JSON.stringify(content, null, 2)}\n`);
    }
    assert.deepEqual(ownVectors(`receipts/${name}`), content, name);
  }
});
