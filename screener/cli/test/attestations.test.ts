import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import { EMPTY_LIST, extendList } from '@common/evidence/statement-list';
import { openDatabase } from '@common/kit/sql/database';
import { withTempDir } from '@common/kit/testing';
import type { ScreenerSchema } from '@screener/service/store/schema';
import { openInProcess, tinyPlace } from '../../service/test/service-in-process.ts';
import { SOUTHWIND } from '../../service/test/tiny-snapshot.ts';
import { runSanad } from './run.ts';

/** An issuer that rewrites one of its statements, and all that follows from it, in its own database. */
async function rewrite(url: string, number: number, statementHash: string): Promise<void> {
  const { db, close } = await openDatabase<ScreenerSchema>({ url });
  const change = (at: number, values: object) =>
    db.updateTable('attestation').set(values).where('number', '=', at).execute();
  await change(number, { statement_hash: statementHash, sealed: null });
  const rows = await db.selectFrom('attestation').selectAll().orderBy('number').execute();
  let list = EMPTY_LIST;
  for (const row of rows) {
    list = extendList(nodeCrypto, list, [row.statement_hash]);
    await change(list.size, { list_hash: list.list_hash });
  }
  await close();
}

describe('sanad attestations', () => {
  test('check follows a list across a new key, and finds a statement that its issuer rewrote', (t) =>
    withTempDir(async (folder) => {
      const env = await tinyPlace(folder);
      const service = await openInProcess(t, env);
      const [keys, head] = [join(folder, 'keys.json'), join(folder, 'head.json')];
      const attest = async (asOf: string) => {
        const { status, body } = await service.get(`/v1/attest/${SOUTHWIND.symbol}?as_of=${asOf}`);
        assert.equal(status, 200, body);
      };
      const pinKeys = async () => writeFile(keys, (await service.get('/.well-known/keys.json')).body);
      const sanad = (...line: readonly string[]) =>
        runSanad(env, ['attestations', ...line], { clock: Date.now });
      const check = (...more: readonly string[]) => sanad('check', service.url, '--keys', keys, ...more);
      await pinKeys();
      await attest('2024-03-01');
      await attest('2024-03-04');
      const first = await check('--head', head);
      assert.match(
        first.out,
        /^2 statements of local-screener at \S+: the list agrees from the first\n$/,
        first.err,
      );
      const rotated = await sanad('rotate-key');
      assert.match(rotated.out, /^screener is now sha256:[0-9a-f]{64}\n$/, rotated.err);
      await attest('2024-03-05');
      const unknown = await check('--head', head);
      assert.equal(unknown.code, 2);
      assert.match(unknown.err, /signed by none of the keys/);
      await pinKeys();
      const next = await check('--head', head);
      assert.match(next.out, /^3 statements .*: the list agrees after the 2 that you had\n$/, next.err);
      const kept = await readFile(head, 'utf8');
      await rewrite(env.DATABASE_URL ?? '', 1, 'f'.repeat(64));
      // Alone, the rewritten list agrees; the head that was kept does not.
      assert.equal((await check()).code, 0);
      const found = await check('--head', head);
      assert.deepEqual([found.code, /statement was\s+rewritten/.test(found.err)], [1, true], found.err);
      assert.equal(await readFile(head, 'utf8'), kept);
    }));
});
