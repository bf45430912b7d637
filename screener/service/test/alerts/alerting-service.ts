import assert from 'node:assert/strict';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { runSanad } from '../../../cli/test/run.ts';
import { startScreener } from '../service-process.ts';
import { NEWER_FILING, NVIDIA, writeNvidiaSnapshot } from './nvidia.ts';

const WOUND_CLOCK = new URL('./wound-clock.ts', import.meta.url).href;
const POLL_MS = 50;
const PATIENCE_MS = 60_000;

export type Running = Awaited<ReturnType<typeof startScreener>>;

/** The real service on a database of its own, with a clock that tests wind, and the `sanad` command beside it. */
interface AlertingService {
  readonly folder: string;
  /** Sets the clock, of the service that runs and of those that start later. */
  wind(instant: number): Promise<void>;
  now(): number;
  start(more?: Readonly<Record<string, string>>): Promise<Running>;
  /** Runs `sanad` on the same store, with a connection of its own. */
  sanad(...words: readonly string[]): Promise<string>;
}

export async function alertingService(
  folder: string,
  instant: number,
  databaseUrl = `sqlite:${join(folder, 'store.sqlite')}`,
): Promise<AlertingService> {
  const clockFile = join(folder, 'clock');
  let ahead = 0;
  const wind = async (next: number): Promise<void> => {
    ahead = next - Date.now();
    // The service must never read half of a number.
    await writeFile(`${clockFile}.new`, String(ahead));
    await rename(`${clockFile}.new`, clockFile);
  };
  await wind(instant);
  await writeNvidiaSnapshot(join(folder, 'snapshot'));
  const env = {
    DATABASE_URL: databaseUrl,
    SNAPSHOT_DIR: join(folder, 'snapshot'),
    SECRETS_DIR: join(folder, 'secrets'),
    MARKET_PROVIDER: 'none',
  };
  return {
    folder,
    wind,
    now: () => Date.now() + ahead,
    start: (more = {}) =>
      startScreener({
        ...env,
        NODE_OPTIONS: `--import=${WOUND_CLOCK}`,
        TEST_CLOCK_FILE: clockFile,
        // Once a week: what is found, is found because the data changed.
        ALERTS_EVERY_MINUTES: '10080',
        WEBHOOK_ALLOW_PRIVATE: 'on',
        ...more,
      }),
    async sanad(...words) {
      const { code, out, err } = await runSanad(env, words, { clock: Date.now });
      assert.equal(code, 0, `sanad ${words.join(' ')}: ${out}${err}`);
      return out;
    },
  };
}

/** Waits for what another process does. */
export async function until(what: string, isSo: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await isSo())) {
    assert.ok(performance.now() < deadline, `it never came to this: ${what}`);
    await setTimeout(POLL_MS);
  }
}

const ONCE = /<p class="once"><bdi><code>([^<]+)<\/code>/;

/** A person with an account, over real HTTP. */
interface Person {
  /** Signs in, as a session does not outlast the clock. */
  signIn(url: string): Promise<void>;
  get(path: string): Promise<string>;
  /** Posts a form; the text that the page shows this once, or nothing. */
  post(path: string, form?: Readonly<Record<string, string>>): Promise<string>;
  /** Posts a form that is refused; what the page says beside the field. */
  complaint(path: string, form?: Readonly<Record<string, string>>): Promise<string>;
}

async function newPerson(url: string): Promise<Person> {
  const json = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
  const signedUp = await fetch(`${url}/api/keys`, {
    method: 'POST',
    headers: json,
    body: '{"email":"anna@example.org"}',
  });
  const { data } = JSON.parse(await signedUp.text());
  let [origin, cookie] = [url, ''];
  const send = async (path: string, form: Readonly<Record<string, string>>) => {
    const answer = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { cookie, accept: 'text/html', 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams(form),
      redirect: 'manual',
    });
    return { status: answer.status, body: await answer.text() };
  };
  return {
    async signIn(at) {
      origin = at;
      const answer = await fetch(`${at}/api/session`, {
        method: 'POST',
        headers: json,
        body: JSON.stringify({ api_key: data.api_key }),
      });
      assert.equal(answer.status, 200, await answer.text());
      cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    },
    async get(path) {
      const answer = await fetch(`${origin}${path}`, { headers: { cookie, accept: 'text/html' } });
      const body = await answer.text();
      assert.equal(answer.status, 200, `${path}: ${body}`);
      return body;
    },
    async post(path, form = {}) {
      const { status, body } = await send(path, form);
      assert.ok(status === 200 || status === 303, `${path}: ${status} ${body}`);
      return ONCE.exec(body)?.[1]?.replaceAll('&amp;', '&') ?? '';
    },
    async complaint(path, form = {}) {
      const { status, body } = await send(path, form);
      assert.equal(status, 422, body);
      return /<p [^>]*class="field-error"[^>]*>.*?<\/svg>(.*?)<\/span>/s.exec(body)?.[1]?.trim() ?? body;
    },
  };
}

/** An account that watches the ticker, with a webhook and a feed. */
export async function watch({ url }: Running, receiverUrl: string) {
  const person = await newPerson(url);
  await person.signIn(url);
  await person.post('/portal/watchlist/add', { ticker: NVIDIA.symbol });
  const secret = await person.post('/portal/alerts/webhook', { url: receiverUrl });
  const feed = new URL(await person.post('/portal/alerts/feed'));
  return { person, secret, feed: `${feed.pathname}${feed.search}` };
}

/** The portal and the feed have the alert once, and it is delivered by each channel. */
export async function checkPages(person: Person, feed: string, channels = ['webhook']): Promise<void> {
  const delivered = async () =>
    (await person.get('/portal/alerts')).split('<th scope="row"><bdi class="ticker">NVDA</bdi>').slice(1);
  await until('it is noted', async () => {
    const rows = await delivered();
    return rows.length >= channels.length && rows.every((row) => / delivered</.test(row));
  });
  assert.deepEqual(
    (await delivered()).map((row) => /<td>([\w-]+)<\/td>/.exec(row)?.[1]),
    channels,
  );
  const entries = (await person.get(feed)).split('<entry>').slice(1);
  assert.equal(entries.length, 1);
  assert.match(entries[0] ?? '', /<title>NVIDIA CORP \(NVDA\): questionable, now compliant<\/title>/);
  assert.ok(entries[0]?.includes(`10-K ${NEWER_FILING.accession}`));
  const dashboard = await person.get('/portal/dashboard');
  assert.ok(dashboard.includes(NEWER_FILING.accession.replaceAll('-', '')), 'the filing that did it');
}
