import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { REPOSITORY } from '@common/kit/repository';
import { type Service, spawnService } from '@common/kit/testing/service';
import { nodeCrypto } from '@platform/proof/node';
import { formatNoteKey, KEY_TYPES } from '@platform/proof/note/note-key';
import { noteSigner } from '@platform/proof/testing/note-signer';
import type { GrantRecord } from '@platform/protocol/grant';
import { type Client, createClient, send, transferInputs } from '../client.ts';
import { type Deployment, openDeployment } from '../deployment.ts';
import { until } from '../wait.ts';

/** Named in the policy, and never there: two of three is enough. */
const ABSENT = noteSigner(nodeCrypto, 'witness.example/cem', KEY_TYPES.cosigner);

function verifier(...args: readonly string[]): Promise<{ readonly code: number; readonly out: string }> {
  const program = join(REPOSITORY, 'platform/verifier/src/main.ts');
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : 0;
      resolve({ code, out: (stdout + stderr).replaceAll(/\s+/g, ' ') });
    });
  });
}

describe('a receipt under two of three witnesses, each a service of its own', () => {
  let d: Deployment;
  let client: Client;
  const witnesses: Service[] = [];
  let policy = '';
  let keys = '';

  /** A denial has a receipt like anything else. Returns its id, and the file with it. */
  async function makeReceipt(): Promise<{ readonly id: string; readonly file: string }> {
    const { body } = await client.proposeAsGateway(
      'bank.executeTransfer',
      transferInputs({ amount: '900000' }),
    );
    const { grant_id: grantId } = body.grant;
    const id = await until('the receipt', async () => {
      const { body: grant } = await send<GrantRecord>(`${d.urls.authority}/grants/${grantId}`);
      return grant.receipt_id;
    });
    const file = join(d.folder, `${id}.json`);
    await d.sanad('receipt', 'get', id, '--out', file);
    return { id, file };
  }

  /** Its verifier key, and its address. */
  async function startWitness(name: string, logs: string): Promise<string> {
    const folder = join(d.folder, name);
    await mkdir(folder);
    const service = await spawnService({
      entry: join(REPOSITORY, 'platform/witness/src/main.ts'),
      env: {
        ...{ WITNESS_PORT: '0', WITNESS_NAME: `witness.example/${name}`, LOG_LEVEL: 'warn' },
        ...{ WITNESS_LOGS: logs, WITNESS_KEYS_DIR: folder },
        WITNESS_DATABASE_URL: `sqlite:${join(folder, 'witness.sqlite')}`,
      },
      ready: /^witness ready at (\S+)/m,
    });
    witnesses.push(service);
    const url = service.readyMatch?.[1] ?? '';
    const { body } = await send<{ readonly vkey: string }>(`${url}/healthz`);
    return `witness ${name} ${body.vkey} ${url}`;
  }

  before(async () => {
    d = await openDeployment();
    client = createClient(d);
    await makeReceipt();
    const log = await d.sanad('log', 'key');
    const logs = join(d.folder, 'logs.policy');
    await writeFile(logs, `${log}quorum none\n`);
    const lines = [await startWitness('ana', logs), await startWitness('bert', logs)];
    const cem = `witness cem ${formatNoteKey(ABSENT.key)} http://127.0.0.1:9`;
    policy = join(d.folder, 'policy.txt');
    await writeFile(policy, `${log}${[...lines, cem].join('\n')}\ngroup mine 2 ana bert cem\nquorum mine\n`);
    keys = join(d.folder, 'keys.json');
    await writeFile(keys, (await send(`${d.urls.authority}/.well-known/keys.json`)).text);
    await d.restart('authority', { LOG_WITNESSES: policy });
  });
  after(async () => {
    await Promise.all(witnesses.map((service) => service.stop()));
    await d?.close();
  });

  test('is logged for everyone once two have signed; the receipt is the same file', async () => {
    const { id, file } = await makeReceipt();
    const receipt = await readFile(file, 'utf8');
    const proof = join(d.folder, 'one.tlog-proof');
    await until('two witnesses', () =>
      d.sanad('log', 'proof', id, '--policy', policy, '--out', proof).then(
        () => true,
        () => null,
      ),
    );
    const { code, out } = await verifier(file, '--keys', keys, '--proof', proof, '--policy', policy);
    assert.equal(code, 0, out);
    assert.match(out, /(?<!NOT) LOGGED FOR EVERYONE: .*: 2 of 3 signed \(ana \(witness\.example\/ana\) at /);
    await d.sanad('receipt', 'get', id, '--out', file);
    assert.equal(await readFile(file, 'utf8'), receipt);
  });

  test('is not while only one signs, and the verifier says so', async () => {
    await witnesses[1]?.stop();
    const { id, file } = await makeReceipt();
    const proof = join(d.folder, 'two.tlog-proof');
    await until('one witness', async () => {
      await d.sanad('log', 'proof', id, '--out', proof);
      return (await readFile(proof, 'utf8')).includes('— witness.example/ana ') ? true : null;
    });
    await assert.rejects(
      d.sanad('log', 'proof', id, '--policy', policy),
      /No checkpoint that covers this receipt/,
    );
    const { code, out } = await verifier(file, '--keys', keys, '--proof', proof, '--policy', policy);
    assert.equal(code, 1);
    assert.match(out, / NOT LOGGED FOR EVERYONE: Too few witnesses signed this checkpoint: 1 of 3/);
  });
});
