import assert from 'node:assert/strict';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import { openCheckpointByAny } from '@platform/core/log/note/checkpoint';
import { formatNoteKey } from '@platform/core/log/note/note-key';
import type { LogCheckpoints } from '@platform/core/objects/log';
import { send } from '../../client.ts';
import { LogFault, readLog } from '../../read-log/read-log.ts';
import { until } from '../../wait.ts';
import { witnessKey } from '../../witnessed-log.ts';
import { authorityCommand, monitor, verifier } from '../support/commands.ts';
import { keyOf, makeReceipt, used, witnessed } from './deployment.ts';

describe('the log changes its key while others read it', () => {
  let witnessLine = '';
  let [old, fresh] = ['', ''];
  let keys = '';
  /** The keys folder as it was at that time. */
  const copies = new Map<string, string>();

  /** The newest checkpoint, once these keys and no others of the log have signed it. */
  async function signedBy(...vkeys: readonly string[]): Promise<string> {
    const ids = vkeys.map((vkey) => keyOf(vkey).id);
    return until(`a checkpoint by ${ids.join(' and ')}`, async () => {
      const { text } = await send(`${used().d.urls.authority}/checkpoint`);
      const opened = openCheckpointByAny(nodeCrypto, text, vkeys.map(keyOf));
      if (!opened.ok) return null;
      const lines = opened.value.note.signatures.filter(({ name }) => name === witnessed().origin);
      return lines.map(({ keyId }) => keyId).join() === ids.join() ? text : null;
    });
  }

  /** A policy that knows these keys of the log, and relies on the witness. */
  async function policyOf(name: string, ...vkeys: readonly string[]): Promise<string> {
    const file = join(used().d.folder, `${name}.policy`);
    const logs = vkeys.map((vkey) => `log ${vkey}\n`).join('');
    await writeFile(file, `${logs}${witnessLine}\nquorum ana\n`);
    return file;
  }

  /** Whether a receipt of now is logged for everyone by that policy, with the proof that the command finds for it. */
  async function judged(receipt: string, policy: string): ReturnType<typeof verifier> {
    const { d } = used();
    const [file, proof] = [join(d.folder, 'receipt.json'), join(d.folder, 'receipt.tlog-proof')];
    await rm(proof, { force: true });
    await d.sanad('receipt', 'get', receipt, '--out', file);
    await until('the witness', () =>
      d.sanad('log', 'proof', receipt, '--policy', policy, '--out', proof).then(
        () => true,
        () => null,
      ),
    );
    return verifier(file, '--keys', keys, '--proof', proof, '--policy', policy);
  }

  const read = (vkey: string) => readLog({ url: used().d.urls.authority, vkey });
  const follow = (state: string, ...vkeys: readonly string[]) =>
    monitor(used().d, used().d.urls.authority, `key-${state}`, ...vkeys);

  async function copyKeys(name: string): Promise<void> {
    const { folder, folders } = used().d;
    const copy = join(folder, `keys-${name}`);
    await rm(copy, { recursive: true, force: true });
    await cp(folders.keys, copy, { recursive: true });
    copies.set(name, copy);
  }

  /** A start with `checkpoint.*` as a copy of the folder has it: what is said where that is refused. */
  async function startWith(name: string): Promise<string> {
    const { d } = used();
    const copy = copies.get(name) ?? assert.fail();
    const there = ['checkpoint.pem', 'checkpoint.next.pem', 'checkpoint.retired.json'];
    await copyKeys('aside');
    const put = async (from: string) => {
      for (const file of there) {
        await rm(join(d.folders.keys, file), { force: true });
        await cp(join(from, file), join(d.folders.keys, file)).catch(() => {});
      }
    };
    await put(copy);
    try {
      return await d.restart('authority').then(
        () => 'started',
        (error: unknown) => String(error),
      );
    } finally {
      await put(copies.get('aside') ?? '');
    }
  }

  before(async () => {
    const { d } = used();
    await makeReceipt();
    [, old = ''] = (await d.sanad('log', 'key')).trim().split(' ');
    const [ana] = witnessed().witnesses;
    assert.ok(ana !== undefined);
    witnessLine = `witness ana ${formatNoteKey(await witnessKey(ana))} ${ana.url}`;
    keys = join(d.folder, 'keys.json');
    await writeFile(keys, (await send(`${d.urls.authority}/.well-known/keys.json`)).text);
  });

  test('from one command on, the newest head has a line of each key, and nothing is started anew', async () => {
    const { d } = used();
    const early = await follow('old', old);
    assert.equal(early.code, 0, early.text);
    const before = await signedBy(old);
    assert.match(await d.sanad('keys', 'rotate', 'checkpoint'), /^made: checkpoint\.next\.pem/);
    const lines = await until('the new key', async () => {
      const said = (await d.sanad('log', 'key')).match(/^log \S+$/gm) ?? [];
      return said.length === 2 ? said : null;
    });
    assert.equal(lines[0], `log ${old}`);
    fresh = lines[1]?.slice('log '.length) ?? '';
    const now = await signedBy(old, fresh);
    assert.equal(now.split('\n\n')[0], before.split('\n\n')[0], 'the same head, signed again');
    assert.match(now, /^— witness-ana\.example /m);
    const { body } = await send<LogCheckpoints>(`${d.urls.authority}/log/checkpoints`);
    assert.deepEqual([body.vkey, body.new_vkey], [old, fresh]);
  });

  test('meanwhile readers who know either key, or both, are served, by a witness that knows the old one', async () => {
    const { d } = used();
    const receipt = await makeReceipt();
    await signedBy(old, fresh);
    for (const [name, vkeys] of [
      ['old', [old]],
      ['new', [fresh]],
      ['both', [old, fresh]],
    ] as const) {
      const { code, text } = await judged(receipt, await policyOf(name, ...vkeys));
      assert.equal(code, 0, text);
      assert.match(text, /(?<!NOT) LOGGED FOR EVERYONE: /);
      const followed = await follow(name, ...vkeys);
      assert.equal(followed.code, 0, followed.text);
    }
    for (const vkey of [old, fresh]) assert.ok((await read(vkey)).size > 0);
    const anyone = await d.sanad('log', 'proof', receipt);
    assert.match(anyone, /^c2sp\.org\/tlog-proof@v1\n/);
    assert.match((await authorityCommand(d, 'fsck')).text, /intact/);
    await copyKeys('during');
  });

  test('once the old key is retired, it is refused with a sentence, and the new one is served', async () => {
    const { d } = used();
    const proven = await makeReceipt();
    const oldPolicy = await policyOf('old', old);
    assert.equal((await judged(proven, oldPolicy)).code, 0);
    const kept = await readFile(join(d.folder, 'receipt.tlog-proof'), 'utf8');
    // The witnesses were told in time, and go on where they were.
    const { admitted, witnesses } = witnessed();
    await writeFile(admitted, `log ${old}\nlog ${fresh}\nquorum none\n`);
    await Promise.all(witnesses.map(({ name }) => d.restart(name)));
    assert.match(await d.sanad('keys', 'retire', 'checkpoint', '--yes'), /^retired: sha256:/);
    await signedBy(fresh);
    assert.equal(await d.sanad('log', 'key'), `log ${fresh}\n`);

    const receipt = await makeReceipt();
    const { code, text } = await judged(receipt, await policyOf('new', fresh));
    assert.equal(code, 0, text);
    assert.ok((await read(fresh)).size > 0);
    assert.equal((await follow('both', fresh)).code, 0);
    assert.equal((await follow('both', old, fresh)).code, 0);

    const changed = `but with ${keyOf(fresh).id}: if the log has changed its key, get the new one from its operator`;
    const refused = await verifier(
      ...[join(d.folder, 'receipt.json'), '--keys', keys],
      ...['--proof', join(d.folder, 'receipt.tlog-proof'), '--policy', oldPolicy],
    );
    assert.equal(refused.code, 1);
    assert.ok(
      refused.text.includes(`NOT LOGGED FOR EVERYONE: `) && refused.text.includes(changed),
      refused.text,
    );
    const followed = await follow('old', old);
    assert.equal(followed.code, 2);
    assert.ok(followed.text.includes(changed), followed.text);
    await assert.rejects(read(old), LogFault);
    // A proof of before holds on under the old policy.
    const proof = join(d.folder, 'kept.tlog-proof');
    await writeFile(proof, kept);
    await d.sanad('receipt', 'get', proven, '--out', join(d.folder, 'receipt.json'));
    const still = await verifier(
      ...[join(d.folder, 'receipt.json'), '--keys', keys, '--proof', proof, '--policy', oldPolicy],
    );
    assert.equal(still.code, 0, still.text);
    assert.match((await authorityCommand(d, 'fsck')).text, /intact/);
  });

  test('an older keys folder does not bring a retired key back', async () => {
    const { d } = used();
    assert.match(
      await startWith('during'),
      /checkpoint\.pem was retired since, and SERVICE_KEYS_DIR is older/,
    );
    await d.restart('authority');
    await signedBy(fresh);
    await makeReceipt();
  });
});
