import assert from 'node:assert/strict';
import { mkdtemp, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ok } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { readConfig } from '@common/kit/config';
import { createHttpClient } from '@common/kit/http/client';
import { createJobWatch } from '@common/kit/jobs';
import { REPOSITORY } from '@common/kit/repository';
import { createLog } from '@common/kit/telemetry/log';
import { removeDirectory, withTempDir } from '@common/kit/testing';
import { type AnchorDeps, anchorNewestHead, newestEntry } from '@platform/authority/anchors/anchor-heads';
import { openAnchors } from '@platform/authority/anchors/open-anchors';
import { createRekorClient } from '@platform/authority/anchors/rekor.adapter';
import { AUTHORITY_CONFIG } from '@platform/authority/config';
import { judgeAnchor, readAnchor } from '@platform/core/log/anchor/judge-anchor';
import { readTrustedRoot } from '@platform/core/log/anchor/trusted-root';
import { parseNoteKey } from '@platform/core/log/note/note-key';
import type { Receipt } from '@platform/core/objects/receipt';
import { receiptLeaf } from '@platform/core/receipt/assemble';
import { openAnchorKey } from '@platform/keys/key-files/anchor-key-file';
import { startFakeRekor } from '@platform/keys/testing/fake-rekor';
import { openDeployment } from '../support/deployment.ts';
import { onBothEngines, onSqlite } from '../support/engines.ts';
import type { Deployment } from '../support/types.ts';

const HOUR_MS = 3_600_000;
const WAIT_MS = 30_000;
const POLL_MS = 20;

interface Stretch {
  readonly start: string;
  readonly end?: string;
}

async function until(what: string, isSo: () => boolean): Promise<void> {
  const deadline = Date.now() + WAIT_MS;
  while (!isSo()) {
    if (Date.now() > deadline) assert.fail(`it did not happen: ${what}`);
    await sleep(POLL_MS);
  }
}

/** An authority with a receipt to post, by a trusted root that has the log's key once for each stretch. */
async function post(t: TestContext, folder: string, name: string, stretches: readonly Stretch[]) {
  const rekor = await startFakeRekor(t, name);
  const deployment = await openDeployment();
  await deployment.propose(await deployment.register({ scope: ['bank.readBalance'] }));
  await deployment.sequencer.settled();
  const file = join(folder, `${name}.json`);
  const keep = async (validFor: readonly Stretch[]) => {
    const root = JSON.parse(rekor.trustedRoot());
    const [tlog] = root.tlogs;
    root.tlogs = validFor.map((each) => ({ ...tlog, publicKey: { ...tlog.publicKey, validFor: each } }));
    await writeFile(`${file}.new`, JSON.stringify(root));
    await rename(`${file}.new`, file);
  };
  await keep(stretches);
  const env = { SERVICE_REKOR: '1', REKOR_URL: rekor.url, REKOR_TRUSTED_ROOT: file };
  const settings = readConfig(AUTHORITY_CONFIG, { ...env, SERVICE_KEYS_DIR: join(folder, name) }, REPOSITORY);
  assert.ok(settings.ok);
  const at = { ms: deployment.deps.clock() };
  const lines: string[] = [];
  const log = createLog({ level: 'warn', destination: { write: (line) => void lines.push(line) } });
  const { deps, anchors } = deployment;
  const watched = { ms: 0 };
  const jobs = createJobWatch({ monotonicMs: () => watched.ms });
  let looked = 0;
  const store: typeof deps.store = {
    ...deps.store,
    treeHead(size) {
      looked += 1;
      return deps.store.treeHead(size);
    },
  };
  const parts = { ...deps, store, anchors, clock: () => at.ms };
  const looks = () => {
    const enough = looked + 3;
    return until('some looks', () => looked >= enough);
  };
  const job = await openAnchors(settings.value.config, parts, { jobs, log, pollMs: POLL_MS });
  t.after(async () => {
    await job.stop();
    await deployment.close();
  });
  job.start();
  return { rekor, file, keep, at, watched, looks, jobs, lines };
}

for (const [what, stretch] of [
  ['has ended', { start: '2020-01-01T00:00:00Z', end: '2020-06-01T00:00:00Z' }],
  ['has not begun', { start: '2999-01-01T00:00:00Z' }],
] as const) {
  test(`nothing is posted to a log whose key ${what}, until the trusted root has one that is valid`, (t) =>
    withTempDir(async (folder) => {
      const { rekor, file, keep, at, watched, looks, jobs, lines } = await post(
        t,
        folder,
        what.replaceAll(' ', '-'),
        [stretch],
      );
      await until('a warning, or a post', () => lines.length > 0 || rekor.posts.length > 0);
      assert.equal(rekor.posts.length, 0);
      const { level, why } = JSON.parse(lines[0] ?? '{}');
      assert.equal(level, 'warn');
      await looks();
      watched.ms += 5_000;
      await looks();
      assert.equal(jobs.failingS().anchors, 5, 'also while it waits to try again');
      assert.equal(
        why,
        `REKOR_URL: by ${file}, the key of ${rekor.url} is not valid now: put a newer trusted root there, or name the log that follows.`,
      );
      // The log's key stands there twice, as where it was valid, and is again.
      await keep([stretch, { start: '2020-01-01T00:00:00Z' }]);
      at.ms += HOUR_MS;
      await until('a post', () => rekor.posts.length > 0);
      await until('the job is well', () => jobs.failingS().anchors === 0);
    }));
}

const INTERVAL_MS = 60_000;

async function open(deployment: Deployment, t: TestContext, name: string) {
  const folder = await mkdtemp(join(tmpdir(), 'sanad-anchor-'));
  t.after(() => removeDirectory(folder));
  const http = createHttpClient();
  t.after(() => http.close());
  const mandate = await deployment.register({ scope: ['bank.readBalance'] });
  /** One more receipt. */
  const grow = async () => {
    await deployment.propose(mandate);
    await deployment.sequencer.settled();
  };
  const start = async (shard: string) => {
    const rekor = await startFakeRekor(t, shard);
    const root = readTrustedRoot(nodeCrypto, rekor.trustedRoot());
    assert.ok(root.ok);
    const [log] = root.value;
    assert.ok(log !== undefined);
    const deps: AnchorDeps = {
      ...deployment.deps,
      anchors: deployment.anchors,
      intervalMs: INTERVAL_MS,
      key: await openAnchorKey(folder, 'anchor'),
      ...createRekorClient(http, rekor.url),
      publicLog: async () => ok(log),
    };
    const round = async () => {
      const result = await anchorNewestHead(deps);
      return result.kind === 'anchored' ? `anchored ${result.treeSize} at ${result.index}` : result.kind;
    };
    return { rekor, log, deps, round };
  };
  return { deployment, grow, start, ...(await start(name)) };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** What the authority serves beside the receipt with that place, judged with the reader's trusted root. */
async function judged(
  { deployment, log }: Pick<Opened, 'deployment' | 'log'>,
  place: number,
): Promise<string> {
  const { body: receipts } = await deployment.get<Receipt[]>('/receipts');
  const receipt = receipts[place] ?? assert.fail();
  const { status, body } = await deployment.get(`/receipts/${receipt.receipt_id}/anchor`);
  if (status !== 200) return String((body.detail as { readonly error: string }).error);
  const anchor = readAnchor(JSON.stringify(body));
  assert.ok(anchor.ok, JSON.stringify(anchor));
  const leaf = receiptLeaf(nodeCrypto, receipt);
  const key = parseNoteKey(nodeCrypto, anchor.value.log_key);
  assert.ok(key.ok);
  const pins = { trusted: [log], logs: [{ key: key.value }], anchorKey: null, loggedAt: null, now: null };
  const verdict = judgeAnchor(nodeCrypto, { leaf, index: place, anchor: anchor.value, ...pins });
  return `${verdict.anchored}: ${verdict.reasons[0]}`;
}

onBothEngines('anchorNewestHead', {
  'posts the newest head, at most one in the interval, and the first that covers a receipt goes with it':
    async (d, t) => {
      const opened = await open(d, t, 'story');
      const { deployment, grow, round, rekor } = opened;
      rekor.log.addOthers(3);
      assert.equal(await round(), 'idle', 'an empty log');
      await grow();
      assert.equal(await judged(opened, 0), 'anchor_not_found');
      assert.equal(await round(), 'anchored 1 at 3');
      await grow();
      assert.equal(await round(), 'idle', 'too soon');
      await grow();
      deployment.advance(60);
      assert.equal(await round(), 'anchored 3 at 4');
      deployment.advance(60);
      assert.equal(await round(), 'idle', 'nothing new');
      assert.equal(rekor.posts.length, 2);
      for (const [place, size] of [
        [0, 1],
        [1, 3],
        [2, 3],
      ] as const)
        assert.match(
          await judged(opened, place),
          new RegExp(`^public: .* with ${size} leaves, of which the receipt is leaf ${place}`),
        );
    },

  'a receipt names the newest entry there is, without waiting': async (d, t) => {
    const { deployment, grow, round, deps } = await open(d, t, 'named');
    await grow();
    await round();
    const logId = (await deployment.deps.store.treeHead(null))?.tree_head.log_id ?? '';
    deployment.entries.newest = await newestEntry(deps, deps.logSigner.originOf(logId));
    await grow();
    const { body: receipts } = await deployment.get<Receipt[]>('/receipts');
    assert.deepEqual(
      receipts.map(({ status }) => status.log?.external),
      [undefined, { log: '127.0.0.1', log_index: 0, tree_size: 1 }],
    );
  },

  'an answer that was lost: the very same request again, and the proof from tiles': onSqlite(async (d, t) => {
    const opened = await open(d, t, 'lost');
    const { grow, round, rekor } = opened;
    // 700 leaves: a full tile, a partial one, and a second level.
    rekor.log.addOthers(700);
    await grow();
    rekor.plans.push('lose');
    assert.equal(await round(), 'failed');
    rekor.log.addOthers(5);
    assert.equal(await round(), 'anchored 1 at 700');
    assert.equal(rekor.posts[0], rekor.posts[1]);
    assert.equal(rekor.log.bodies().length, 706);
    assert.ok(
      rekor.reads.some((path) => path.includes('/tile/1/')),
      rekor.reads.join(' '),
    );
    assert.match(await judged(opened, 0), /^public: Entry 700 /);
  }),

  'a log whose checkpoint does not cover the entry yet is asked again': onSqlite(async (d, t) => {
    const { grow, round, rekor } = await open(d, t, 'behind');
    await grow();
    rekor.log.hold(true);
    rekor.plans.push('lose');
    assert.equal(await round(), 'failed');
    assert.equal(await round(), 'failed', 'its checkpoint is of size 0');
    rekor.log.hold(false);
    assert.equal(await round(), 'anchored 1 at 0');
  }),

  'pushback and lies are tried again with the same request': onSqlite(async (d, t) => {
    const { grow, round, rekor } = await open(d, t, 'pushback');
    await grow();
    rekor.plans.push(503, 'lie');
    assert.equal(await round(), 'failed');
    assert.equal(await round(), 'failed');
    assert.equal(await round(), 'anchored 1 at 0');
    assert.equal(new Set(rekor.posts).size, 1);
  }),

  'a refusal for good waits for the next head': async (d, t) => {
    const { deployment, grow, rekor, deps } = await open(d, t, 'refusal');
    await grow();
    const wrong: AnchorDeps = { ...deps, key: { ...deps.key, sign: () => 'MEUCIQ==' } };
    assert.equal((await anchorNewestHead(wrong)).kind, 'refused');
    assert.equal((await anchorNewestHead(deps)).kind, 'idle');
    await grow();
    deployment.advance(60);
    assert.equal((await anchorNewestHead(deps)).kind, 'anchored');
    assert.equal(rekor.posts.length, 2);
  },

  'a frozen log: the waiting head goes to the one that took its place': onSqlite(async (d, t) => {
    const { deployment, grow, round, rekor, start } = await open(d, t, 'shard-1');
    await grow();
    rekor.log.freeze();
    assert.equal(await round(), 'frozen');
    const next = await start('shard-2');
    assert.equal(await next.round(), 'anchored 1 at 0');
    assert.equal(next.rekor.posts[0], rekor.posts[0]);
    assert.match(await judged({ deployment, log: next.log }, 0), /^public: /);
  }),

  'two processes send one request': async (d, t) => {
    const { grow, deps, rekor } = await open(d, t, 'twice');
    await grow();
    const rounds = await Promise.all([anchorNewestHead(deps), anchorNewestHead(deps)]);
    const kinds = rounds.map(({ kind }) => kind);
    assert.ok(kinds.includes('anchored'), kinds.join());
    // One that comes when the other has the answer already has nothing to do.
    assert.deepEqual(new Set([...kinds, 'anchored', 'idle']), new Set(['anchored', 'idle']));
    assert.equal(new Set(rekor.posts).size, 1);
    assert.equal(rekor.log.bodies().length, 1);
  },
});
