import assert from 'node:assert/strict';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '@common/kit/config';
import { createJobWatch } from '@common/kit/jobs';
import { createLog } from '@common/kit/log';
import { REPOSITORY } from '@common/kit/repository';
import { withTempDir } from '@common/kit/testing';
import { openAnchors } from '@platform/authority/anchors/open-anchors';
import { AUTHORITY_CONFIG } from '@platform/authority/config';
import { startFakeRekor } from '@platform/trust/testing/fake-rekor';
import { openDeployment } from '../support/deployment.ts';

const HOUR_MS = 3_600_000;
const WAIT_MS = 30_000;
/** Longer than until the next look. */
const LOOKS_MS = 1_500;

interface Stretch {
  readonly start: string;
  readonly end?: string;
}

async function until(what: string, isSo: () => boolean): Promise<void> {
  const deadline = Date.now() + WAIT_MS;
  while (!isSo()) {
    if (Date.now() > deadline) assert.fail(`it did not happen: ${what}`);
    await sleep(50);
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
  const jobs = createJobWatch();
  const parts = { ...deps, anchors, clock: () => at.ms };
  const job = await openAnchors(settings.value.config, parts, { jobs, log });
  t.after(async () => {
    await job.stop();
    await deployment.close();
  });
  job.start();
  return { rekor, file, keep, at, jobs, lines };
}

for (const [what, stretch] of [
  ['has ended', { start: '2020-01-01T00:00:00Z', end: '2020-06-01T00:00:00Z' }],
  ['has not begun', { start: '2999-01-01T00:00:00Z' }],
] as const) {
  test(`nothing is posted to a log whose key ${what}, until the trusted root has one that is valid`, (t) =>
    withTempDir(async (folder) => {
      const { rekor, file, keep, at, jobs, lines } = await post(t, folder, what.replaceAll(' ', '-'), [
        stretch,
      ]);
      await until('a warning, or a post', () => lines.length > 0 || rekor.posts.length > 0);
      assert.equal(rekor.posts.length, 0);
      const { level, why } = JSON.parse(lines[0] ?? '{}');
      assert.equal(level, 'warn');
      await sleep(LOOKS_MS);
      assert.ok((jobs.failingS().anchors ?? 0) > 1, 'also while it waits to try again');
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
