import assert from 'node:assert/strict';
import { test } from 'node:test';
import { utf8 } from '@common/evidence/bytes';
import { formatCheckpoint } from '@platform/core/log/note/checkpoint';
import { cosignatureLine, cosignatureMessage } from '@platform/core/log/note/cosignature';
import { formatNote } from '@platform/core/log/note/signed-note';
import { openNoteKey } from '@platform/keys/key-files/note-key-file';
import { settle } from '../../audit.ts';
import { auditWitnesses } from '../../witness-audit.ts';
import { witnessKey } from '../../witnessed-log.ts';
import { used, witnessed } from './deployment.ts';

test('a witness that signed another root than the log’s is found out', async () => {
  const { d, client } = used();
  const log = witnessed();
  const [ana] = log.witnesses;
  assert.ok(ana !== undefined);
  assert.equal((await client.pay()).body.status, 'executed');
  await settle(d);
  const { size, cosigned } = await auditWitnesses(d, log, []);
  assert.deepEqual(Object.keys(cosigned), ['witness-ana', 'witness-bert']);

  const [ofLog, key] = [await openNoteKey(d.folders.keys, 'checkpoint'), await witnessKey(ana)];
  const { sign } = await openNoteKey(ana.folder, 'witness');
  const text = formatCheckpoint({ origin: log.origin, size, root: '0'.repeat(64) });
  const own = { name: log.key.name, keyId: log.key.id, signature: ofLog.sign(utf8(text)) };
  const forged = cosignatureLine(key, 1, sign(cosignatureMessage(text, 1)));
  const note = formatNote({ text, signatures: [own, forged] });
  const shown = [{ witness: ana.name, note }];
  const found = new RegExp(`witness-ana has signed another root of ${size} entries`);
  await assert.rejects(auditWitnesses(d, log, shown), found);
  const unsigned = [{ witness: ana.name, note: formatNote({ text, signatures: [own] }) }];
  await assert.rejects(
    auditWitnesses(d, log, unsigned),
    new RegExp(`witness-ana shows ${size} without its signature`),
  );
});
