import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import { openMigrated } from '@common/kit/sql/open-migrated';
import { freePort, withTempDir } from '@common/kit/testing';
import { MIGRATIONS } from '@platform/authority/store/migrations';
import type { AuthoritySchema } from '@platform/authority/store/schema';
import { createSqlStore } from '@platform/authority/store/sql-store';
import { createWitnessMemory } from '@platform/authority/witnesses/witnesses.sql';
import { formatNoteKey, KEY_TYPES } from '@platform/core/log/note/note-key';
import { formatSignatureLine, parseNote } from '@platform/core/log/note/signed-note';
import { type MemoryLog, memoryLog } from '@platform/core/testing/memory-log';
import { cosign, noteSigner } from '@platform/core/testing/note-signer';
import { checkLogWitnesses } from '../doctor/log-witnesses.ts';
import { pageOf } from '../doctor/report.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const HOUR_MS = 3_600_000;
const ORIGIN = 'log.example/receipts';
const witnessOf = (name: string) => noteSigner(nodeCrypto, `witness.example/${name}`, KEY_TYPES.cosigner);

/** A log whose heads were signed so many hours ago, the oldest first, and what its witnesses cosigned of it. */
interface Story {
  readonly headsAgo: readonly number[];
  /** By the witness's name: sizes, each cosigned half an hour after its head. */
  readonly cosigned: Readonly<Record<string, readonly number[]>>;
  /** What those lines say instead was cosigned. */
  readonly forged?: number;
  readonly claimed?: Readonly<Record<string, number>>;
  /** Where each witness of the policy is. */
  readonly urls: Readonly<Record<string, string>>;
}

/** The section's lines. */
async function linesOf({
  headsAgo,
  cosigned,
  forged,
  claimed = {},
  urls,
}: Story): Promise<readonly string[]> {
  const [log, lines] = [memoryLog(nodeCrypto, ORIGIN), [] as string[]];
  await withTempDir(async (folder) => {
    mkdirSync(join(folder, 'databases'));
    const url = `sqlite:${join(folder, 'databases/authority.sqlite')}`;
    const opened = await openMigrated<AuthoritySchema>('TEST', url, MIGRATIONS);
    assert.ok(opened.ok);
    const database = opened.value;
    const store = createSqlStore(database);
    for (const ago of headsAgo) {
      log.append(`entry ${ago}`);
      const tree_head = {
        log_id: 'local',
        tree_size: log.entries.length,
        timestamp: atHour(ago).toISOString(),
      };
      const row = { tree_size: log.entries.length, head_json: JSON.stringify({ tree_head }) };
      await database.db.insertInto('log_head').values(row).execute();
      await store.keepCheckpoint({ origin: ORIGIN, treeSize: row.tree_size, note: log.checkpoint() });
    }
    for (const [name, sizes] of Object.entries(cosigned)) {
      for (const treeSize of sizes) {
        const line = lineOf(log, name, forged ?? treeSize, atHour((headsAgo[treeSize - 1] ?? 0) - 0.5));
        await store.keepCosignatures({ origin: ORIGIN, treeSize }, [line]);
      }
    }
    for (const [name, size] of Object.entries(claimed)) {
      const { key } = witnessOf(name);
      const witness = `${key.name}+${key.id}`;
      await createWitnessMemory(database).keepProgress(ORIGIN, { witness, size: 0, claimed: size });
    }
    await database.close();
    const policy = Object.entries(urls).map(
      ([name, at]) => `witness ${name} ${formatNoteKey(witnessOf(name).key)} ${at}\n`,
    );
    const env = {
      AUTHORITY_DATABASE_URL: url,
      LOG_ORIGIN: ORIGIN,
      LOG_WITNESSES: join(folder, 'witnesses.policy'),
    };
    const group = `group all all ${Object.keys(urls).join(' ')}\nquorum all\n`;
    writeFileSync(env.LOG_WITNESSES, `${policy.join('')}${group}`);
    const page = pageOf([{ title: 'W', findings: await checkLogWitnesses(env, NOW) }]);
    lines.push(...page.split('\n').filter((line) => line.startsWith('  ')));
  });
  return lines;
}

function atHour(ago: number): Date {
  return new Date(NOW - ago * HOUR_MS);
}

function lineOf(log: MemoryLog, name: string, size: number, at: Date) {
  const signer = witnessOf(name);
  const note = parseNote(log.checkpoint(size));
  assert.ok(note.ok);
  const signature = cosign(signer, note.value.text, at.getTime() / 1_000);
  return { name: signer.key.name, keyId: signer.key.id, line: formatSignatureLine(signature) };
}

async function serve(t: TestContext, answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a witness that has cosigned the newest head is not asked', async (t) => {
  let asked = 0;
  const url = await serve(t, (_request, response) => {
    asked += 1;
    response.end();
  });
  const story = { headsAgo: [5, 3], cosigned: { ana: [1, 2] }, urls: { ana: url } };
  assert.deepEqual(await linesOf(story), [
    '  ok    ana: cosigned the newest head, of 2 leaves, 2 h ago',
    '  ok    quorum: enough have cosigned the newest head',
  ]);
  assert.equal(asked, 0);
});

test('of one that is late, what it shows decides what to do; one that is silent keeps nobody waiting', async (t) => {
  const log = memoryLog(nodeCrypto, ORIGIN);
  log.append('entry 5', 'entry 3');
  const paths: string[] = [];
  const shows =
    (status: number, text: string): RequestListener =>
    (request, response) => {
      paths.push(`${request.method} ${request.url}`);
      response.writeHead(status).end(text);
    };
  const [ana, bob, cem] = await Promise.all([
    serve(t, shows(200, log.checkpoint())),
    serve(t, shows(404, '')),
    serve(t, shows(200, '\u001b[2Jgo away')),
  ]);
  const silent = await serve(t, () => {});
  const gone = `http://127.0.0.1:${await freePort()}`;
  const urls = { ana: `${ana}/w/`, bob, cem, dan: silent, eve: gone };
  const lines = await linesOf({ headsAgo: [5, 3], cosigned: { ana: [1], bob: [1] }, urls });
  const waited = 'what is new has waited for 3 h';
  assert.deepEqual(lines, [
    `  warn  ana: cosigned 1 of 2 leaves, 4 h ago; ${waited}. It answers, and shows 2 leaves: the authority asks it while it runs, and its line “a witness did not cosign” says what is wrong`,
    `  warn  bob: cosigned 1 of 2 leaves, 4 h ago; ${waited}. It answers, and shows nothing of this log: either no authority has asked it yet, because none was restarted since LOG_WITNESSES was set (restart it), or its operator has not admitted the key that npx sanad log key prints (the authority’s line “a witness did not cosign” says 404 then)`,
    `  warn  cem: cosigned nothing of 2 leaves; what is new has waited for 5 h. What answers at ${cem} shows no checkpoint (200): correct the address, or the proxy there`,
    `  warn  dan: cosigned nothing of 2 leaves; what is new has waited for 5 h. It does not answer at ${silent} (no complete answer within 3000 ms): tell its operator. The log continues without it; if it is gone for good, remove it from LOG_WITNESSES`,
    `  warn  eve: cosigned nothing of 2 leaves; what is new has waited for 5 h. It does not answer at ${gone} (ECONNREFUSED): tell its operator. The log continues without it; if it is gone for good, remove it from LOG_WITNESSES`,
    '  warn  quorum: too few have cosigned the newest head, which has waited for 5 h: bring them back, or name others',
  ]);
  const hash = nodeCrypto.sha256(ORIGIN);
  assert.deepEqual(paths.toSorted(), [
    `GET /${hash}/checkpoint`,
    `GET /${hash}/checkpoint`,
    `GET /w/${hash}/checkpoint`,
  ]);
});

test('a head that is seconds old is no trouble, more leaves than there are, or a false line, are', async (t) => {
  const log = memoryLog(nodeCrypto, ORIGIN);
  log.append('a', 'b', 'c');
  const more = await serve(t, (_request, response) => response.end(log.checkpoint()));
  const fresh = { headsAgo: [5, 0.01], cosigned: { ana: [1] }, urls: { ana: more } };
  assert.deepEqual(await linesOf(fresh), [
    '  ok    ana: cosigned 1 of 2 leaves, 4 h ago; what is new has waited for 36 s',
    '  ok    quorum: too few have cosigned the newest head, which has waited for 36 s',
  ]);
  const [late] = await linesOf({ headsAgo: [5, 3], cosigned: { ana: [1] }, urls: { ana: more } });
  assert.match(
    String(late),
    /^ {2}warn .* It shows 3 leaves, more than this log has: see the runbook, WitnessAlarm$/,
  );
  const [forged] = await linesOf({
    headsAgo: [5, 3],
    cosigned: { ana: [2] },
    forged: 1,
    urls: { ana: more },
  });
  assert.match(String(forged), /^ {2}fail {2}ana: its cosignature of 2 leaves does not verify: /);
  const [ahead] = await linesOf({ headsAgo: [5], cosigned: {}, claimed: { ana: 9 }, urls: { ana: more } });
  assert.match(
    String(ahead),
    /^ {2}fail {2}ana: has seen 9 leaves, signed by this log, and the database has 1: /,
  );
});

test('says what is wrong with the list of witnesses, and nothing where there is none', async () => {
  await withTempDir(async (folder) => {
    const file = join(folder, 'witnesses.policy');
    const lines = async (env: Readonly<Record<string, string>>) =>
      (await checkLogWitnesses({ AUTHORITY_DATABASE_URL: `sqlite:${file}.sqlite`, ...env }, NOW)).map(
        ({ state, about, text }) => `${state} ${about}: ${text}`,
      );
    const env = { LOG_WITNESSES: file };
    assert.deepEqual(await lines({}), []);
    assert.deepEqual(await lines(env), [`fail LOG_WITNESSES: ${file} cannot be read.`]);
    writeFileSync(file, 'quorum none\n');
    assert.match((await lines(env)).join(), /^warn LOG_WITNESSES: .* names no witness: add a line/);
    const vkey = formatNoteKey(witnessOf('ana').key);
    writeFileSync(file, `witness ana ${vkey}\nquorum none\n`);
    assert.match((await lines(env)).join(), /^fail LOG_WITNESSES: .*the witness ana needs its address/);
    writeFileSync(file, `witness ana ${vkey} http://127.0.0.1:1\nquorum none\n`);
    assert.deepEqual(await lines(env), ['ok witnesses: the log has nothing to cosign yet']);
  });
});
