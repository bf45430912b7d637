import assert from 'node:assert/strict';
import { cp, readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import { freePorts } from '@common/kit/testing/free-ports';
import { openCheckpoint } from '@platform/core/log/note/checkpoint';
import { readCosignature } from '@platform/core/log/note/cosignature';
import { formatNoteKey, type NoteKey } from '@platform/core/log/note/note-key';
import type { GrantRecord } from '@platform/core/objects/grant';
import { outcome, type Reply, send, transferInputs } from '../../client.ts';
import { folderVariables } from '../../people.ts';
import { type RunningService, type SharedProcess, startSharedProcess } from '../../shared-process.ts';
import { until } from '../../wait.ts';
import { type WitnessedLog, witnessKey } from '../../witnessed-log.ts';
import { authorityCommand, logFsck, monitor } from '../support/commands.ts';
import { used, witnessed } from './deployment.ts';

let ana: WitnessedLog['witnesses'][number];
let anasKey: NoteKey;
let logVkey = '';

/** A proposal that is denied at once, which has a receipt like any other. */
async function deny(authority = used().d.urls.authority): Promise<Reply<GrantRecord>> {
  const params = transferInputs({ amount: '900000' });
  return used().client.proposeAsGateway('bank.executeTransfer', params, { authority });
}

/** The size of the checkpoint, once it is at least that, and whether Ana signed it. */
async function checkpoint(url: string, size: number, cosigned: boolean): Promise<string> {
  return until(`a checkpoint of ${size}${cosigned ? ', cosigned' : ''}`, async () => {
    const { status, text } = await send(`${url}/checkpoint`);
    if (status !== 200) return null;
    const opened = openCheckpoint(nodeCrypto, text, witnessed().key);
    assert.ok(opened.ok, opened.ok ? '' : opened.error.message);
    if (opened.value.size < size) return null;
    const { state } = readCosignature(nodeCrypto, opened.value, anasKey);
    return cosigned === (state === 'valid') ? text : null;
  });
}

const sizeOf = (note: string): number => Number(note.split('\n')[1]);

const follow = (url: string) => monitor(used().d, url, 'monitor', logVkey);

/** The authority's keys and database as they are now, without what it remembers of its log beside the keys. */
async function copyAuthority(folder: string): Promise<void> {
  const { d } = used();
  const file = d.databases.authority.replace('sqlite:', '');
  await cp(d.folders.keys, join(folder, 'keys'), { recursive: true });
  await rm(join(folder, 'keys/kept'), { recursive: true });
  for (const name of await readdir(dirname(file))) {
    if (name.startsWith(basename(file))) await cp(join(dirname(file), name), join(folder, name));
  }
}

function variables(keys: string, database: string): Record<string, string> {
  const folders = folderVariables({ ...used().d.folders, keys });
  return { ...folders, LOG_ORIGIN: witnessed().origin, AUTHORITY_DATABASE_URL: database };
}

let others: SharedProcess;

/** An authority on the copy. */
async function startOther(
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<RunningService & { readonly url: string }> {
  const [port] = await freePorts(1);
  const service = await others.start({
    name: 'authority',
    app: 'authority',
    env: {
      ...variables(join(folder, 'keys'), `sqlite:${join(folder, basename(used().d.databases.authority))}`),
      AUTHORITY_PORT: String(port),
      LOG_LEVEL: 'warn',
      RECEIPTS_DIR: join(folder, 'out'),
      ...env,
    },
  });
  return { ...service, url: `http://127.0.0.1:${port}` };
}

describe('a log and its witnesses', () => {
  before(async () => {
    const { key, witnesses } = witnessed();
    ana = witnesses[0] ?? assert.fail();
    anasKey = await witnessKey(ana);
    logVkey = formatNoteKey(key);
    others = await startSharedProcess(used().d.folder);
  });
  after(() => others.close());

  test('the log is cosigned, and everybody can follow it', async () => {
    const { d } = used();
    const { origin } = witnessed();
    const first = await checkpoint(d.urls.authority, 1, true);
    assert.equal((await deny()).status, 201);
    const note = await checkpoint(d.urls.authority, sizeOf(first) + 1, true);
    const [, signatures = ''] = note.split('\n\n');
    const shown = await until('Ana shows it', async () => {
      const { text } = await send(`${ana.url}/${nodeCrypto.sha256(origin)}/checkpoint`);
      return text.split('\n\n')[0] === note.split('\n\n')[0] ? text : null;
    });
    const lines = (shown.split('\n\n')[1] ?? '').trim().split('\n');
    assert.ok(lines.length === 2 && lines.every((line) => signatures.includes(line)), shown);
    const size = sizeOf(note);
    const { code, text } = await logFsck(d, d.urls.authority, logVkey, ana.url);
    assert.equal(code, 0, text);
    assert.match(
      text,
      new RegExp(`has seen ${size} entries\nlog of ${size} entries, root [0-9a-f]{64}: entries`),
    );
  });

  test('fsck holds the database’s checkpoints against its heads', async () => {
    const { d } = used();
    const { origin } = witnessed();
    const size = sizeOf(await checkpoint(d.urls.authority, 1, true));
    const intact = await authorityCommand(d, 'fsck');
    assert.deepEqual(intact, { code: 0, text: `log of ${size} leaves: intact\n` });
    const copy = join(d.folder, 'changed');
    await copyAuthority(copy);
    const file = join(copy, basename(d.databases.authority));
    const database = new DatabaseSync(file);
    const { first } = database.prepare('select min(tree_size) as first from log_checkpoint').get() ?? {};
    const change = database.prepare(
      'update log_checkpoint set note = replace(note, ?, ?) where tree_size = ?',
    );
    change.run(`${origin}\n${first}\n`, `${origin}\n0\n`, Number(first));
    database.close();
    const place = {
      ...d,
      folders: { ...d.folders, keys: join(copy, 'keys') },
      databases: { ...d.databases, authority: `sqlite:${file}` },
    };
    assert.deepEqual(await authorityCommand(place, 'fsck'), {
      code: 1,
      text: `log: checkpoint ${first}: it is of another log or size\n1 faults\n`,
    });
  });

  test('a receipt waits for no witness, and is cosigned once it is back', async () => {
    const { d, client } = used();
    const before = sizeOf(await checkpoint(d.urls.authority, 1, true));
    await d.stop('witness-ana');
    assert.equal((await client.pay()).body.status, 'executed');
    await checkpoint(d.urls.authority, before + 1, false);
    await d.restart('witness-ana');
    await checkpoint(d.urls.authority, before + 1, true);
  });

  test('two databases under one key: found by the monitor, refused by the witness', async () => {
    const { d } = used();
    const common = await checkpoint(d.urls.authority, 1, true);
    await d.kill('authority');
    const copy = join(d.folder, 'copy');
    await copyAuthority(copy);
    await d.restart('authority');
    assert.equal((await deny()).status, 201);
    const first = await checkpoint(d.urls.authority, sizeOf(common) + 1, true);
    const followed = await follow(d.urls.authority);
    assert.equal(followed.code, 0, followed.text);

    // It asks before it signs, and learns that others have seen more: nothing is decided any more.
    const rolledBack = await startOther(copy, { LOG_WITNESSES: witnessed().policy });
    const refused = await deny(rolledBack.url);
    assert.deepEqual(outcome(refused), [503, 'log_rolled_back']);
    assert.match(
      refused.text,
      /The witness witness-(?:ana|bert) .* has seen \d+ entries .*sanad authority restore/,
    );
    await rolledBack.stop();

    // Without witnesses it would show others another log.
    const forked = await startOther(copy, { LOG_WITNESSES: '' });
    const { url } = forked;
    assert.equal((await deny(url)).status, 201);
    const other = await checkpoint(url, sizeOf(first), false);
    assert.equal(sizeOf(other), sizeOf(first));
    const { code, text: said } = await follow(url);
    assert.equal(code, 1, said);
    assert.match(said, /^ALARM fork: The log has signed two roots of \d+ entries\./);
    for (const [name, kept] of [
      ['known', first],
      ['shown', other],
    ] as const) {
      const file = join(d.folder, `monitor/fork-${name}-${sizeOf(kept)}.note`);
      assert.ok(said.includes(file));
      assert.equal((await readFile(file, 'utf8')).split('\n\n')[0], kept.split('\n\n')[0]);
    }
    const added = await fetch(`${ana.url}/add-checkpoint`, {
      method: 'POST',
      body: `old ${sizeOf(first)}\n\n${other}`,
    });
    assert.equal(added.status, 422);
    await until('what the witness says', async () =>
      d.output('witness-ana').includes('the log has signed two roots of one size') ? true : null,
    );

    // Longer than what the witness has seen, it is still not what the witness has seen.
    assert.equal((await deny(url)).status, 201);
    await checkpoint(url, sizeOf(first) + 1, false);
    await forked.stop();
    const longer = await startOther(copy, { LOG_WITNESSES: witnessed().policy });
    await until('the alarm', async () => (longer.output().includes('the log forked') ? true : null));
    const alarmed =
      longer
        .output()
        .split('\n')
        .find((line) => line.includes('the log forked')) ?? '{}';
    const evidence = JSON.parse(alarmed) as Readonly<Record<'shown' | 'ours', string>>;
    assert.equal(evidence.shown.split('\n\n')[0], first.split('\n\n')[0]);
    assert.equal(evidence.ours.split('\n\n')[0], other.split('\n\n')[0]);
    await checkpoint(longer.url, sizeOf(first) + 1, false);
    const { code: again, text: alarm } = await follow(longer.url);
    assert.equal(again, 1, alarm);
    assert.match(alarm, /^ALARM fork: The log has signed two histories/);
    await longer.stop();
  });
});
