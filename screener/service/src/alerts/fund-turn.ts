import type { FundState, FundTurn } from '../store/told.store.ts';
import type { ScreenAnswer } from '../use-cases/screen-ticker.ts';

/** In percentage points of net assets: prices alone move a share by less from report to report. */
const SHARE_MOVES_BY = 1;

/** What is compared of a fund's answer; `chosen` has ids, null for no choice. */
export function fundStateOf(answer: ScreenAnswer, chosen: readonly string[] | null): FundState {
  const { as_of, compliance, stale, etf_look_through: fund } = answer;
  const ofChosen = fund?.methodologies.filter(({ id }) => chosen?.includes(id)) ?? [];
  // Without holdings there are no shares: a report that is missing is not a share of nothing.
  const isWeighed = fund !== undefined && fund.methodologies.length > 0;
  const shares =
    chosen === null
      ? [['compliant', fund?.weights.compliant.pct ?? 0] as const]
      : ofChosen.map(({ id, passing_pct: pct }) => [id, pct] as const);
  return {
    as_of,
    compliance: answer.chosen?.compliance ?? compliance,
    compliance_by_all: compliance,
    stale: stale && { since: stale.since, why: stale.why },
    accession: fund?.report?.accession ?? null,
    engine_version: answer.engine_version,
    shares: isWeighed ? Object.fromEntries(shares) : {},
  };
}

/** Whether people who watch a fund want to know: its verdict or a share changed, or it went stale. */
export function isFundTurn(before: FundState, after: FundState): boolean {
  if (before.compliance !== after.compliance) return true;
  if (before.stale === null && after.stale !== null) return true;
  return movedShares({ before, after }).length > 0;
}

/** The shares that moved, by name. One that is not known on both days did not. */
export function movedShares({ before, after }: Pick<FundTurn, 'before' | 'after'>) {
  return Object.entries(after.shares).flatMap(([name, to]) => {
    const from = before.shares[name];
    return from === undefined || Math.abs(to - from) < SHARE_MOVES_BY ? [] : [{ name, from, to }];
  });
}
