import type { WentStale } from '@screener/engine/history/changes';
import { TEXT } from '@screener/words/face';
import { staleInWords } from '@screener/words/time';
import type { ScreenerStore } from '../store/store.ts';
import { type ToldChange, toldChange } from '../watchlist/told-change.ts';
import type { StoredAlert } from './alerts.store.ts';

/** The body of a webhook: a watched ticker that flipped or went stale. Ratios are fractions; dates are `YYYY-MM-DD`. */
export interface AlertEvent {
  /** `check.changed` if the verdict stayed the same; `verdict.stale` if only time went by. */
  readonly type: 'verdict.changed' | 'check.changed' | 'verdict.stale';
  readonly timestamp: string;
  readonly data: AlertData;
}

interface AlertData {
  readonly symbol: string;
  readonly name: string;
  readonly rules: string;
  readonly as_of: string;
  readonly before: string;
  readonly after: string;
  readonly checks: readonly {
    readonly methodology: string;
    readonly ratio: string;
    readonly from: string;
    readonly to: string;
  }[];
  readonly cause: ToldChange['cause'];
  readonly figure: ToldChange['figure'];
  readonly filing: ToldChange['filing'];
  readonly missing: string | null;
  readonly stale: Pick<WentStale, 'since' | 'why'> | null;
  readonly engine_version: string;
  /** The address of the report on the ticker in this service. */
  readonly link: string;
}

export interface EventDeps {
  readonly store: Pick<ScreenerStore, 'findListing'>;
  /** The origin at which people reach the service. */
  readonly publicOrigin: string;
}

/**
 * Returns the event of an alert. It is the same for every attempt, because nothing in it depends on when it
 * is sent.
 */
export async function alertEvent(
  { store, publicOrigin }: EventDeps,
  alert: StoredAlert,
): Promise<AlertEvent> {
  const { screening: kept, at } = alert;
  const told = toldChange(kept);
  if (told === null || kept.changes === null) throw new Error(`alert ${alert.id} has no event`);
  const { symbol, rules, asOf, screening, changes } = kept;
  const listing = await store.findListing(symbol);
  const { stale } = told;
  const after = stale?.verdict ?? screening.compliance;
  return {
    type: typeOf(told),
    timestamp: new Date(at).toISOString(),
    data: {
      symbol,
      rules,
      after,
      name: listing?.name ?? symbol,
      as_of: asOf,
      before: changes.verdict?.from ?? after,
      checks: changes.checks.map(({ methodology, ratio, from, to }) => ({ methodology, ratio, from, to })),
      cause: told.cause,
      figure: told.figure,
      filing: told.filing,
      missing: told.missing,
      stale: stale === null ? null : { since: stale.since, why: stale.why },
      engine_version: screening.engine_version,
      link: `${publicOrigin}/portal/report/${encodeURIComponent(symbol)}`,
    },
  };
}

function typeOf({ stale, verdict }: ToldChange): AlertEvent['type'] {
  if (stale !== null) return 'verdict.stale';
  return verdict === null ? 'check.changed' : 'verdict.changed';
}

const WORDS: Readonly<Record<string, string>> = {
  non_compliant: 'non-compliant',
  not_screenable: 'not screenable',
  unknown: 'undecided',
  pass: 'passes',
  fail: 'fails',
};

function inWords(name: string): string {
  return WORDS[name] ?? name;
}

/** Describes an event in one line, for the subject of a mail or the title of an entry. */
export function eventTitle({ type, data }: AlertEvent): string {
  const { name, symbol, before, after } = data;
  if (type === 'verdict.stale') return `${name} (${symbol}) was ${inWords(after)}; no recent report`;
  return type === 'verdict.changed'
    ? `${name} (${symbol}): ${inWords(before)}, now ${inWords(after)}`
    : `${name} (${symbol}) stays ${inWords(after)}, but a check changed`;
}

const CAUSES: Readonly<Record<ToldChange['cause'], string>> = {
  filing: 'The cause is a filing.',
  price: 'The cause is the price.',
  rules: 'The rules or formulas here changed, not the company’s figures.',
  data: 'What was known ran out.',
  time: 'Nothing changed but time.',
};
const NUMBER = new Intl.NumberFormat('en-GB');

/** Describes the rest of an event in a few lines of plain text. */
export function eventLines({ data }: AlertEvent): readonly string[] {
  const { checks, cause, figure, filing, missing, stale, as_of: asOf } = data;
  if (stale !== null) return [staleInWords(stale, TEXT), CAUSES.time];
  const moved = (value: number | null) => (value === null ? 'nothing' : NUMBER.format(value));
  return [
    `As of ${asOf}.`,
    ...checks.map(
      ({ methodology, ratio, from, to }) =>
        `${ratio.replaceAll('_', ' ')} (${methodology}): ${inWords(from)}, now ${inWords(to)}.`,
    ),
    CAUSES[cause],
    ...(missing === null ? [] : [`Missing: ${missing}.`]),
    ...(figure === null ? [] : [`${figure.name}: ${moved(figure.from)}, now ${moved(figure.to)}.`]),
    ...(filing === null ? [] : [`${filing.form ?? 'Filing'} ${filing.accession}: ${filing.source_url}`]),
  ];
}
