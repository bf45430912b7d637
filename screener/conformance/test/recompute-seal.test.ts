import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { unwrap } from '@common/base/result';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import { createMemoryRateLimiter } from '@common/kit/rate-limit';
import { openDatabase } from '@common/kit/sql/database';
import { migrate } from '@common/kit/sql/migrate';
import { withTempDir } from '@common/kit/testing';
import { size } from '@common/kit/testing/size';
import { createAttester } from '@screener/service/attest/attest';
import { createAttestationStore } from '@screener/service/attest/attestations.sql';
import { claimsOf } from '@screener/service/attest/claims';
import { MIGRATIONS } from '@screener/service/store/migrations';
import type { ScreenerSchema } from '@screener/service/store/schema';
import { auditReceipt } from '../recompute/audit-receipt.ts';
import { auditSeal, readPinnedKeys } from '../recompute/audit-seal.ts';
import { recompute } from '../recompute/recompute.ts';
import { strictJson } from '../recompute/strict-json.ts';
import { APPLE } from './tamperings.ts';

const MAIN = fileURLToPath(new URL('../recompute/main.ts', import.meta.url));
const NOW = Date.parse('2026-02-26T12:00:00Z');
/** One in this many digits of the screening is changed; of the seal, each one. */
const ONE_IN = size({ quick: 29, full: 1 });

/** What a screener’s key is, and what it seals. */
async function newIssuer() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const key = {
    publicKey: Buffer.from(String(publicKey.export({ format: 'jwk' }).x), 'base64url').toString('hex'),
    sign: (hash: string) => sign(null, Buffer.from(hash), privateKey).toString('hex'),
  };
  const database = await openDatabase<ScreenerSchema>({ url: 'sqlite::memory:' });
  await migrate(database, MIGRATIONS);
  const store = createAttestationStore(database);
  await store.beginKey(key.publicKey, NOW);
  const attester = createAttester({
    store,
    crypto: nodeCrypto,
    clock: () => NOW,
    issuer: 'screen.example',
    lifeMs: 604_800_000,
    keepMs: 604_800_000,
    key,
    takeKey: async () => null,
    fresh: createMemoryRateLimiter({ name: 'statements', requests: 100, windowS: 60 }),
  });
  const seal = async (screening: typeof APPLE, claims = claimsOf(screening)) => {
    const attested = unwrap(await attester.attest(claims, hashOf(nodeCrypto, screening), 'me'));
    const { publicKey: public_key, sealed, listed } = attested;
    return JSON.stringify({ screening, sealed, listed, public_key });
  };
  return { key, seal, close: () => database.close() };
}

const keysOf = (publicKey: string, more: object = {}) => ({
  screener: { alg: 'ed25519', public_key: publicKey, not_before: '2026-02-26T11:00:00.000Z', ...more },
});

/** What the auditor finds in a file: of the seal, then of the verdict. */
function foundIn(text: string, keys: unknown): readonly string[] {
  const pinned = keys === null ? null : readPinnedKeys(keys);
  assert.ok(keys === null || pinned !== null);
  try {
    return auditSeal(strictJson(text, '') as object, pinned).map(({ path }) => path);
  } catch (error) {
    return [String(error)];
  }
}

describe('a sealed screening in one file', () => {
  test('agrees, and with any digit changed it does not, by a pinned key or by its own', async (t) => {
    const { key, seal, close } = await newIssuer();
    t.after(close);
    const text = await seal(APPLE);
    const keys = keysOf(key.publicKey);
    assert.deepEqual([foundIn(text, keys), foundIn(text, null)], [[], []]);
    assert.deepEqual(recompute(JSON.parse(text).screening), []);
    const sealedFrom = text.indexOf('"sealed":');
    let changed = 0;
    for (const { index, 0: digit } of text.matchAll(/\d/g)) {
      if (index < sealedFrom && index % ONE_IN !== 0) continue;
      const other = `${text.slice(0, index)}${(Number(digit) + 1) % 10}${text.slice(index + 1)}`;
      assert.notDeepEqual(foundIn(other, null), [], text.slice(index - 40, index + 10));
      changed += 1;
    }
    assert.ok(changed > 300, `${changed} digits`);
  });

  test('is checked by the command, which says by whose key', async (t) => {
    const { key, seal, close } = await newIssuer();
    t.after(close);
    await withTempDir(async (folder) => {
      const [file, keys] = [join(folder, 'sealed.json'), join(folder, 'keys.json')];
      await writeFile(file, await seal(APPLE));
      await writeFile(keys, JSON.stringify(keysOf(key.publicKey)));
      const run = (...args: readonly string[]) =>
        spawnSync(process.execPath, [MAIN, ...args, file], { encoding: 'utf8' });
      const pinned = run('--keys', keys);
      assert.match(
        pinned.stdout,
        /^AAPL: compliant as of 2026-02-25, not stale: verdict agrees .*\n {2}sealed as number 1 by screen\.example .*pinned key\n$/,
      );
      assert.equal(pinned.status, 0, pinned.stderr);
      const receipt = join(folder, 'receipt.json');
      const carried = JSON.parse(await seal(APPLE)).sealed;
      await writeFile(receipt, JSON.stringify({ receipt_id: 'rcpt_1', action: { screened: carried } }));
      const carries = run('--keys', keys, '--receipt', receipt);
      assert.match(carries.stdout, /pinned key\n {2}the receipt carries this statement;/);
      assert.equal(carries.status, 0, carries.stderr);
      const own = run();
      assert.match(own.stdout, /self-consistent/);
      assert.equal(own.status, 3);
    });
  });

  test('of another key, or of one that had ended, is not what was pinned', async (t) => {
    const { key, seal, close } = await newIssuer();
    t.after(close);
    const text = await seal(APPLE);
    assert.deepEqual(foundIn(text, keysOf('ab'.repeat(32))), ['public_key']);
    assert.deepEqual(foundIn(text, keysOf(key.publicKey, { not_after: '2026-02-26T11:59:59.000Z' })), [
      'public_key',
    ]);
    const version = keysOf(key.publicKey, { not_after: '2026-02-26T12:30:00.000Z' }).screener;
    assert.deepEqual(foundIn(text, keysOf('ab'.repeat(32), { retired: [version] })), []);
    assert.equal(readPinnedKeys({ authority: version }), null);
  });

  test('is that of a receipt only if the receipt carries its statement to the letter', async (t) => {
    const { seal, close } = await newIssuer();
    t.after(close);
    const file = JSON.parse(await seal(APPLE));
    const { sealed } = file;
    const differing = (carried: unknown) =>
      auditReceipt(file, { receipt_id: 'rcpt_1', what: [{ screened: carried }] }).map(
        ({ recomputed }) => recomputed,
      );
    assert.deepEqual(differing(sealed), []);
    const other = ['a statement that rcpt_1 carries'];
    assert.deepEqual(
      differing({ ...sealed, signature: { ...sealed.signature, sig: '0'.repeat(128) } }),
      other,
    );
    assert.deepEqual(differing({ statement: sealed.statement }), other);
    const whole = { receipt_id: 'rcpt_1', sealed };
    assert.equal(auditReceipt(null, whole)[0]?.said, 'no seal');
  });

  test('may claim what its screening says and nothing else, even if it is signed', async (t) => {
    const { seal, close } = await newIssuer();
    t.after(close);
    const bank = { ...APPLE, compliance: 'non_compliant' } as const;
    const lied = await seal({ ...bank, name: 'A bank' }, { ...claimsOf(bank), claims: ['compliant'] });
    assert.deepEqual(foundIn(lied, null), ['sealed.statement.claims']);
    // The seal agrees, and the verdict does not follow from the evidence.
    const wrong = await seal(bank);
    assert.deepEqual(foundIn(wrong, null), []);
    assert.ok(recompute(bank).some(({ path }) => path === 'compliance'));
    const fresh = await seal({ ...APPLE, stale: null, symbol: 'MSFT' }, claimsOf(APPLE));
    assert.deepEqual(foundIn(fresh, null), ['sealed.statement.subject.value']);
    const noted = JSON.stringify({ ...JSON.parse(await seal(APPLE)), note: 'halal' });
    assert.deepEqual(foundIn(noted, null), ['']);
  });
});
