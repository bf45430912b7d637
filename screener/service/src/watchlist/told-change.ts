import type { CalendarDate } from '@common/base/calendar';
import {
  type CheckFlip,
  type FlipCause,
  isEvent,
  type ScreeningChanges,
  type WentStale,
} from '@screener/engine/history/changes';
import type { CheckStatus } from '@screener/engine/methodologies/check';
import type { Methodology, RuleSetId } from '@screener/engine/methodologies/methodology';
import { RULE_SETS } from '@screener/engine/methodologies/rule-sets';
import { amountWords, type RatioInfo } from '@screener/engine/ratio-info';
import type { ReportAnswer } from '@screener/engine/screening';
import type { Verdict } from '@screener/engine/verdict/verdict';
import type { StoredScreening } from '../store/store.ts';

/** A change of a ticker's verdict or checks, with the one fact that decided it; or that its verdict went stale. */
export interface ToldChange {
  readonly symbol: string;
  readonly date: CalendarDate;
  /** Null if only checks changed. */
  readonly verdict: { readonly from: Verdict; readonly to: Verdict } | null;
  /**
   * `data`: the known facts no longer suffice; `rules`: the rules or formulas changed, not the company; `time`: nothing
   * changed, but a newer report is overdue.
   */
  readonly cause: 'filing' | 'price' | 'rules' | 'data' | 'time';
  /** The verdict that went stale, and why; null for a change. */
  readonly stale: WentStale | null;
  /** The ratio that decided, and the methodologies in which it did. */
  readonly check: ToldCheck | null;
  /** The figure without whose change the check would not have flipped; otherwise the one that moved most. */
  readonly figure: ToldFigure | null;
  /** The filing that the figure comes from, or the one screened since. */
  readonly filing: ToldFiling | null;
  /** What is missing, if there is no longer a verdict. */
  readonly missing: Pick<StoredScreening['screening']['missing'][number], 'code' | 'message'> | null;
}

interface ToldCheck {
  /** Its name: `debt_to_market_cap`. */
  readonly ratio: string;
  /** What it divides; null for a ratio that no methodology has any longer. */
  readonly of: Pick<RatioInfo, 'numerator' | 'denominator'> | null;
  readonly methodologies: readonly Pick<Methodology, 'id' | 'name'>[];
  readonly from: CheckStatus;
  readonly to: CheckStatus;
}

interface ToldFigure {
  /** What the figure is: `debt`, `market_cap`. */
  readonly concept: string;
  /** Its tag or concept in plain English. */
  readonly name: string;
  readonly from: number | null;
  readonly to: number | null;
}

interface ToldFiling extends Pick<ReportAnswer, 'accession' | 'source_url'> {
  /** Null for a filing other than the one screened. */
  readonly form: string | null;
  readonly period_end: CalendarDate | null;
}

type ChangedScreening = Pick<StoredScreening, 'symbol' | 'rules' | 'asOf' | 'screening' | 'changes'>;

/** Describes a change by the fact that decided it; null if nothing changed or went stale. */
export function toldChange({ symbol, rules, asOf, screening, changes }: ChangedScreening): ToldChange | null {
  if (changes === null || !isEvent(changes)) return null;
  if (changes.stale !== undefined) return wentStale(symbol, asOf, changes.stale);
  const { verdict } = changes;
  const flip = decidingFlip(changes);
  const [cause] = flip?.because ?? [];
  const runsOut = verdict?.to === 'not_screenable' && cause === undefined;
  const [lacks] = screening.missing;
  return {
    symbol,
    date: asOf,
    verdict,
    cause: causeOf(changes, cause, runsOut),
    stale: null,
    check: flip === undefined ? null : checkOf(changes, flip, rules),
    // A figure that is gone is no change of the company: what is missing says why there is no verdict.
    figure:
      cause === undefined || cause.to === null
        ? null
        : { concept: cause.concept, name: figureName(cause), from: cause.from, to: cause.to },
    filing: filingOf(changes, cause, screening.anchor),
    missing: verdict?.to === 'not_screenable' ? (lacks ?? null) : null,
  };
}

function wentStale(symbol: string, date: CalendarDate, stale: WentStale): ToldChange {
  const nothing = { verdict: null, check: null, figure: null, filing: null, missing: null };
  return { symbol, date, cause: 'time', stale, ...nothing };
}

function causeOf(
  changes: ScreeningChanges,
  cause: FlipCause | undefined,
  runsOut: boolean,
): ToldChange['cause'] {
  if (cause !== undefined) return cause.xbrl_tag === null ? 'price' : 'filing';
  if (changes.engine_changed) return 'rules';
  return runsOut || changes.report === null ? 'data' : 'filing';
}

const ORDER: readonly Verdict[] = ['compliant', 'questionable', 'non_compliant', 'not_screenable'];

/**
 * Returns the flip to show, preferably one in the direction of the verdict, and of these one with a decisive
 * figure.
 */
function decidingFlip({ verdict, checks }: ScreeningChanges): CheckFlip | undefined {
  const wanted = verdict === null ? null : statusBehind(verdict);
  const weight = ({ to, because: [cause] }: CheckFlip): number =>
    (to === wanted ? 4 : 0) + (cause?.decisive === true ? 2 : 0) + (cause === undefined ? 0 : 1);
  return checks.toSorted((a, b) => weight(b) - weight(a))[0];
}

function statusBehind({ from, to }: NonNullable<ScreeningChanges['verdict']>): CheckStatus {
  if (to === 'not_screenable') return 'unknown';
  if (from === 'not_screenable') return to === 'compliant' ? 'pass' : 'fail';
  return ORDER.indexOf(to) < ORDER.indexOf(from) ? 'pass' : 'fail';
}

function checkOf({ checks }: ScreeningChanges, flip: CheckFlip, rules: RuleSetId): ToldCheck {
  const { methodologies } = RULE_SETS[rules];
  const same = checks.filter(
    ({ ratio, from, to }) => ratio === flip.ratio && from === flip.from && to === flip.to,
  );
  const known = methodologies.flatMap((methodology) => methodology.checks);
  const check = known.find(({ ratio }) => ratio === flip.ratio);
  return {
    ratio: flip.ratio,
    of: check === undefined ? null : { numerator: check.numerator, denominator: check.denominator },
    methodologies: same.map(({ methodology }) => ({
      id: methodology,
      name: methodologies.find(({ id }) => id === methodology)?.name ?? methodology,
    })),
    from: flip.from,
    to: flip.to,
  };
}

/** Puts a tag into words (`LongTermDebt` becomes long term debt), or the market's figure. */
function figureName({ concept, xbrl_tag: tag }: FlipCause): string {
  if (tag === null) return amountWords(concept);
  const name = tag.slice(tag.indexOf(':') + 1);
  return name.replace(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ').toLowerCase();
}

function filingOf(
  { report }: ScreeningChanges,
  cause: FlipCause | undefined,
  anchor: ReportAnswer | null,
): ToldFiling | null {
  if (cause?.xbrl_tag === null) return null;
  if (cause?.accession != null && cause.accession !== anchor?.accession) {
    const { accession, source_url: address } = cause;
    return address === null ? null : { accession, source_url: address, form: null, period_end: null };
  }
  if (anchor === null || (cause === undefined && report === null)) return null;
  const { accession, source_url, form, period_end } = anchor;
  return { accession, source_url, form, period_end };
}
