import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { withTempDir } from '@common/kit/testing';
import { readWitnesses } from '@platform/authority/witnesses/open-witnesses';
import { nodeCrypto } from '@platform/proof/node';
import { formatNoteKey, KEY_TYPES } from '@platform/proof/note/note-key';
import { noteSigner } from '@platform/proof/testing/note-signer';

test('LOG_WITNESSES is a policy whose witnesses have addresses, or is refused', () =>
  withTempDir(async (folder) => {
    const file = join(folder, 'witnesses.policy');
    const { key } = noteSigner(nodeCrypto, 'witness.example/ana', KEY_TYPES.cosigner);
    const line = `witness ana ${formatNoteKey(key)}`;
    const read = async (text: string) => {
      await writeFile(file, text);
      const witnesses = await readWitnesses(file);
      return witnesses.ok ? witnesses.value.witnesses : witnesses.error.message;
    };
    assert.deepEqual(await readWitnesses(undefined), { ok: true, value: { witnesses: [], quorum: null } });
    const url = 'https://witness.example/w';
    assert.deepEqual(await read(`${line} ${url}\nquorum ana\n`), [{ name: 'ana', key, url }]);
    for (const bad of [
      '',
      'ftp://witness.example',
      'https://a:b@witness.example',
      'https://w.example/?a=b',
    ]) {
      assert.match(String(await read(`${line} ${bad}\nquorum ana\n`)), /LOG_WITNESSES: /, bad);
    }
    assert.match(String(await read(`${line}\nquorum ana\n`)), /the witness ana needs its address/);
    assert.match(String(await read('nonsense\n')), /LOG_WITNESSES: .* Line 1: /);
    const missing = await readWitnesses(join(folder, 'none'));
    assert.match(missing.ok ? '' : missing.error.message, /LOG_WITNESSES: .*none cannot be read/);
  }));
