import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '@common/kit/sql';
import { utf8 } from '@platform/proof/bytes';
import { formatCheckpoint } from '@platform/proof/note/checkpoint';
import { cosignatureLine, cosignatureMessage } from '@platform/proof/note/cosignature';
import { formatNote } from '@platform/proof/note/signed-note';
import { openNoteKey } from '@platform/trust/note-key-file';
import { sql } from 'kysely';
import { settle } from '../audit.ts';
import { createClient } from '../client.ts';
import { openDeployment } from '../deployment.ts';
import { auditWitnesses } from '../witness-audit.ts';
import { witnessKey } from '../witnessed-log.ts';

test('a witness that signed another root than the log’s is found out', async () => {
  await using d = await openDeployment({ engine: 'postgres', witnesses: true });
  const { log } = d;
  assert.ok(log !== null);
  const [ana] = log.witnesses;
  assert.ok(ana !== undefined);
  assert.equal((await createClient(d).pay()).body.status, 'executed');
  await settle(d);
  const { size, cosigned } = await auditWitnesses(d, log, []);
  assert.deepEqual([size, Object.keys(cosigned)], [1, ['witness-ana', 'witness-bert']]);

  const [ofLog, key] = [await openNoteKey(d.folders.keys, 'checkpoint'), await witnessKey(ana)];
  const { sign } = await openNoteKey(ana.folder, 'witness');
  const text = formatCheckpoint({ origin: log.origin, size, root: '0'.repeat(64) });
  const own = { name: log.key.name, keyId: log.key.id, signature: ofLog.sign(utf8(text)) };
  const forged = cosignatureLine(key, 1, sign(cosignatureMessage(text, 1)));
  const note = formatNote({ text, signatures: [own, forged] });
  const shown = [{ witness: ana.name, note }];
  await assert.rejects(auditWitnesses(d, log, shown), /witness-ana has signed another root of 1 entries/);
  const unsigned = [{ witness: ana.name, note: formatNote({ text, signatures: [own] }) }];
  await assert.rejects(auditWitnesses(d, log, unsigned), /witness-ana shows 1 without its signature/);

  const database = await openDatabase<object>({ url: d.databases[ana.name] ?? '' });
  const { rows } = await sql<{ name: string }>`select distinct application_name as name from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(database.db);
  await database.close();
  assert.deepEqual(rows, [{ name: 'sanad-witness' }]);
});
