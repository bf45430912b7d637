import { createHash } from 'node:crypto';
import type { CalendarDate } from '@sanad/base/calendar';
import { decodeCompanyFacts } from '@sanad/edgar/companyfacts/decode';
import type { CompanyFacts, MarketQuote } from '@sanad/screening/facts';
import { changesBetween } from '@sanad/screening/history/changes';
import { dated, fingerprint } from '@sanad/screening/history/dated-screening';
import type { RuleSetId } from '@sanad/screening/methodologies/methodology';
import { RULE_SETS } from '@sanad/screening/methodologies/rule-sets';
import { type ScreeningOptions, screen } from '@sanad/screening/screen';
import type { Screening } from '@sanad/screening/screening';
import type { Listing, ScreenerStore, StoredScreening } from '../store/store.ts';

/** What one listing is screened from, at any date. */
export interface ScreeningSubject {
  readonly listing: Listing;
  readonly facts: CompanyFacts;
  readonly quotes: readonly MarketQuote[];
}

export type ReadsSubjects = Pick<ScreenerStore, 'facts' | 'quotes'>;

export async function loadSubject(store: ReadsSubjects, listing: Listing): Promise<ScreeningSubject> {
  const [blob, quotes] = await Promise.all([store.facts(listing.cik), store.quotes(listing.symbol)]);
  if (blob === null) {
    return { listing, quotes, facts: { cik: listing.cik, name: listing.name, reports: [], facts: [] } };
  }
  const facts = decodeCompanyFacts(blob);
  // The store wrote this blob from facts it had read: a refusal here is broken infrastructure.
  if (!facts.ok) throw new Error(`stored facts of CIK ${listing.cik}: ${facts.error.message}`);
  return { listing, quotes, facts: facts.value };
}

export function screenSubject(
  subject: ScreeningSubject,
  asOf: CalendarDate,
  rules: RuleSetId,
  options: ScreeningOptions,
): Screening {
  const { listing: profile, facts, quotes } = subject;
  return screen({ profile, facts, quotes, asOf, rules: RULE_SETS[rules], options });
}

/** The form in which history keeps `screening`, with what changed since `before`. */
export function toStored(
  screening: Screening,
  before: Screening | null,
  kept: Pick<StoredScreening, 'origin' | 'recordedAt'>,
): StoredScreening {
  const summary = dated(screening);
  return {
    symbol: screening.symbol,
    rules: screening.rules,
    asOf: screening.as_of,
    fingerprint: fingerprintHash(screening),
    screening: summary,
    changes: before === null ? null : changesBetween(before, screening),
    ...kept,
  };
}

export function fingerprintHash(screening: Screening): string {
  return createHash('sha256')
    .update(fingerprint(dated(screening)))
    .digest('hex');
}
