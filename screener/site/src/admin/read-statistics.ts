import { addDays } from '@common/base/calendar';
import { requiredMs } from '@common/base/instant';
import type { PaymentListed, PaymentStore } from '@screener/service/accounts/payments.store';
import { lastDays } from '@screener/service/accounts/read-usage';
import type { Activation, Span, StatisticsStore } from '@screener/service/accounts/statistics.store';
import type { Period, TickerCount, UsageStore } from '@screener/service/accounts/usage.store';
import type { Search } from '@screener/service/search/search';
import type { ScreenerStore } from '@screener/service/store/store';

export interface StatisticsDeps {
  readonly statistics: StatisticsStore;
  readonly usageStore: UsageStore;
  readonly payments: Pick<PaymentStore, 'list'>;
  readonly store: Pick<ScreenerStore, 'findListing'>;
  /** Suggests tickers for those that are not known. */
  readonly search: Search;
  readonly readAlerts: (span: Span) => Promise<AlertFigures>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

interface AlertFigures {
  readonly sent: number;
  readonly given_up: number;
}

/** A ticker that people asked for. */
export interface AskedTicker {
  readonly ticker: string;
  readonly calls: number;
  /** The company's name; null if the ticker is not known. */
  readonly name: string | null;
  /** A known ticker that people may have meant. */
  readonly meant: string | null;
}

/** The figures of a period. All days are in UTC. */
export interface Statistics {
  readonly days: number;
  readonly activation_days: number;
  readonly from: string;
  readonly through: string;
  readonly sign_ups: {
    readonly total: number;
    /** Sign-ups in the same number of days before the period. */
    readonly before: number;
    readonly by_day: readonly (Activation & { readonly day: string })[];
  };
  readonly activation: {
    /** Accounts that are old enough to have had all the days; the denominator of the share. */
    readonly old: Activation & { readonly share: number | null };
    /** Accounts that are too young to count in the share. */
    readonly young: Activation;
  };
  readonly keys: Awaited<ReturnType<StatisticsStore['keys']>>;
  readonly calls: Awaited<ReturnType<UsageStore['callsOfAll']>>;
  readonly tickers: {
    readonly top: readonly AskedTicker[];
    readonly not_screenable: readonly AskedTicker[];
    readonly not_found: readonly AskedTicker[];
  };
  readonly waitlist: Awaited<ReturnType<StatisticsStore['waitlist']>>;
  readonly attribution: readonly { readonly source: string; readonly sign_ups: number }[];
  readonly alerts: AlertFigures;
  readonly payments: readonly PaymentListed[];
}

export const STATISTICS_BOUNDS = {
  days: { default: 14, maximum: 366 },
  activationDays: { default: 90, maximum: 366 },
} as const;

const DAY_MS = 86_400_000;
const MOST_TICKERS = 10;
const MOST_PAYMENTS = 20;
const MOST_ATTRIBUTIONS = 1_000;
const MOST_SOURCES = 10;

/** Reads the operator's figures: who signed up, who stayed, what people asked for, what they did not get. */
export async function readStatistics(
  deps: StatisticsDeps,
  { days, activationDays }: { readonly days: number; readonly activationDays: number },
): Promise<Statistics> {
  const { statistics, usageStore, payments, clock } = deps;
  const now = clock();
  const period = lastDays(clock, days);
  const span = spanOf(period);
  const before = { since: span.since - days * DAY_MS, until: span.since };
  const byDay = new Map((await statistics.signUpsByDay(span)).map((one) => [one.day, one]));
  const { old, young } = await statistics.activation(now, activationDays * DAY_MS);
  const top = async (outcome: TickerCount['outcome']) =>
    Promise.all(
      (await usageStore.topTickers(outcome, period, MOST_TICKERS)).map((one) => named(deps, outcome, one)),
    );
  const attributions = await statistics.attributions(span, MOST_ATTRIBUTIONS);
  return {
    days,
    activation_days: activationDays,
    ...period,
    sign_ups: {
      total: await statistics.signUps(span),
      before: await statistics.signUps(before),
      by_day: Array.from({ length: days }, (_, place) => {
        const day = addDays(period.from, place);
        return byDay.get(day) ?? { day, accounts: 0, activated: 0 };
      }),
    },
    activation: {
      old: { ...old, share: old.accounts === 0 ? null : old.activated / old.accounts },
      young,
    },
    keys: await statistics.keys(now),
    calls: await usageStore.callsOfAll(period),
    tickers: {
      top: await top('screened'),
      not_screenable: await top('not_screenable'),
      not_found: await top('not_found'),
    },
    waitlist: await statistics.waitlist(span),
    attribution: sourcesOf(attributions),
    alerts: await deps.readAlerts(span),
    payments: await payments.list(MOST_PAYMENTS),
  };
}

function spanOf({ from, through }: Period): Span {
  return {
    since: requiredMs(`${from}T00:00:00Z`),
    until: requiredMs(`${addDays(through, 1)}T00:00:00Z`),
  };
}

/** Finds a fund by its ticker, because a fund of a series has no listing of its own. */
async function findFund(search: StatisticsDeps['search'], ticker: string) {
  const found = await search.find(ticker, 1);
  return found.ok ? found.value.results.find(({ symbol }) => symbol === ticker) : undefined;
}

async function named(
  { store, search }: StatisticsDeps,
  outcome: TickerCount['outcome'],
  { ticker, calls }: Pick<TickerCount, 'ticker' | 'calls'>,
): Promise<AskedTicker> {
  if (outcome !== 'not_found') {
    const known = (await store.findListing(ticker)) ?? (await findFund(search, ticker));
    return { ticker, calls, name: known?.name ?? null, meant: null };
  }
  const [near] = await search.suggest(ticker);
  return { ticker, calls, name: null, meant: near?.symbol ?? null };
}

/** Counts sign-ups by campaign or site. A sign-up names its own source, so this is only a hint. */
function sourcesOf(
  attributions: Awaited<ReturnType<StatisticsStore['attributions']>>,
): Statistics['attribution'] {
  const sources = new Map<string, number>();
  for (const { attribution, signUps } of attributions) {
    const source = sourceOf(attribution);
    sources.set(source, (sources.get(source) ?? 0) + signUps);
  }
  return [...sources]
    .map(([source, signUps]) => ({ source, sign_ups: signUps }))
    .sort((a, b) => b.sign_ups - a.sign_ups || (a.source < b.source ? -1 : 1))
    .slice(0, MOST_SOURCES);
}

function sourceOf(attribution: string | null): string {
  const given: Readonly<Record<string, unknown>> = attribution === null ? {} : JSON.parse(attribution);
  const { utm_source: campaign, referrer } = given;
  if (typeof campaign === 'string' && campaign !== '') return campaign;
  if (typeof referrer !== 'string' || referrer === '') return 'not said';
  return URL.canParse(referrer) ? new URL(referrer).host : referrer;
}
