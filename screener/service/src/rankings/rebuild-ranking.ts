import { setImmediate } from 'node:timers/promises';
import { formatInstant } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { type Hands, openHands } from '@common/kit/threads';
import { ENGINE_VERSION } from '@screener/engine/engine-version';
import {
  type CompanyRanking,
  type LeftOutReason,
  RANKING_VERSION,
  type RankingKind,
} from '@screener/engine/rankings/formulas';
import {
  type CompanyLine,
  countReasons,
  type Entry,
  type LeftOut,
} from '@screener/engine/rankings/ranking-line';
import type { DataSource } from '../store/store.ts';
import { presentDate } from '../use-cases/present.ts';
import { storedSubjects, withStore } from '../use-cases/stored-subjects.ts';
import {
  entryMaker,
  LEADERS,
  RANKING_WORK,
  type RankingJob,
  type RankingRecipe,
  type RankingWork,
  RULES,
  VALUE,
} from './ranking-entries.ts';
import { type RebuildControl, type RebuildDeps, type Run, sourceOf } from './ranking-run.ts';
import type { StoredRanking } from './rankings.store.ts';
import { buildFunds } from './rebuild-funds.ts';

type RebuildRefusal = 'ranking_running' | 'ranking_stopped';

export const RANKING_LEASE_MS = 30_000;
/** How many listings are screened between two renewals of the lease. */
const BATCH = 50;
/** How many listings a run at most screens again that continues one which was stopped or killed. */
const SAVED_EVERY = 500;
const TOKEN_BYTES = 16;

/**
 * Screens every listing with stored facts, at the date of a screening without `as_of`, and replaces the
 * earlier ranking with that of the compliant ones. Only one run of a kind is active, over all processes. A
 * run that ends in any other way leaves the earlier ranking unchanged, and the next one continues it, unless facts or
 * prices have changed.
 */
export async function rebuildRanking(
  deps: RebuildDeps,
  kind: RankingKind,
  control: RebuildControl,
): Promise<Result<StoredRanking, RebuildRefusal>> {
  const token = Buffer.from(deps.randomBytes(TOKEN_BYTES)).toString('hex');
  const { begun, startedAt } = await deps.rankings.begin(kind, token, deps.leaseMs);
  if (!begun) return running(startedAt);
  const run = { token, control };
  try {
    const end = await builders[kind](deps, run);
    if (end === 'stopped') await deps.rankings.abandon(kind, token);
    return typeof end === 'string' ? fail('ranking_stopped', ENDS[end]) : ok(end);
  } catch (error) {
    // The database itself may have failed; then the lease expires.
    await deps.rankings.abandon(kind, token).catch(() => {});
    throw error;
  }
}

const builders: Readonly<
  Record<RankingKind, (deps: RebuildDeps, run: Run) => ReturnType<typeof buildFunds>>
> = {
  leaders: (deps, run) => build(deps, run, LEADERS),
  value: (deps, run) => build(deps, run, VALUE),
  funds: buildFunds,
};

const ENDS = {
  stopped: 'The run was stopped before it finished, and the earlier ranking is unchanged. Start it again.',
  lost: 'The run stalled for longer than its lease, and another run took over: the ranking of that run will count.',
};

function running(startedAt: number): Result<never, RebuildRefusal> {
  const started = formatInstant(startedAt);
  return fail(
    'ranking_running',
    `A run that started at ${started} is in progress. Its ranking will be available when it ends; try again after that.`,
    { started_at: started },
  );
}

/** How far a run has come. */
interface RunState<Line> {
  readonly done: number;
  /** The symbol of the last listing screened; null before the first. */
  readonly symbol: string | null;
  readonly lines: readonly Line[];
  readonly leftOut: readonly LeftOut[];
}

async function build<Kind extends CompanyRanking, Line extends CompanyLine>(
  deps: RebuildDeps,
  run: Run,
  recipe: RankingRecipe<Kind, Line>,
): Promise<StoredRanking | keyof typeof ENDS> {
  const { store } = deps;
  const { kind, rank } = recipe;
  const dataSource = await sourceOf(deps);
  const asOf = await presentDate(deps, dataSource);
  const inputs = JSON.stringify([
    [RANKING_VERSION, ENGINE_VERSION, deps.options],
    [dataSource, asOf, await store.generation()],
  ]);
  const name = `ranking ${kind}`;
  const known = await store.unfinished(name, inputs);
  let state: RunState<Line> =
    known === null ? { done: 0, symbol: null, lines: [], leftOut: [] } : JSON.parse(known);
  await using hands = await entryHands(deps, recipe, state.done);
  const jobs = jobsOf(deps, dataSource, state.symbol);
  for await (const entries of inBatches(hands.answers(jobs), BATCH, run.control.signal)) {
    if (entries === 'stopped') return 'stopped';
    state = withEntries(state, entries);
    if (!(await deps.rankings.renew(kind, run.token, deps.leaseMs))) return 'lost';
    if (state.done % SAVED_EVERY === 0) await store.saveUnfinished(name, inputs, JSON.stringify(state));
    run.control.onProgress({ done: state.done, symbol: state.symbol ?? '' });
  }
  const { done, lines, leftOut } = state;
  const ranked = rank(lines);
  const all = [...leftOut, ...ranked.leftOut];
  const stored = await deps.rankings.finish(kind, run.token, {
    version: RANKING_VERSION,
    asOf,
    rules: RULES,
    engineVersion: ENGINE_VERSION,
    dataSource,
    screened: done,
    ranked: ranked.lines.length,
    leftOut: countReasons(all.map(({ reason }) => reason)),
    lines: [...ranked.lines, ...ranked.behind],
    named: leftOut.filter(({ reason }) => !VERDICTS.has(reason)),
  });
  if (stored !== null) await store.forgetUnfinished(name);
  return stored ?? 'lost';
}

/** What screens the listings that are left. */
async function entryHands<Kind extends CompanyRanking, Line>(
  { store, options, threads = null }: RebuildDeps,
  recipe: RankingRecipe<Kind, Line>,
  done: number,
): Promise<Hands<RankingJob, Entry<Line>>> {
  const { companies } = await store.countListings();
  return openHands({
    threads,
    kind: RANKING_WORK,
    options: { kind: recipe.kind, options } satisfies RankingWork,
    jobs: companies - done,
    perThread: 100,
    own: withStore(store, entryMaker(recipe, options)),
    nameOf: ({ listing }: RankingJob) => listing.symbol,
  });
}

async function* jobsOf(
  deps: RebuildDeps,
  dataSource: DataSource,
  after: string | null,
): AsyncGenerator<RankingJob> {
  for await (const subject of storedSubjects(deps.store, after)) {
    // A company of the snapshot has a date of its own, because nobody looked for its later filings.
    yield { ...subject, day: await presentDate(deps, dataSource, subject.listing) };
  }
}

/** Groups of entries; ends with `stopped` as soon as the signal says so. */
async function* inBatches<Value>(
  values: AsyncIterable<Value>,
  size: number,
  signal: AbortSignal,
): AsyncGenerator<readonly Value[] | 'stopped'> {
  let batch: Value[] = [];
  for await (const value of values) {
    if (signal.aborted) return yield 'stopped';
    batch.push(value);
    // Other requests are answered in the meantime.
    await setImmediate();
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function withEntries<Line extends CompanyLine>(
  state: RunState<Line>,
  entries: readonly Entry<Line>[],
): RunState<Line> {
  const lines = entries.flatMap((entry) => (entry.kind === 'line' ? [entry.line] : []));
  const leftOut = entries.flatMap((entry) => (entry.kind === 'left_out' ? [entry.leftOut] : []));
  const last = entries.at(-1);
  const symbol = last?.kind === 'line' ? last.line.symbol : last?.leftOut.symbol;
  return {
    done: state.done + entries.length,
    symbol: symbol ?? state.symbol,
    lines: [...state.lines, ...lines],
    leftOut: [...state.leftOut, ...leftOut],
  };
}

/** Most listings are left out because of their verdict. They are counted, not named. */
const VERDICTS: ReadonlySet<LeftOutReason> = new Set(['not_screenable', 'non_compliant', 'questionable']);
