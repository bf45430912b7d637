import type { ScreenerStore } from '../store/store.ts';
import { type ToldChange, toldChange } from '../watchlist/told-change.ts';
import type { StoredAlert } from './alerts.store.ts';

/** The body of a webhook: a flip of a watched ticker. Ratios are fractions; dates are `YYYY-MM-DD`. */
export interface AlertEvent {
  /** `check.changed` if the verdict stayed the same. */
  readonly type: 'verdict.changed' | 'check.changed';
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
  if (told === null || kept.changes === null) throw new Error(`alert ${alert.id} has no flip`);
  const { symbol, rules, asOf, screening, changes } = kept;
  const listing = await store.findListing(symbol);
  const after = screening.compliance;
  return {
    type: changes.verdict === null ? 'check.changed' : 'verdict.changed',
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
      engine_version: screening.engine_version,
      link: `${publicOrigin}/portal/report/${encodeURIComponent(symbol)}`,
    },
  };
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
  return type === 'verdict.changed'
    ? `${name} (${symbol}): ${inWords(before)}, now ${inWords(after)}`
    : `${name} (${symbol}) stays ${inWords(after)}, but a check changed`;
}

const CAUSES: Readonly<Record<ToldChange['cause'], string>> = {
  filing: 'The cause is a filing.',
  price: 'The cause is the price.',
  rules: 'The rules or formulas here changed, not the company’s figures.',
  data: 'What was known ran out.',
};
const NUMBER = new Intl.NumberFormat('en-GB');

/** Describes the rest of an event in a few lines of plain text. */
export function eventLines({ data }: AlertEvent): readonly string[] {
  const { checks, cause, figure, filing, missing, as_of: asOf } = data;
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
