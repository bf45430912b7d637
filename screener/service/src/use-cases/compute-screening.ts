import { createHash } from 'node:crypto';
import type { CalendarDate } from '@common/base/calendar';
import type { CompanyFacts, MarketQuote } from '@screener/engine/facts';
import type { ScreeningChanges } from '@screener/engine/history/changes';
import { dated, fingerprint } from '@screener/engine/history/dated-screening';
import { lastVerdict } from '@screener/engine/last-verdict';
import type { RuleSet, RuleSetId } from '@screener/engine/methodologies/methodology';
import { ruleSetOf } from '@screener/engine/methodologies/rule-sets';
import type { RateSeries } from '@screener/engine/rates/rate-series';
import { RATE_SOURCES } from '@screener/engine/rates/rate-sources';
import { screen } from '@screener/engine/screen';
import type { DecidedScreening, Missing } from '@screener/engine/screened';
import type { LastVerdict } from '@screener/engine/screening';
import type { ScreeningInput, ScreeningOptions } from '@screener/engine/screening-input';
import { decodeCompanyFacts } from '@screener/sources/companyfacts/decode';
import { worded } from '@screener/words/answer';
import type { Listing, ScreenerStore, StoredScreening } from '../store/store.ts';
import type { CompanyCase } from './screening-case.ts';

/** What one listing is screened from, at any date. */
export interface ScreeningSubject {
  readonly listing: Listing;
  /** Null if none are stored; it is then unknown whether the filer filed any. */
  readonly facts: CompanyFacts | null;
  readonly quotes: readonly MarketQuote[];
  /** Exchange rates, if reports and quotes are in different currencies. */
  readonly rates: readonly RateSeries[];
}

type ReadsSubjects = Pick<ScreenerStore, 'facts' | 'closes' | 'rates'>;

export async function loadSubject(store: ReadsSubjects, listing: Listing): Promise<ScreeningSubject> {
  const [blob, quotes] = await Promise.all([store.facts(listing.cik), store.closes(listing.symbol)]);
  return subjectOf(store, listing, blob, quotes);
}

/**
 * Decodes the facts of a subject, and reads the exchange rates that it needs. `blob` is the stored form of the facts;
 * null if there is none.
 */
export async function subjectOf(
  store: Pick<ScreenerStore, 'rates'>,
  listing: Listing,
  blob: Uint8Array | null,
  quotes: readonly MarketQuote[],
): Promise<ScreeningSubject> {
  if (blob === null) return { listing, quotes, facts: null, rates: [] };
  const facts = decodeCompanyFacts(blob);
  // The store wrote this blob from facts it had decoded, so a refusal here means broken infrastructure.
  if (!facts.ok) throw new Error(`stored facts of CIK ${listing.cik}: ${facts.error.message}`);
  const currencies = currenciesOf(facts.value, quotes);
  const rates = currencies.length < 2 ? [] : await store.rates(currencies);
  return { listing, quotes, facts: facts.value, rates };
}

/** The currencies of the reports and of the quotes, and those that the rates between them go through. */
function currenciesOf(facts: CompanyFacts, quotes: readonly MarketQuote[]): readonly string[] {
  const currencies = new Set(quotes.map(({ currency }) => currency));
  for (const { currency } of facts.reports) if (currency !== null) currencies.add(currency);
  if (currencies.size > 1) for (const { base } of Object.values(RATE_SOURCES)) currencies.add(base);
  return [...currencies];
}

interface ScreeningManner {
  /** The SEC was asked for facts that are not stored. */
  readonly isLive?: boolean;
  /** Ages count to it, which matters only where the answer is shown. */
  readonly today?: CalendarDate;
  /** Only these methodologies; null for all. */
  readonly chosen?: readonly string[] | null;
}

/** Screens a subject at a date. */
export function screenSubject(
  subject: ScreeningSubject,
  asOf: CalendarDate,
  rules: RuleSetId,
  options: ScreeningOptions,
  { isLive = false, today = asOf, chosen = null }: ScreeningManner = {},
): DecidedScreening {
  const screening = screen(inputOf(subject, { asOf, today }, ruleSetOf(rules, chosen), options));
  if (subject.facts !== null) return screening;
  // The engine would report that nothing was filed, which is not known here.
  const gap = { code: 'facts_not_at_hand', live: isLive } as const;
  const missing: readonly Missing[] = [{ code: gap.code, gap }];
  return {
    ...screening,
    ...(screening.missing.length === 0
      ? {}
      : { missing, summary: { about: 'nothing_decided', missing } as const }),
    market_data: { ...screening.market_data, reason: gap },
  };
}

/**
 * Returns the last verdict reached from the stored facts, for a screening without a verdict; null for other
 * screenings.
 */
export function lastVerdictOf(
  subject: ScreeningSubject,
  { compliance, as_of: asOf, today, rules }: DecidedScreening,
  options: ScreeningOptions,
): LastVerdict | null {
  return compliance === 'not_screenable'
    ? lastVerdict(inputOf(subject, { asOf, today }, ruleSetOf(rules, null), options))
    : null;
}

/** Returns what a subject is screened from, as JSON. */
export function caseOf(
  subject: ScreeningSubject,
  day: Pick<ScreeningInput, 'asOf' | 'today'>,
  rules: RuleSetId,
  options: ScreeningOptions,
): CompanyCase {
  const { profile, ...input } = inputOf(subject, day, ruleSetOf(rules, null), options);
  const { cik, symbol, name, sic, sicDescription, sicSource, exchange, sector = null } = profile;
  const written = { cik, symbol, name, sic, sicDescription, sicSource, exchange, sector };
  return { ...input, profile: written, rules };
}

/** What the engine screens a subject from, as of a day. */
export function inputOf(
  { listing: profile, quotes, facts, rates }: ScreeningSubject,
  day: Pick<ScreeningInput, 'asOf' | 'today'>,
  rules: RuleSet,
  options: ScreeningOptions,
): ScreeningInput {
  return {
    profile,
    facts: facts ?? noFacts(profile),
    quotes,
    rates,
    ...day,
    factsThrough: factsReach(profile),
    rules,
    options,
  };
}

/** The day through which a filer's filings are known to be stored; its newest filing date if only that is known. */
export function factsReach({
  completeThrough,
  factsThrough,
}: Pick<Listing, 'completeThrough' | 'factsThrough'>): CalendarDate | null {
  if (completeThrough === null || factsThrough === null) return completeThrough ?? factsThrough;
  return completeThrough > factsThrough ? completeThrough : factsThrough;
}

/** Returns the facts of a filer that filed none. */
export function noFacts({ cik, name }: Pick<Listing, 'cik' | 'name'>): CompanyFacts {
  return { cik, name, reports: [], facts: [] };
}

/** Returns the form in which history stores `screening`, with what changed since the one before it. */
export function toStored(
  screening: DecidedScreening,
  changes: ScreeningChanges | null,
  kept: Pick<StoredScreening, 'origin' | 'recordedAt'>,
): StoredScreening {
  const summary = dated(worded(screening));
  return {
    symbol: screening.symbol,
    rules: screening.rules,
    asOf: screening.as_of,
    fingerprint: fingerprintHash(screening),
    screening: summary,
    changes,
    ...kept,
  };
}

export function fingerprintHash(screening: DecidedScreening): string {
  return createHash('sha256')
    .update(fingerprint(dated(worded(screening))))
    .digest('hex');
}
