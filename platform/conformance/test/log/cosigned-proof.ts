import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import { formatNoteKey, KEY_TYPES } from '@platform/core/log/note/note-key';
import { noteSigner } from '@platform/core/testing/note-signer';
import { send } from '../../client.ts';
import { until } from '../../wait.ts';
import { witnessKey } from '../../witnessed-log.ts';
import { verifier } from '../support/commands.ts';
import { makeReceipt, used, witnessed } from './deployment.ts';

/** Named in the policy, and never there: two of three is enough. */
const ABSENT = noteSigner(nodeCrypto, 'witness.example/cem', KEY_TYPES.cosigner);

describe('a receipt under two of three witnesses, each a service of its own', () => {
  let policy = '';
  let keys = '';

  /** Its id, and the file with it. */
  async function receiptFile(): Promise<{ readonly id: string; readonly file: string }> {
    const { d } = used();
    const id = await makeReceipt();
    const file = join(d.folder, `${id}.json`);
    await d.sanad('receipt', 'get', id, '--out', file);
    return { id, file };
  }

  before(async () => {
    const { d } = used();
    await makeReceipt();
    const lines = [`witness cem ${formatNoteKey(ABSENT.key)} http://127.0.0.1:9`];
    for (const place of witnessed().witnesses) {
      lines.push(`witness ${place.name} ${formatNoteKey(await witnessKey(place))} ${place.url}`);
    }
    const log = await d.sanad('log', 'key');
    policy = join(d.folder, 'two-of-three.policy');
    await writeFile(
      policy,
      `${log}${lines.join('\n')}\ngroup mine 2 witness-ana witness-bert cem\nquorum mine\n`,
    );
    keys = join(d.folder, 'keys.json');
    await writeFile(keys, (await send(`${d.urls.authority}/.well-known/keys.json`)).text);
  });

  test('is logged for everyone once two have signed; the receipt is the same file', async () => {
    const { d } = used();
    const { id, file } = await receiptFile();
    const receipt = await readFile(file, 'utf8');
    const proof = join(d.folder, 'one.tlog-proof');
    await until('two witnesses', () =>
      d.sanad('log', 'proof', id, '--policy', policy, '--out', proof).then(
        () => true,
        () => null,
      ),
    );
    const { code, text } = await verifier(file, '--keys', keys, '--proof', proof, '--policy', policy);
    assert.equal(code, 0, text);
    assert.match(text, /(?<!NOT) LOGGED FOR EVERYONE: .*: 2 of 3 signed \(/);
    assert.match(text, /witness-ana \(witness-ana\.example\) at /);
    await d.sanad('receipt', 'get', id, '--out', file);
    assert.equal(await readFile(file, 'utf8'), receipt);
  });

  test('is not while only one signs, and the verifier says so', async () => {
    const { d } = used();
    await d.stop('witness-bert');
    const { id, file } = await receiptFile();
    const proof = join(d.folder, 'two.tlog-proof');
    await until('one witness', async () => {
      await d.sanad('log', 'proof', id, '--out', proof);
      return (await readFile(proof, 'utf8')).includes('— witness-ana.example ') ? true : null;
    });
    await assert.rejects(
      d.sanad('log', 'proof', id, '--policy', policy),
      /No checkpoint that covers this receipt/,
    );
    const { code, text } = await verifier(file, '--keys', keys, '--proof', proof, '--policy', policy);
    assert.equal(code, 1);
    assert.match(text, / NOT LOGGED FOR EVERYONE: Too few witnesses signed this checkpoint: 1 of 3/);
    await d.restart('witness-bert');
  });
});
