import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import { REPOSITORY } from '@common/kit/repository';
import { formatNoteKey, KEY_TYPES } from '@platform/core/log/note/note-key';
import { noteSigner } from '@platform/core/testing/note-signer';
import { transferInputs } from '../../client.ts';
import { until } from '../../wait.ts';
import { verifier } from '../support/commands.ts';
import { used } from './deployment.ts';

interface Ended {
  readonly code: number;
  readonly out: string;
}

function readLog(...args: readonly string[]): Promise<Ended> {
  const program = join(REPOSITORY, 'platform/conformance/read-log/main.ts');
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out: stdout + stderr });
    });
  });
}

describe('the log in public formats, with all services', () => {
  let id = '';
  let receipt = '';
  let mandate = '';
  before(async () => {
    const { d, client } = used();
    mandate = await client.register({ limits: { runtime_max_s: 300, use_count_max: 1_000 } });
    for (const memo of ['one', 'two', 'three'])
      await client.pay(transferInputs({ amount: '1', memo }), { mandate });
    id = await until('three receipts', async () => {
      const ids = (await d.sanad('receipt', 'list')).match(/^rcpt_\S+/gm) ?? [];
      return ids.length >= 3 ? (ids[1] ?? null) : null;
    });
    receipt = join(d.folder, 'receipt.json');
    await d.sanad('receipt', 'get', id, '--out', receipt);
  });

  test('the key of checkpoints is a file of its own, for its owner alone', async () => {
    const { d } = used();
    const file = join(d.folders.keys, 'checkpoint.pem');
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    assert.notEqual(
      await readFile(file, 'utf8'),
      await readFile(join(d.folders.keys, 'authority.pem'), 'utf8'),
    );
  });

  test('a client that knows only the specifications finds the receipt’s entry', async () => {
    const { d } = used();
    const [, vkey = ''] = (await d.sanad('log', 'key')).trim().split(' ');
    const { log_entry: entry } = await placeOf(d.folders.keys, id);
    const read = await readLog(d.urls.authority, vkey, entry);
    assert.equal(read.code, 0, read.out);
    assert.match(read.out, new RegExp(`entry \\d+: ${entry}`));
    assert.match(read.out, /entries make the root [0-9a-f]{64}, which the log signed/);
    assert.equal((await readLog(d.urls.authority, vkey, 'a receipt that never was')).code, 1);
  });

  test('a receipt’s status is proven at the newest head, and says what has ended since', async () => {
    const { d, client } = used();
    const kept = join(d.folder, 'newer.json');
    const status = () =>
      d.sanad('receipt', 'status', receipt, '--out', kept).catch(({ message }: Error) => message);
    assert.match(
      await status(),
      /proven as of head \d+ of log_\w+, signed \S+:\n {2}nothing that it stood on/,
    );
    await client.revoke(mandate);
    const ended = `  the mandate ${mandate} ended at `;
    assert.match(await status(), new RegExp(`ended with 3: [^]*which no head has yet:\n${ended}`));
    await client.pay(transferInputs({ amount: '1', memo: 'four' }));
    const now = await until('a head that has it', async () => {
      const said = await status();
      return said.includes('no head has yet') ? null : said;
    });
    assert.match(now, new RegExp(`ended with 3: [^]*signed \\S+:\n${ended}`));
    const head = /as of (head \d+ of log_\w+)/.exec(now)?.[1];
    const { code, text } = await verifier(kept);
    assert.equal(code, 3, text);
    assert.ok(
      text.replaceAll(/\s+/g, ' ').includes(`Proven as of ${head}: the mandate ${mandate} ended at`),
      text,
    );
  });

  test('an exported proof holds under a policy that names the log, and not without its witnesses', async () => {
    const { d } = used();
    const [proof, policy] = [join(d.folder, 'receipt.tlog-proof'), join(d.folder, 'policy.txt')];
    const log = await d.sanad('log', 'key');
    await d.sanad('log', 'proof', id, '--out', proof);
    await writeFile(policy, `${log}quorum none\n`);
    const given = [receipt, '--proof', proof, '--policy', policy];
    const alone = await verifier(...given);
    // The keys in the receipt are nobody's known keys.
    assert.equal(alone.code, 3, alone.text);
    assert.match(alone.text, /LOGGED, BY THE WORD OF THE LOG ALONE/);
    const witness = noteSigner(nodeCrypto, 'witness.example/w', KEY_TYPES.cosigner);
    await writeFile(policy, `${log}witness w ${formatNoteKey(witness.key)}\nquorum w\n`);
    const strict = await verifier(...given);
    assert.equal(strict.code, 1);
    assert.match(strict.text, /NOT LOGGED FOR EVERYONE: Too few witnesses signed this checkpoint: 0 of 1/);
    await assert.rejects(
      d.sanad('log', 'proof', id, '--policy', policy),
      /No checkpoint that covers this receipt/,
    );
  });
});

/** What the authority keeps of a receipt beside its keys. */
async function placeOf(keys: string, id: string): Promise<{ readonly log_entry: string }> {
  const lines = (await readFile(join(keys, 'kept/receipts.jsonl'), 'utf8')).split('\n');
  const line = lines.find((each) => each.includes(id)) ?? assert.fail('the receipt has no place');
  return JSON.parse(line);
}
