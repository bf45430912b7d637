import type { CalendarDate } from '@common/base/calendar';
import { add, compareQuotient } from '@common/base/exact';
import type { Basis } from '../amounts/amount.ts';
import type { BusinessStatus } from '../business/classify.ts';
import { type FundProfile, isTooOld } from '../funds/fund-answer.ts';
import type { FundReport } from '../funds/fund-report.ts';
import { FUND_RULES } from '../funds/fund-rules.ts';
import { fundStaleness } from '../funds/fund-staleness.ts';
import { possibleFundVerdicts } from '../funds/fund-verdict.ts';
import { type HoldingKnowledge, lookThrough } from '../funds/look-through.ts';
import type { CheckStatus } from '../methodologies/check.ts';
import { METHODOLOGY_IDS } from '../methodologies/rule-sets.ts';
import type { Stale } from '../stale.ts';
import { DECIDED_VERDICTS, possibleVerdicts, type Verdict, verdictOf } from '../verdict/verdict.ts';
import { usedOf } from './standings.ts';

/** A fund whose holdings were weighed, by what decides its verdict under any choice of methodologies. */
export interface FundLine {
  readonly symbol: string;
  /** Further tickers of the same fund: its other classes of shares. */
  readonly other_symbols: readonly string[];
  readonly name: string;
  /** Of the registrant, which may have many funds. */
  readonly cik: string;
  /** The day of the screening. */
  readonly as_of: CalendarDate;
  /** What the fund’s report of holdings says of itself. */
  readonly report: Pick<FundReport, 'periodEnd' | 'filed' | 'isFinal'>;
  /** US dollars. */
  readonly net_assets: number;
  /** The companies that it holds, together where each choice judges them alike. */
  readonly judged: readonly JudgedWeight[];
  /** US dollars without a verdict under any choice. */
  readonly open: number;
}

interface JudgedWeight {
  readonly business: BusinessStatus;
  /** What each methodology says on the ratios, in the order of METHODOLOGY_IDS. */
  readonly ratios: readonly CheckStatus[];
  /** US dollars. */
  readonly value: number;
}

export type RankedFund = FundLine & { readonly rank: number };

/** What a choice of methodologies says of a fund. Shares are fractions of net assets. */
export interface FundStanding {
  readonly compliance: Verdict;
  readonly compliant: number;
  readonly questionable: number;
  readonly nonCompliant: number;
  /** Holdings with a verdict. */
  readonly known: number;
  /** The limit of a compliant fund that uses most of itself. */
  readonly nearest: FundLimit;
}

/** A limit of FUND_RULES. `high` counts what is open in full. */
export interface FundLimit {
  readonly limit: 'nonCompliantPasses' | 'doubtfulPasses';
  readonly low: number;
  readonly high: number;
  readonly threshold: number;
  readonly comparison: '<=';
  readonly basis: Extract<Basis, 'derived' | 'bounded'>;
  readonly status: CheckStatus;
}

interface FundToList {
  readonly profile: FundProfile;
  readonly otherSymbols: readonly string[];
  readonly report: FundReport;
  readonly knowledge: readonly HoldingKnowledge[];
  readonly asOf: CalendarDate;
}

/** The fund's line; null where its holdings are too old to say anything, or nothing says what it owns. */
export function fundLineOf({ profile, otherSymbols, report, knowledge, asOf }: FundToList): FundLine | null {
  if (isTooOld(report, asOf) || Number(report.netAssets) <= 0) return null;
  const { findings, buckets, netAssets } = lookThrough(report, knowledge, []);
  const judged = new Map<string, JudgedWeight>();
  let open = buckets.unlisted_assets.open;
  for (const { value, open: own, screening } of findings) {
    if (screening === null) {
      open = add(open, own);
      continue;
    }
    const { business } = screening;
    const ratios = METHODOLOGY_IDS.map((id) => screening.ratios[id] ?? 'unknown');
    const key = [business, ...ratios].join();
    judged.set(key, { business, ratios, value: add(value, judged.get(key)?.value ?? 0) });
  }
  const { symbol, name, cik } = profile;
  const { periodEnd, filed, isFinal } = report;
  return {
    ...{ symbol, other_symbols: otherSymbols, name, cik, as_of: asOf },
    report: { periodEnd, filed, isFinal },
    ...{ net_assets: netAssets, judged: [...judged.values()], open },
  };
}

/** What the chosen methodologies say of a fund, or all of them: the same as its screening by that choice. */
export function fundByChoice(line: FundLine, chosen: readonly string[] | null): FundStanding {
  const sums: Record<Verdict, number> = {
    compliant: 0,
    questionable: 0,
    non_compliant: 0,
    not_screenable: 0,
  };
  for (const { business, ratios, value } of line.judged) {
    const asked = ratios.filter((_, place) => chosen?.includes(METHODOLOGY_IDS[place] ?? '') ?? true);
    const verdict = verdictOf(possibleVerdicts(business, asked));
    sums[verdict] = add(sums[verdict], value);
  }
  const { net_assets: netAssets } = line;
  const open = Math.min(netAssets, add(line.open, sums.not_screenable));
  const { compliant, questionable, non_compliant: nonCompliant } = sums;
  const limits = (['nonCompliantPasses', 'doubtfulPasses'] as const).map((limit): FundLimit => {
    const against = limit === 'nonCompliantPasses' ? nonCompliant : add(nonCompliant, questionable);
    return limitOf(limit, against, open, netAssets);
  });
  const [strict, wide] = limits as [FundLimit, FundLimit];
  return {
    compliance: verdictOf(possibleFundVerdicts({ netAssets, questionable, nonCompliant, open })),
    compliant: compliant / netAssets,
    questionable: questionable / netAssets,
    nonCompliant: nonCompliant / netAssets,
    known: DECIDED_VERDICTS.reduce((sum, verdict) => add(sum, sums[verdict]), 0) / netAssets,
    nearest: usedOf(wide) > usedOf(strict) ? wide : strict,
  };
}

function limitOf(limit: FundLimit['limit'], against: number, open: number, netAssets: number): FundLimit {
  const threshold = FUND_RULES[limit];
  const exceeds = (value: number) => compareQuotient(value, netAssets, threshold) > 0;
  const most = add(against, open);
  return {
    ...{ limit, threshold, comparison: '<=' },
    low: against / netAssets,
    high: most / netAssets,
    basis: open === 0 ? 'derived' : 'bounded',
    status: exceeds(against) ? 'fail' : exceeds(most) ? 'unknown' : 'pass',
  };
}

/** Whether a line is stale on a day, by the rule for answers. */
export function fundStaleOn({ report, as_of: asOf }: FundLine, today: CalendarDate): Stale | null {
  return fundStaleness(report, { asOf, today });
}
