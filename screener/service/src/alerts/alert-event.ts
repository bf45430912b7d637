import type { ScreeningChanges, WentStale } from '@screener/engine/history/changes';
import { METHODOLOGIES, RULE_SETS } from '@screener/engine/methodologies/rule-sets';
import { type Face, TEXT } from '@screener/words/face';
import { leftToRight } from '@screener/words/isolate';
import { followedNames, ratioName, spaced } from '@screener/words/names';
import { numberInWords } from '@screener/words/numbers';
import { staleInWords } from '@screener/words/time';
import { WORDS } from '@screener/words/words';
import type { ScreenerStore } from '../store/store.ts';
import type { ByChoice, FundTurn } from '../store/told.store.ts';
import { type ToldChange, toldChange } from '../watchlist/told-change.ts';
import type { StoredAlert } from './alerts.store.ts';
import { movedShares } from './fund-turn.ts';

/** The body of a webhook: a watched ticker that flipped or went stale, by what the account follows. Ratios are fractions; dates are `YYYY-MM-DD`. */
export interface AlertEvent {
  /**
   * By the account’s choice where it made one. `check.changed` and `share.changed` (of a fund) if the verdict stayed the
   * same; `verdict.stale` if only time went by.
   */
  readonly type: 'verdict.changed' | 'check.changed' | 'share.changed' | 'verdict.stale';
  readonly timestamp: string;
  readonly data: AlertData;
}

interface AlertData {
  readonly symbol: string;
  readonly name: string;
  readonly rules: string;
  readonly as_of: string;
  /** The verdicts by all methodologies. */
  readonly before: string;
  readonly after: string;
  /** Those by the methodologies that the account follows; null for no choice. */
  readonly chosen: ByChoice | null;
  /** Of a fund: the shares of net assets that moved, in percent; `name` is `compliant`, or a methodology that passes it. */
  readonly shares: readonly { readonly name: string; readonly from: number; readonly to: number }[];
  readonly checks: readonly {
    readonly methodology: string;
    readonly ratio: string;
    readonly from: string;
    readonly to: string;
  }[];
  /** `holdings`: newer filings or prices of what a fund holds. */
  readonly cause: ToldChange['cause'] | 'holdings';
  readonly figure: Omit<NonNullable<ToldChange['figure']>, 'concept'> | null;
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
  const { at, of } = alert;
  const timestamp = new Date(at).toISOString();
  if (of.kind === 'fund') return { timestamp, ...fundEvent(of.turn, publicOrigin) };
  const { screening: kept, choice } = of;
  const told =
    kept.changes === null ? null : toldChange({ ...kept, changes: ownChanges(kept.changes, choice) });
  if (told === null || kept.changes === null) throw new Error(`alert ${alert.id} has no event`);
  const { symbol, rules, asOf, screening, changes } = kept;
  const listing = await store.findListing(symbol);
  const { stale, figure } = told;
  const after = changes.stale?.verdict ?? screening.compliance;
  return {
    type: typeOf(told),
    timestamp,
    data: {
      symbol,
      rules,
      after,
      name: listing?.name ?? symbol,
      as_of: asOf,
      before: changes.verdict?.from ?? after,
      chosen: choice,
      shares: [],
      checks: ownChanges(changes, choice).checks.map(({ methodology, ratio, from, to }) => ({
        ...{ methodology, ratio, from, to },
      })),
      cause: told.cause,
      figure: figure && { name: figure.name, from: figure.from, to: figure.to },
      filing: told.filing,
      missing: told.missing?.message ?? null,
      stale: stale === null ? null : { since: stale.since, why: stale.why },
      engine_version: screening.engine_version,
      link: linkTo(symbol, publicOrigin),
    },
  };
}

/** What changed by a choice, with the verdicts that were found when the alert was entered. */
function ownChanges(changes: ScreeningChanges, choice: ByChoice | null): ScreeningChanges {
  if (choice === null) return changes;
  const { methodologies, before: from, after: to } = choice;
  return {
    ...changes,
    verdict: from === to ? null : { from, to },
    checks: changes.checks.filter(({ methodology }) => methodologies.includes(methodology)),
    ...(changes.stale === undefined ? {} : { stale: { ...changes.stale, verdict: to } }),
  };
}

function linkTo(symbol: string, publicOrigin: string): string {
  return `${publicOrigin}/portal/report/${encodeURIComponent(symbol)}`;
}

function fundEvent(turn: FundTurn, publicOrigin: string): Omit<AlertEvent, 'timestamp'> {
  const { symbol, name, rules, methodologies, before, after, source_url } = turn;
  const isChanged = before.compliance !== after.compliance;
  const shares = movedShares(turn);
  const wentStale = !isChanged && shares.length === 0;
  const { accession } = after;
  return {
    type: isChanged ? 'verdict.changed' : wentStale ? 'verdict.stale' : 'share.changed',
    data: {
      ...{ symbol, name, rules, shares },
      as_of: after.as_of,
      before: before.compliance_by_all,
      after: after.compliance_by_all,
      chosen: methodologies && { methodologies, before: before.compliance, after: after.compliance },
      checks: [],
      cause: wentStale ? 'time' : causeOf(turn),
      figure: null,
      filing:
        accession === null || source_url === null
          ? null
          : { accession, source_url, form: null, period_end: null },
      missing: null,
      stale: wentStale ? after.stale : null,
      engine_version: after.engine_version,
      link: linkTo(symbol, publicOrigin),
    },
  };
}

function causeOf({ before, after }: FundTurn): AlertData['cause'] {
  if (before.engine_version !== after.engine_version) return 'rules';
  return before.accession === after.accession ? 'holdings' : 'filing';
}

function typeOf({ stale, verdict }: ToldChange): AlertEvent['type'] {
  if (stale !== null) return 'verdict.stale';
  return verdict === null ? 'check.changed' : 'verdict.changed';
}

/** Describes an event in one line, for the subject of a mail or the title of an entry. */
export function eventTitle({ type, data }: AlertEvent, face: Face = TEXT): string {
  const { told } = WORDS[face.language];
  const { chosen } = data;
  const { before, after } = chosen ?? data;
  const subject = `${data.name} (${data.symbol})`;
  const names = chosen === null ? null : followedNames(chosen.methodologies, face);
  const now = told.result(after);
  switch (type) {
    case 'verdict.stale':
      return told.stale(subject, now, names);
    case 'verdict.changed':
      return told.verdict(subject, told.result(before), now, names);
    case 'check.changed':
      return told.check(subject, now, names);
    case 'share.changed':
      return told.share(subject, now, names);
  }
}

const NUMBER = new Intl.NumberFormat('en-GB');

/** Describes the rest of an event in a few lines of plain text. */
export function eventLines({ data }: AlertEvent, face: Face = TEXT): readonly string[] {
  const { told } = WORDS[face.language];
  const { checks, shares, chosen, cause, figure, filing, missing, stale } = data;
  const count = METHODOLOGIES.length;
  const byAll =
    chosen === null ? [] : [told.byAll(count, numberInWords(count, face), told.result(data.after))];
  if (stale !== null) return [staleInWords(stale, face), told.causes.time, ...byAll];
  const value = (one: number | null) => (one === null ? null : NUMBER.format(one));
  return [
    told.asOf(data.as_of),
    ...byAll,
    ...shares.map(({ name, from, to }) =>
      name === 'compliant'
        ? told.compliantShare(`${to}%`, `${from}%`)
        : told.passingShare(followedNames([name], face), `${to}%`, `${from}%`),
    ),
    ...checks.map(({ methodology, ratio, from, to }) =>
      told.checkNow({
        ratio: { code: ratio, name: nameOfRatio(ratio, face) },
        methodology: { code: methodology, name: followedNames([methodology], face) },
        from: told.result(from),
        to: told.result(to),
      }),
    ),
    told.causes[cause],
    ...(missing === null ? [] : [told.missing(missing)]),
    ...(figure === null ? [] : [told.figure(figure.name, value(figure.from), value(figure.to))]),
    ...(filing === null ? [] : [told.filing(filing.form, filing.accession, filing.source_url)]),
  ];
}

function nameOfRatio(code: string, face: Face): string {
  const checks = Object.values(RULE_SETS).flatMap(({ methodologies }) =>
    methodologies.flatMap((methodology) => methodology.checks),
  );
  const check = checks.find(({ ratio }) => ratio === code);
  return check === undefined ? leftToRight(spaced(code), face) : ratioName(check, face);
}
