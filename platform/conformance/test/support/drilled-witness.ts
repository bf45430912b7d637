import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { nodeCrypto } from '@common/evidence/node';
import { REPOSITORY } from '@common/kit/repository';
import { spawnService } from '@common/kit/testing/service';
import { KEY_TYPES, noteKey } from '@platform/core/log/note/note-key';
import { formatNote, parseNote } from '@platform/core/log/note/signed-note';
import { addBody, memoryLog } from '@platform/core/testing/memory-log';
import { cosign } from '@platform/core/testing/note-signer';
import { openNoteKey } from '@platform/keys/key-files/note-key-file';
import { send } from '../../client.ts';

const ORIGIN = 'log.example/receipts';
const NAME = 'witness.example/ana';

/** A witness of its own, in that folder, which has cosigned two entries of a log whose key the test holds. */
export async function startDrilledWitness(folder: string) {
  const [log, other] = [memoryLog(nodeCrypto, ORIGIN), memoryLog(nodeCrypto, ORIGIN)];
  log.append('one', 'two');
  other.append('one', 'another');
  const file = join(folder, 'witness.sqlite');
  await mkdir(folder);
  await writeFile(join(folder, 'logs.policy'), `log ${log.vkey}\nquorum none\n`);
  const service = await spawnService({
    entry: join(REPOSITORY, 'platform/witness/src/main.ts'),
    env: {
      WITNESS_PORT: '0',
      WITNESS_NAME: NAME,
      LOG_LEVEL: 'silent',
      WITNESS_KEYS_DIR: folder,
      WITNESS_LOGS: join(folder, 'logs.policy'),
      WITNESS_DATABASE_URL: `sqlite:${file}`,
    },
    ready: /^witness ready at (\S+)/m,
  });
  const url = service.readyMatch?.[1] ?? '';
  const add = (old: number, note: string) => send(`${url}/add-checkpoint`, { raw: addBody(old, [], note) });
  assert.equal((await add(0, log.checkpoint())).status, 200);
  return {
    url,
    /** Another root of the same size, with the log's signature. */
    showOther: () => add(2, other.checkpoint()),
    /** The witness's database, as it is where the log was cosigned last at that time. */
    async cosignedAt(timeS: number) {
      const { publicKey, sign } = await openNoteKey(folder, 'witness');
      const key = noteKey(nodeCrypto, { name: NAME, type: KEY_TYPES.cosigner, publicKey });
      const note = parseNote(log.checkpoint());
      assert.ok(note.ok);
      const line = cosign({ key, sign }, note.value.text, timeS);
      const text = formatNote({ ...note.value, signatures: [...note.value.signatures, line] });
      const books = new DatabaseSync(file, { timeout: 5_000 });
      books.prepare('update cosigned set note = ?').run(text);
      books.close();
    },
    stop: () => service.stop(),
  };
}
