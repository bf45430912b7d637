import assert from 'node:assert/strict';
import { chmod, copyFile, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { unwrap } from '@common/base/result';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import { EMPTY_LIST, extendList } from '@common/evidence/statement-list';
import { createMemoryRateLimiter } from '@common/kit/rate-limit';
import { REPOSITORY } from '@common/kit/repository';
import { withTempDir } from '@common/kit/testing';
import { claimsOf } from '../../src/attest/claims.ts';
import { openAttest, replaceSealKey } from '../../src/attest/open-attest.ts';
import { readScreenerConfig } from '../../src/config.ts';
import { ENGINES } from '../store/open-store.ts';

const CLAIMS = claimsOf({
  symbol: 'AAPL',
  as_of: '2026-04-23',
  stale: null,
  rules: 'current',
  engine_version: '7.1',
  compliance: 'compliant',
  methodologies: [{ id: 'aaoifi', status: 'pass' }],
});
const NOW = Date.parse('2026-05-01T12:00:00Z');
const clock = () => NOW;
const fresh = createMemoryRateLimiter({ name: 'statements', requests: 1_000, windowS: 60 });
const settingsIn = (dir: string) =>
  unwrap(readScreenerConfig({ SERVICE_KEYS_DIR: dir, SECRETS_DIR: dir }, REPOSITORY));

for (const [engine, open] of Object.entries(ENGINES)) {
  describe(`several processes that seal, on ${engine}`, () => {
    test('share one key and one list, which has no gap and each answer once', (t) =>
      withTempDir(async (dir) => {
        const { database, reopen } = await open(t);
        const databases = engine === 'SQLite' ? [database, database] : [database, (await reopen()).database];
        const attesters = await Promise.all(
          databases.map(async (one) =>
            unwrap(await openAttest(settingsIn(dir), { database: one, clock, fresh })),
          ),
        );
        const questions = Array.from({ length: 40 }, (_, index) => hashOf(nodeCrypto, Math.floor(index / 4)));
        const answers = await Promise.all(
          questions.flatMap((question) => attesters.map((one) => one.attest(CLAIMS, question, 'me'))),
        );
        const numbers = answers.map((answer) => unwrap(answer).listed.number);
        assert.deepEqual(
          [...new Set(numbers)].sort((a, b) => a - b),
          [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
        );
        const [page] = await Promise.all(attesters.map(async (one) => unwrap(await one.page(1, 100))));
        assert.ok(page !== undefined);
        const hashes = page.entries.map(({ statementHash }) => statementHash);
        const list = extendList(nodeCrypto, EMPTY_LIST, hashes);
        assert.deepEqual([page.head.head.size, page.head.head.list_hash], [list.size, list.list_hash]);
        assert.equal((await stat(join(dir, 'screener.pem'))).mode & 0o777, 0o600);
      }));

    test('take up a new key, and refuse a folder that has another one', (t) =>
      withTempDir(async (folder) => {
        const { database } = await open(t);
        const [shared, apart, copied] = ['shared', 'apart', 'copied'].map((name) => join(folder, name));
        assert.ok(shared !== undefined && apart !== undefined && copied !== undefined);
        const openIn = (dir: string) => openAttest(settingsIn(dir), { database, clock, fresh });
        const running = unwrap(await openIn(shared));
        const before = unwrap(await running.attest(CLAIMS, 'a'.repeat(64), 'me'));
        const refused = await openIn(apart);
        assert.ok(!refused.ok && /does not have the key/.test(refused.error.message));
        await mkdir(copied, { mode: 0o700 });
        await copyFile(join(shared, 'screener.pem'), join(copied, 'screener.pem'));
        const elsewhere = unwrap(await openIn(copied));
        const fresher = await replaceSealKey(settingsIn(shared), database, NOW);
        const after = unwrap(await running.attest(CLAIMS, 'a'.repeat(64), 'me'));
        assert.deepEqual([after.listed.number, after.publicKey], [2, fresher]);
        assert.notEqual(before.publicKey, fresher);
        const [present, retired] = await running.keys();
        assert.deepEqual([present?.publicKey, present?.notAfter], [fresher, null]);
        assert.deepEqual([retired?.publicKey, retired?.notAfter], [before.publicKey, NOW + 60_000]);
        // A process without the new key signs nothing with the old one.
        const old = await elsewhere.attest(CLAIMS, 'b'.repeat(64), 'me');
        assert.ok(!old.ok && old.error.code === 'seal_key_replaced');
        await copyFile(join(shared, 'screener.pem'), join(copied, 'screener.pem'));
        assert.equal(unwrap(await elsewhere.attest(CLAIMS, 'b'.repeat(64), 'me')).publicKey, fresher);
        // A replacement that was interrupted after it was published is completed.
        const pem = await readFile(join(shared, 'screener.pem'));
        await writeFile(join(shared, 'screener.next.pem'), pem, { mode: 0o600 });
        await rm(join(shared, 'screener.pem'));
        assert.ok((await openIn(shared)).ok);
        assert.deepEqual(await readFile(join(shared, 'screener.pem')), pem);
      }));
  });
}

describe('a folder where no key can be', () => {
  test('is refused by name, and its content is not repeated', (t) =>
    withTempDir(async (folder) => {
      const { database } = await ENGINES.SQLite(t);
      const openIn = async (dir: string) => {
        const opened = await openAttest(settingsIn(dir), { database, clock, fresh });
        return opened.ok ? null : opened.error.message;
      };
      const file = join(folder, 'a file');
      await writeFile(file, 'secret text');
      assert.match(
        (await openIn(join(file, 'keys'))) ?? '',
        /^SERVICE_KEYS_DIR \(.*make the folder writable/,
      );
      const broken = join(folder, 'broken');
      await mkdir(broken, { mode: 0o700 });
      await writeFile(join(broken, 'screener.pem'), 'secret text', { mode: 0o600 });
      const said = (await openIn(broken)) ?? '';
      assert.match(said, /is not an Ed25519 private key/);
      assert.ok(!said.includes('secret text'));
      await chmod(join(broken, 'screener.pem'), 0o644);
      assert.match((await openIn(broken)) ?? '', /chmod 600/);
    }));
});
