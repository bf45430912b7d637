import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unwrap } from '@common/base/result';
import { listen } from '@common/kit/http/listen';
import { REPOSITORY } from '@common/kit/repository';
import { createLog } from '@common/kit/telemetry/log';
import { createApi } from '../src/app.ts';
import { readScreenerConfig } from '../src/config.ts';
import { openScreener } from '../src/open-screener.ts';
import { openService } from '../src/open-service.ts';
import { NO_FAULTS } from '../src/store/faults.store.ts';
import type { Ends } from './access/access-under-test.ts';
import { writeTinySnapshot } from './tiny-snapshot.ts';

/** What tests ask of a screener, without a process of its own. */
interface Screener {
  /** Where it listens. */
  readonly url: string;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  post(path: string, body: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** As a signal stops it. Once it has stopped, this does nothing. */
  stop(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

interface Options {
  readonly clock?: () => number;
  /** Is given each line of the log, at the lowest level. */
  readonly onLine?: (line: string) => void;
}

/**
 * All that a started screener is, but for its process: its settings, its store and its jobs, listening on a free port.
 * Several on one database are as several processes: they share nothing else. Stopped at the end of the test.
 */
export async function openInProcess(
  t: Ends,
  env: Readonly<Record<string, string>>,
  { clock = Date.now, onLine }: Options = {},
): Promise<Screener> {
  // No test may reach for the real listing of prices.
  const quiet = { RATE_LIMIT_DEMO: '0', MARKET_PROVIDER: 'none', REFRESH_EVERY_MINUTES: '0' };
  const settings = unwrap(readScreenerConfig({ ...quiet, ...env }, REPOSITORY));
  const log =
    onLine === undefined
      ? createLog({ level: 'silent' })
      : createLog({ level: 'trace', destination: { write: onLine } });
  const machine = { log, clock, randomBytes, faults: NO_FAULTS, env: {} };
  const { apps, start, close } = unwrap(await openService(settings, machine, createApi));
  // As the frame of services names its figures.
  apps.screener.watch.configure({ ...apps.screener.watch.settings(), name: 'screener' });
  const listening = await listen(apps.screener, { host: '127.0.0.1', port: 0 });
  start?.();
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= listening.close().then(close);
    return stopped;
  };
  t.after(stop);
  const send = async (path: string, init: RequestInit): Promise<Answer> => {
    const answer = await fetch(`${listening.url}${path}`, init);
    return { status: answer.status, headers: answer.headers, body: await answer.text() };
  };
  return {
    url: listening.url,
    get: (path, headers = {}) => send(path, { headers }),
    post: (path, body, headers = {}) =>
      send(path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body }),
    stop,
  };
}

/** A store that was started from the tiny snapshot once: a start on its copy has no tables to make and nothing to seed. */
let started: Promise<Buffer> | undefined;

/** Settings for data and secrets in `directory`, which start from a snapshot of one filer. */
export async function tinyPlace(directory: string): Promise<Record<string, string>> {
  const snapshot = join(directory, 'snapshot');
  await writeTinySnapshot(snapshot);
  const file = join(directory, 'store.sqlite');
  const env = {
    DATABASE_URL: `sqlite:${file}`,
    SNAPSHOT_DIR: snapshot,
    SECRETS_DIR: join(directory, 'secrets'),
  };
  started ??= startIn(env).then(() => readFile(file));
  await writeFile(file, await started, { mode: 0o600 });
  return env;
}

async function startIn(env: Readonly<Record<string, string>>): Promise<void> {
  const settings = unwrap(readScreenerConfig(env, REPOSITORY));
  const screener = unwrap(await openScreener(settings, Date.now));
  await screener.close();
}
