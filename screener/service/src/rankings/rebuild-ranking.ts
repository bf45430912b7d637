import { setImmediate } from 'node:timers/promises';
import { formatInstant } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { ENGINE_VERSION } from '@screener/engine/engine-version';
import { type LeftOutReason, RANKING_VERSION, type RankingKind } from '@screener/engine/rankings/formulas';
import { leaderOf, rankLeaders } from '@screener/engine/rankings/leaders';
import { countReasons, type Entry, type LeftOut, type Ranking } from '@screener/engine/rankings/ranking-line';
import { rankByValue, type ValueCandidate, valueCandidateOf } from '@screener/engine/rankings/value';
import type { DecidedScreening } from '@screener/engine/screened';
import type { DataSource, Listing } from '../store/store.ts';
import { noFacts, type ScreeningSubject, subjectOf } from '../use-cases/compute-screening.ts';
import { presentDate, screenWhen } from '../use-cases/present.ts';
import { DATA_SOURCE, type ScreenDeps } from '../use-cases/screen-ticker.ts';
import type { RankingLines, RankingStore, StoredRanking } from './rankings.store.ts';

export interface RebuildDeps extends Pick<ScreenDeps, 'store' | 'live' | 'options' | 'clock'> {
  readonly rankings: RankingStore;
  readonly randomBytes: (size: number) => Uint8Array;
  /** How long other runs must wait after a run was killed. A live run renews its lease with every page. */
  readonly leaseMs: number;
}

type RebuildRefusal = 'ranking_running' | 'ranking_stopped';

interface RebuildProgress {
  /** The number of listings screened so far. */
  readonly done: number;
  /** The symbol of the last listing screened. */
  readonly symbol: string;
}

interface RebuildControl {
  /** Called after each page. */
  readonly onProgress: (progress: RebuildProgress) => void;
  /** Stops the run between two companies; the earlier ranking stays. */
  readonly signal: AbortSignal;
}

export const RANKING_LEASE_MS = 30_000;
/** How many listings have their facts in memory at once. */
const PAGE = 50;
const TOKEN_BYTES = 16;
const RULES = 'current';

/**
 * Screens every listing with stored facts, at the date of a screening without `as_of`, and replaces the
 * earlier ranking with that of the compliant ones. Only one run of a kind is active, over all processes. A
 * run that ends in any other way leaves the earlier ranking unchanged.
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
    const end =
      kind === 'leaders'
        ? await build(deps, run, {
            kind,
            entryOf: ({ facts }, screening) => leaderOf(screening, facts?.reports ?? []),
            rank: rankLeaders,
          })
        : await build(deps, run, { kind, entryOf: valueEntryOf, rank: rankByValue });
    if (end === 'stopped') await deps.rankings.abandon(kind, token);
    return typeof end === 'string' ? fail('ranking_stopped', ENDS[end]) : ok(end);
  } catch (error) {
    // The database itself may have failed; then the lease expires.
    await deps.rankings.abandon(kind, token).catch(() => {});
    throw error;
  }
}

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

interface Run {
  readonly token: string;
  readonly control: RebuildControl;
}

/** How one kind is made. `Line` is a candidate. */
interface RankingRecipe<Kind extends RankingKind, Line> {
  readonly kind: Kind;
  readonly entryOf: (subject: ScreeningSubject, screening: DecidedScreening) => Entry<Line>;
  readonly rank: (lines: readonly Line[]) => Ranking<RankingLines[Kind]>;
}

function valueEntryOf(
  { facts, listing }: ScreeningSubject,
  screening: DecidedScreening,
): Entry<ValueCandidate> {
  return valueCandidateOf(facts ?? noFacts(listing), screening);
}

async function build<Kind extends RankingKind, Line>(
  deps: RebuildDeps,
  run: Run,
  { kind, entryOf, rank }: RankingRecipe<Kind, Line>,
): Promise<StoredRanking | keyof typeof ENDS> {
  const dataSource = await sourceOf(deps);
  const asOf = await presentDate(deps, dataSource);
  const lines: Line[] = [];
  const leftOut: LeftOut[] = [];
  let done = 0;
  for await (const page of pagesOf(deps.store)) {
    for (const listing of page.listings) {
      if (run.control.signal.aborted) return 'stopped';
      const subject = await page.subjectOf(listing);
      // A company of the snapshot has a date of its own, because nobody looked for its later filings.
      const ownDay = await presentDate(deps, dataSource, listing);
      const when = { asOf: ownDay, isPresent: true, today: ownDay, options: deps.options };
      const entry = entryOf(subject, screenWhen(subject, { ...when, rules: RULES }));
      if (entry.kind === 'line') lines.push(entry.line);
      else leftOut.push(entry.leftOut);
      // Other requests are answered in the meantime.
      await setImmediate();
    }
    done += page.listings.length;
    if (!(await deps.rankings.renew(kind, run.token, deps.leaseMs))) return 'lost';
    run.control.onProgress({ done, symbol: page.listings.at(-1)?.symbol ?? '' });
  }
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
    lines: ranked.lines,
    named: leftOut.filter(({ reason }) => !VERDICTS.has(reason)),
  });
  return stored ?? 'lost';
}

/** Most listings are left out because of their verdict. They are counted, not named. */
const VERDICTS: ReadonlySet<LeftOutReason> = new Set(['not_screenable', 'non_compliant', 'questionable']);

/** Returns the same source as `GET /v1/screen` for stored facts. In live mode the present is today. */
async function sourceOf({ store, live }: RebuildDeps): Promise<DataSource> {
  if (live !== null) return 'sec_live';
  return (await store.setting(DATA_SOURCE)) === 'sec_bulk' ? 'sec_bulk' : 'snapshot';
}

interface SubjectPage {
  readonly listings: readonly Listing[];
  /** Decodes the facts of one listing at a time, since they are many times larger than their stored form. */
  readonly subjectOf: (listing: Listing) => Promise<ScreeningSubject>;
}

async function* pagesOf(store: RebuildDeps['store']): AsyncGenerator<SubjectPage> {
  for (let after: string | null = null; ; ) {
    const listings: readonly Listing[] = await store.listingsWithFacts(after, PAGE);
    const [facts, quotes] = await Promise.all([
      store.funds.factsOf([...new Set(listings.map(({ cik }) => cik))]),
      store.funds.quotesOf(listings.map(({ symbol }) => symbol)),
    ]);
    yield {
      listings,
      subjectOf: (listing) =>
        subjectOf(store, listing, facts.get(listing.cik) ?? null, quotes.get(listing.symbol) ?? []),
    };
    const last = listings.at(-1);
    if (last === undefined || listings.length < PAGE) return;
    after = last.symbol;
  }
}
