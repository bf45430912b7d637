import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dateOfInstant } from '@common/base/calendar';
import { unwrap } from '@common/base/result';
import { REPOSITORY } from '@common/kit/repository';
import { withTempDir } from '@common/kit/testing';
import { spawnService } from '@common/kit/testing/service';
import { readSnapshot } from '@screener/service/use-cases/read-snapshot';
import type { WordedAnswer } from '@screener/service/use-cases/screen-ticker';
import { DATING_NAMES } from '@screener/sources/prices/listing/date-listing';
import { FAULTS } from './live/faults.ts';
import { type KnownCloses, openOutsideWorld, STOCKS } from './live/outside-world.ts';
import { judge, printTable } from './support/report.ts';

/**
 * Live mode as its user meets it: the service as it is shipped, from one setting, against an SEC and a daily listing on
 * this machine. First ten popular stocks as of today; then each way in which the two misbehave, what the caller is
 * told, and after how many seconds. Seconds are shown, and not judged: time limits are in the code.
 */
const MAIN = join(REPOSITORY, 'screener/site/src/main.ts');
const SNAPSHOT = join(REPOSITORY, 'screener/data/snapshot');
/** No facts in the snapshot; facts that are complete to a day of this year; and a business that decides alone. */
const NEW = 'META';
const KNOWN = 'AAPL';
const BANK = 'JPM';
const TOLD = /_not_reached$/;

interface Reply {
  readonly symbol: string;
  readonly seconds: number;
  readonly status: number;
  /** Null where there is a refusal. */
  readonly answer: WordedAnswer | null;
  /** Refusals, and what an answer says could not be reached. */
  readonly told: readonly string[];
}

const known = await snapshotCloses();
await withTempDir(async (folder) => {
  const seeded = join(folder, 'seeded.sqlite');
  await using world = await openOutsideWorld(known);
  await withService({ DATABASE_URL: `sqlite:${seeded}`, LIVE_MODE: 'off' }, async () => {});
  const today = dateOfInstant(Date.now());
  const answered = await tenStocks({ ...world.env, DATABASE_URL: await copyOf(seeded, folder, 'ten') });
  const decided = answered.filter(({ answer }) => answer?.as_of === today && isPriced(answer));
  const told: boolean[] = [];
  for (const [index, { what, behind, start }] of FAULTS.entries()) {
    await using broken = await openOutsideWorld(known, behind);
    start(broken);
    const url = await copyOf(seeded, folder, `fault-${index}`);
    // Without the job, so that the first caller meets the fault.
    const env = { ...broken.env, DATABASE_URL: url, REFRESH_EVERY_MINUTES: '0' };
    process.stdout.write(`\n  ${what}\n`);
    await withService(env, async (base) => {
      const first = await ask(base, NEW);
      const other = await ask(base, KNOWN);
      const again = await ask(base, NEW);
      for (const reply of [first, other, await ask(base, BANK), again]) printReply(reply);
      told.push([first, other].some((reply) => reply.told.length > 0));
    });
  }
  const all = STOCKS.length;
  judge([
    {
      what: 'stocks answered as of today, with a price',
      measured: decided.length,
      is: 'at least',
      limit: all,
    },
    { what: 'part of the faults that is told', measured: part(told), is: 'at least', limit: 1 },
  ]);
});

async function tenStocks(env: Readonly<Record<string, string>>): Promise<readonly Reply[]> {
  const replies: Reply[] = [];
  await withService(env, async (base) => {
    for (const { symbol } of STOCKS) {
      let reply = await ask(base, symbol);
      // The first reading of the listing goes on behind a call that has waited its time.
      while (reply.told.some((text) => /still being read/.test(text))) reply = await ask(base, symbol);
      replies.push(reply);
    }
  });
  printTable(
    ['ticker', 'as of', 'verdict', 'score', 'report', 'close of', 'seconds'],
    replies.map(({ symbol, answer, seconds }) => [
      symbol,
      answer?.as_of ?? '-',
      answer?.compliance ?? 'no answer',
      answer?.score.toFixed(1) ?? '-',
      answer?.anchor?.period_end ?? '-',
      answer?.market_data.date ?? '-',
      seconds.toFixed(1),
    ]),
  );
  return replies;
}

async function ask(base: string, symbol: string): Promise<Reply> {
  const start = performance.now();
  const response = await fetch(`${base}/v1/screen/${symbol}`);
  const { data: answer, error } = (await response.json()) as {
    readonly data: WordedAnswer | null;
    readonly error?: { readonly code: string; readonly message: string };
  };
  const entries =
    answer === null
      ? []
      : [
          ...answer.missing.map(({ code, message }) => ({ code, message })),
          ...answer.approximations.map(({ id, message }) => ({ code: id, message })),
        ];
  const told =
    answer === null
      ? [`${error?.code}: ${error?.message}`]
      : entries.filter(({ code }) => TOLD.test(code)).map(({ code, message }) => `${code}: ${message}`);
  return { symbol, seconds: (performance.now() - start) / 1_000, status: response.status, answer, told };
}

function printReply({ symbol, seconds, status, answer, told }: Reply): void {
  const said = answer === null ? '' : ` ${answer.compliance} as of ${answer.as_of}, ${answer.data_source}`;
  process.stdout.write(`    ${symbol} after ${seconds.toFixed(1)} s: ${status}${said}\n`);
  for (const text of told) process.stdout.write(`      ${text}\n`);
}

async function withService(
  env: Readonly<Record<string, string>>,
  use: (base: string) => Promise<void>,
): Promise<void> {
  await using service = await spawnService({
    entry: MAIN,
    env: { SCREENER_PORT: '0', LOG_LEVEL: 'error', RATE_LIMIT_DEMO: '0', ...env },
    ready: /^screener ready at (\S+)/m,
    timeoutMs: 90_000,
  });
  await use(service.readyMatch?.[1] ?? '');
  await service.stop();
}

async function snapshotCloses(): Promise<KnownCloses> {
  const { quotes } = unwrap(await readSnapshot(SNAPSHOT));
  const series = DATING_NAMES.flatMap((name) => quotes.get(name)?.slice(-1) ?? []);
  const session = series
    .map(({ date }) => date)
    .sort()
    .at(-1);
  if (session === undefined) throw new Error('the snapshot has no closes');
  return { session, closes: Object.fromEntries(series.map(({ symbol, close }) => [symbol, close])) };
}

async function copyOf(seeded: string, folder: string, name: string): Promise<string> {
  const path = join(folder, `${name}.sqlite`);
  await copyFile(seeded, path);
  return `sqlite:${path}`;
}

function isPriced({ market_data: { close }, compliance }: WordedAnswer): boolean {
  return close !== null && compliance !== 'not_screenable';
}

function part(all: readonly boolean[]): number {
  return all.filter((one) => one).length / all.length;
}
