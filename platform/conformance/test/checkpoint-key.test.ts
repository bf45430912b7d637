import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { REPOSITORY } from '@common/kit/repository';
import { type Service, spawnService } from '@common/kit/testing/service';
import { nodeCrypto } from '@platform/proof/node';
import { openCheckpointByAny } from '@platform/proof/note/checkpoint';
import { type NoteKey, parseNoteKey } from '@platform/proof/note/note-key';
import type { GrantRecord } from '@platform/protocol/grant';
import type { LogCheckpoints } from '@platform/protocol/log';
import { fsck } from '../audit.ts';
import { type Client, createClient, send, transferInputs } from '../client.ts';
import { type Deployment, openDeployment } from '../deployment.ts';
import { until } from '../wait.ts';

const LOG_ORIGIN = 'log.example/1';

interface Ended {
  readonly code: number;
  readonly out: string;
}

function program(script: string, ...args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(REPOSITORY, script), ...args], (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : 0;
      resolve({ code, out: (stdout + stderr).replaceAll(/\s+/g, ' ') });
    });
  });
}

describe('the log changes its key while others read it', () => {
  let d: Deployment;
  let client: Client;
  let witness: Service | undefined;
  let witnessLine = '';
  let [old, fresh] = ['', ''];
  let keys = '';
  /** The keys folder as it was at that time. */
  const copies = new Map<string, string>();

  const keyOf = (vkey: string): NoteKey => {
    const key = parseNoteKey(nodeCrypto, vkey);
    assert.ok(key.ok);
    return key.value;
  };

  async function makeReceipt(): Promise<string> {
    const { body } = await client.proposeAsGateway(
      'bank.executeTransfer',
      transferInputs({ amount: '900000' }),
    );
    return until('the receipt', async () => {
      const { body: grant } = await send<GrantRecord>(`${d.urls.authority}/grants/${body.grant.grant_id}`);
      return grant.receipt_id;
    });
  }

  /** The newest checkpoint, once these keys and no others of the log have signed it. */
  async function signedBy(...vkeys: readonly string[]): Promise<string> {
    const ids = vkeys.map((vkey) => keyOf(vkey).id);
    return until(`a checkpoint by ${ids.join(' and ')}`, async () => {
      const { text } = await send(`${d.urls.authority}/checkpoint`);
      const opened = openCheckpointByAny(nodeCrypto, text, vkeys.map(keyOf));
      if (!opened.ok) return null;
      const lines = opened.value.note.signatures.filter(({ name }) => name === LOG_ORIGIN);
      return lines.map(({ keyId }) => keyId).join() === ids.join() ? text : null;
    });
  }

  /** A policy that knows these keys of the log, and relies on the witness. */
  async function policyOf(name: string, ...vkeys: readonly string[]): Promise<string> {
    const file = join(d.folder, `${name}.policy`);
    const logs = vkeys.map((vkey) => `log ${vkey}\n`).join('');
    await writeFile(file, `${logs}${witnessLine}\nquorum ana\n`);
    return file;
  }

  /** Whether a receipt of now is logged for everyone by that policy, with the proof that the command finds for it. */
  async function judged(receipt: string, policy: string): Promise<Ended> {
    const [file, proof] = [join(d.folder, 'receipt.json'), join(d.folder, 'receipt.tlog-proof')];
    await rm(proof, { force: true });
    await d.sanad('receipt', 'get', receipt, '--out', file);
    await until('the witness', () =>
      d.sanad('log', 'proof', receipt, '--policy', policy, '--out', proof).then(
        () => true,
        () => null,
      ),
    );
    const given = ['--keys', keys, '--proof', proof, '--policy', policy];
    return program('platform/verifier/src/main.ts', file, ...given);
  }

  const readLog = (vkey: string) => program('platform/conformance/read-log/main.ts', d.urls.authority, vkey);
  const monitor = (state: string, ...vkeys: readonly string[]) =>
    program(
      'platform/witness/src/cli/main.ts',
      ...['monitor', d.urls.authority, ...vkeys.flatMap((vkey) => ['--vkey', vkey])],
      ...['--once', '--state', join(d.folder, state)],
    );

  async function copyKeys(name: string): Promise<void> {
    const copy = join(d.folder, `keys-${name}`);
    await rm(copy, { recursive: true, force: true });
    await cp(d.folders.keys, copy, { recursive: true });
    copies.set(name, copy);
  }

  /** A start with `checkpoint.*` as a copy of the folder has it: what is said where that is refused. */
  async function startWith(name: string): Promise<string> {
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

  async function startWitness(logs: readonly string[], port = '0'): Promise<string> {
    const folder = join(d.folder, 'ana');
    await mkdir(folder, { recursive: true });
    await writeFile(
      join(folder, 'logs.policy'),
      `${logs.map((vkey) => `log ${vkey}\n`).join('')}quorum none\n`,
    );
    witness = await spawnService({
      entry: join(REPOSITORY, 'platform/witness/src/main.ts'),
      env: {
        ...{ WITNESS_PORT: port, WITNESS_NAME: 'witness.example/ana', LOG_LEVEL: 'warn' },
        ...{ WITNESS_LOGS: join(folder, 'logs.policy'), WITNESS_KEYS_DIR: folder },
        WITNESS_DATABASE_URL: `sqlite:${join(folder, 'witness.sqlite')}`,
      },
      ready: /^witness ready at (\S+)/m,
    });
    return witness.readyMatch?.[1] ?? '';
  }

  before(async () => {
    d = await openDeployment({ env: { authority: { LOG_ORIGIN } } });
    client = createClient(d);
    await makeReceipt();
    [, old = ''] = (await d.sanad('log', 'key')).trim().split(' ');
    const url = await startWitness([old]);
    const { body } = await send<{ readonly vkey: string }>(`${url}/healthz`);
    witnessLine = `witness ana ${body.vkey} ${url}`;
    keys = join(d.folder, 'keys.json');
    await writeFile(keys, (await send(`${d.urls.authority}/.well-known/keys.json`)).text);
    await d.restart('authority', { LOG_WITNESSES: await policyOf('asked', old) });
    await copyKeys('before');
  });
  after(async () => {
    await witness?.stop();
    await d?.close();
  });

  test('from one command on, the newest head has a line of each key, and nothing is started anew', async () => {
    const early = await monitor('monitor', old);
    assert.equal(early.code, 0, early.out);
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
    assert.match(now, /^— witness\.example\/ana /m);
    const { body } = await send<LogCheckpoints>(`${d.urls.authority}/log/checkpoints`);
    assert.deepEqual([body.vkey, body.new_vkey], [old, fresh]);
  });

  test('meanwhile readers who know either key, or both, are served, by a witness that knows the old one', async () => {
    const receipt = await makeReceipt();
    await signedBy(old, fresh);
    for (const [name, vkeys] of [
      ['old', [old]],
      ['new', [fresh]],
      ['both', [old, fresh]],
    ] as const) {
      const { code, out } = await judged(receipt, await policyOf(name, ...vkeys));
      assert.equal(code, 0, out);
      assert.match(out, /(?<!NOT) LOGGED FOR EVERYONE: /);
      const followed = await monitor(name === 'old' ? 'monitor' : name, ...vkeys);
      assert.equal(followed.code, 0, followed.out);
    }
    for (const vkey of [old, fresh]) {
      const read = await readLog(vkey);
      assert.equal(read.code, 0, read.out);
    }
    const anyone = await d.sanad('log', 'proof', receipt);
    assert.match(anyone, /^c2sp\.org\/tlog-proof@v1\n/);
    assert.match(await fsck(d), /intact/);
  });

  test('an older keys folder does not take the new key away again', async () => {
    await copyKeys('during');
    const said = await startWith('before');
    assert.match(said, /keys_rolled_back|which SERVICE_KEYS_DIR does not have/);
    assert.ok(said.includes(`${LOG_ORIGIN}+${keyOf(fresh).id}`), said);
    await d.restart('authority', { LOG_WITNESSES: join(d.folder, 'asked.policy') });
    await signedBy(old, fresh);
  });

  test('once the old key is retired, it is refused with a sentence, and the new one is served', async () => {
    const proven = await makeReceipt();
    const oldPolicy = await policyOf('old', old);
    assert.equal((await judged(proven, oldPolicy)).code, 0);
    const kept = await readFile(join(d.folder, 'receipt.tlog-proof'), 'utf8');
    // The witness was told in time, and goes on where it was.
    const port = new URL(witnessLine.split(' ')[3] ?? '').port;
    await witness?.stop();
    await startWitness([old, fresh], port);
    assert.match(await d.sanad('keys', 'retire', 'checkpoint', '--yes'), /^retired: sha256:/);
    await signedBy(fresh);
    assert.equal(await d.sanad('log', 'key'), `log ${fresh}\n`);

    const receipt = await makeReceipt();
    const { code, out } = await judged(receipt, await policyOf('new', fresh));
    assert.equal(code, 0, out);
    assert.equal((await readLog(fresh)).code, 0);
    assert.equal((await monitor('both', fresh)).code, 0);
    assert.equal((await monitor('both', old, fresh)).code, 0);

    const changed = `but with ${keyOf(fresh).id}: if the log has changed its key, get the new one from its operator`;
    const refused = await program(
      'platform/verifier/src/main.ts',
      ...[join(d.folder, 'receipt.json'), '--keys', keys],
      ...['--proof', join(d.folder, 'receipt.tlog-proof'), '--policy', oldPolicy],
    );
    assert.equal(refused.code, 1);
    assert.ok(
      refused.out.includes(`NOT LOGGED FOR EVERYONE: `) && refused.out.includes(changed),
      refused.out,
    );
    const followed = await monitor('monitor', old);
    assert.equal(followed.code, 2);
    assert.ok(followed.out.includes(changed), followed.out);
    assert.equal((await readLog(old)).code, 1);
    // A proof of before holds on under the old policy.
    const proof = join(d.folder, 'kept.tlog-proof');
    await writeFile(proof, kept);
    await d.sanad('receipt', 'get', proven, '--out', join(d.folder, 'receipt.json'));
    const still = await program(
      'platform/verifier/src/main.ts',
      ...[join(d.folder, 'receipt.json'), '--keys', keys, '--proof', proof, '--policy', oldPolicy],
    );
    assert.equal(still.code, 0, still.out);
    assert.match(await fsck(d), /intact/);
  });

  test('an older keys folder does not bring a retired key back', async () => {
    for (const [name, why] of [
      ['before', /which SERVICE_KEYS_DIR does not have/],
      ['during', /checkpoint\.pem was retired since, and SERVICE_KEYS_DIR is older/],
    ] as const) {
      assert.match(await startWith(name), why);
    }
    await d.restart('authority', { LOG_WITNESSES: join(d.folder, 'asked.policy') });
    await signedBy(fresh);
    await makeReceipt();
  });

  test('where the newest copy is lost for good, its key is given up by the verifier key that readers have', async () => {
    const older = copies.get('before') ?? assert.fail();
    await cp(join(older, 'checkpoint.pem'), join(d.folders.keys, 'checkpoint.pem'));
    await rm(join(d.folders.keys, 'checkpoint.retired.json'));
    const asked = { LOG_WITNESSES: join(d.folder, 'asked.policy') };
    await assert.rejects(d.restart('authority', asked), /--lost with its verifier key/);
    assert.match(await d.sanad('keys', 'retire', 'checkpoint', '--lost', fresh, '--yes'), /^retired: /);
    await d.restart('authority', asked);
    await signedBy(old);
    await makeReceipt();
    assert.match(await fsck(d), /intact/);
  });
});
