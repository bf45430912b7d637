import type { FundAnswer, Status, Verdict } from './answer.ts';
import type { Audit } from './audit.ts';
import { auditQuotient } from './audit-methodologies.ts';
import { openOf } from './contract-exposure.ts';
import {
  absolute,
  add,
  compare,
  decimal,
  divide,
  type Fraction,
  fractionOf,
  multiply,
  nearestNumber,
  ONE,
  smallest,
  subtract,
  ZERO,
} from './fraction.ts';
import { SCORE_CAPS } from './published-rules.ts';

/** The limits of the methodology page's section on funds, as fractions of net assets. */
const NON_COMPLIANT_ABOVE = decimal('0.05');
const CLEAN_UP_TO = decimal('0.01');
const DOUBTFUL_UP_TO = decimal('0.1');
const METHODOLOGY_FAILS_ABOVE = decimal('0.05');
const PURIFICATION_COVERS_FROM = decimal('99');
const HOLDINGS_MAX = decimal('90');
const COVERAGE_MAX = decimal('10');
const HUNDRED = decimal('100');

type DecidedVerdict = FundAnswer['possible'][number];
const DECIDED: readonly DecidedVerdict[] = ['compliant', 'questionable', 'non_compliant'];
const VERDICTS: readonly string[] = DECIDED;
const EQUITY_BUCKETS: readonly string[] = [...VERDICTS, 'not_screenable', 'unresolved'];
/**
 * Asset categories of Form N-PORT, with the buckets that they may be in; equity that is short or a fund's is
 * `other`.
 */
const BUCKETS_OF_CATEGORY: Readonly<Record<string, readonly string[]>> = {
  EC: [...EQUITY_BUCKETS, 'other', 'derivatives'],
  STIV: ['cash', 'derivatives'],
};

/** Printed amounts are doubles, so recomputed ones may differ from them in the last digits. */
const TOLERANCE = decimal('0.000001');
const SCORE_TOLERANCE = decimal('0.0500001');
/** A difference of two rounded percentages. */
const OPEN_TOLERANCE = decimal('0.0001');

type Holding = FundAnswer['etf_look_through']['holdings'][number];

interface FundSums {
  readonly netAssets: Fraction;
  /** What all holdings are worth. */
  readonly held: Fraction;
  readonly buckets: ReadonlyMap<string, Fraction>;
  readonly openBuckets: ReadonlyMap<string, Fraction>;
  /** Assets that no line names. */
  readonly unlisted: Fraction;
  readonly open: Fraction;
}

/** Compares the answer for a fund with what its listed holdings add up to. */
export function auditFund(answer: FundAnswer, audit: Audit): void {
  const found = answer.etf_look_through;
  audit.same(
    'approximations',
    answer.approximations.some(({ id }) => id === 'point_in_time_market_cap'),
    true,
  );
  if (found.net_assets === null || found.net_assets <= 0 || found.holdings.length === 0) {
    audit.same('compliance', answer.compliance, 'not_screenable');
    audit.same('possible', answer.possible.join(' '), VERDICTS.join(' '));
    audit.same('decided_methodologies', answer.decided_methodologies.join(' '), '');
    audit.same('score', answer.score, 0);
    audit.holds(
      'missing',
      answer.missing.length,
      answer.missing.length > 0,
      'a fund that is not screened says why',
    );
    return;
  }
  const cited = answer.evidence.find(({ xbrl_tag: tag }) => tag === 'nport:netAssets');
  audit.same('etf_look_through.net_assets', found.net_assets, cited?.value ?? null);
  const totalAssets = answer.evidence.find(({ xbrl_tag: tag }) => tag === 'nport:totAssets');
  audit.same('etf_look_through.total_assets', found.total_assets, totalAssets?.value ?? null);
  const sums = sumsOf(found.holdings, fractionOf(found.net_assets), found.total_assets);
  for (const [index, holding] of found.holdings.entries()) auditHolding(holding, index, sums, audit);
  auditWeights(answer, sums, audit);
  const possible = possibleVerdicts(sums);
  const [only] = possible;
  const verdict = possible.length === 1 && only !== undefined ? only : 'not_screenable';
  audit.same('compliance', answer.compliance, verdict);
  audit.same('possible', answer.possible.join(' '), possible.join(' '));
  const decided = answer.methodologies.filter(({ status }) => status !== 'unknown').map(({ id }) => id);
  audit.same('decided_methodologies', answer.decided_methodologies.join(' '), decided.join(' '));
  audit.same('missing', answer.missing.length > 0, verdict === 'not_screenable');
  auditScore(answer, sums, verdict, audit);
  auditMethodologies(answer, sums, audit);
  auditPurification(answer, sums, audit);
}

function sumsOf(holdings: readonly Holding[], netAssets: Fraction, totalAssets: number | null): FundSums {
  const buckets = new Map<string, Fraction>();
  const openBuckets = new Map<string, Fraction>();
  let held = ZERO;
  let unlisted = totalAssets === null ? netAssets : fractionOf(totalAssets);
  for (const holding of holdings) {
    const { bucket, value } = holding;
    const amount = fractionOf(value);
    buckets.set(bucket, add(buckets.get(bucket) ?? ZERO, amount));
    openBuckets.set(bucket, add(openBuckets.get(bucket) ?? ZERO, openOf(holding, netAssets)));
    held = add(held, amount);
    if (totalAssets !== null && value > 0) unlisted = subtract(unlisted, amount);
  }
  if (compare(unlisted, ZERO) < 0) unlisted = ZERO;
  buckets.set('unlisted_assets', unlisted);
  openBuckets.set('unlisted_assets', unlisted);
  buckets.set('liabilities', subtract(netAssets, add(held, unlisted)));
  const open = [...openBuckets.values()].reduce(add, ZERO);
  return {
    netAssets,
    held,
    buckets,
    openBuckets,
    unlisted,
    open: smallest([netAssets, open]),
  };
}

function auditHolding(holding: Holding, index: number, { netAssets }: FundSums, audit: Audit): void {
  const path = `etf_look_through.holdings[${index}]`;
  near(audit, `${path}.open`, holding.open, openOf(holding, netAssets));
  const { bucket, asset_category: category, compliance, symbol } = holding;
  const pct = multiply(HUNDRED, divide(fractionOf(holding.value), netAssets));
  auditQuotient({ audit }, `${path}.pct`, holding.pct, pct);
  const allowed = BUCKETS_OF_CATEGORY[category ?? ''] ?? ['cash', 'debt', 'derivatives', 'other'];
  audit.holds(
    `${path}.bucket`,
    bucket,
    allowed.includes(bucket),
    `one of ${allowed.join(', ')} for ${category}`,
  );
  if (!EQUITY_BUCKETS.includes(bucket)) return;
  if (bucket === 'unresolved') audit.same(`${path}.symbol`, symbol, null);
  else audit.same(`${path}.bucket`, bucket, compliance ?? 'not_screenable');
}

function auditWeights({ etf_look_through: found, ratios }: FundAnswer, sums: FundSums, audit: Audit): void {
  const { netAssets, buckets, openBuckets } = sums;
  const pct = (value: Fraction) => multiply(HUNDRED, divide(value, netAssets));
  for (const [bucket, said] of Object.entries(found.weights)) {
    const path = `etf_look_through.weights.${bucket}`;
    const value = buckets.get(bucket) ?? ZERO;
    near(audit, `${path}.value`, said.value, value);
    auditQuotient({ audit }, `${path}.pct`, said.pct, pct(value));
    const open = openBuckets.get(bucket) ?? ZERO;
    near(audit, `${path}.open`, said.open, open);
    auditQuotient({ audit }, `${path}.open_pct`, said.open_pct, pct(open));
    audit.same(
      `${path}.holdings`,
      said.holdings,
      found.holdings.filter((one) => one.bucket === bucket).length,
    );
  }
  for (const bucket of buckets.keys()) {
    audit.holds(
      'etf_look_through.weights',
      bucket,
      Object.hasOwn(found.weights, bucket),
      'every bucket has its weight',
    );
  }
  near(audit, 'etf_look_through.unlisted_assets', found.unlisted_assets ?? -1, sums.unlisted);
  const covered = smallest([HUNDRED, pct(judgedOf(sums))]);
  auditQuotient({ audit }, 'etf_look_through.coverage_pct', found.coverage_pct, covered);
  auditQuotient({ audit }, 'etf_look_through.sum_of_weights_pct', found.sum_of_weights_pct, pct(sums.held));
  const share = (value: Fraction) => divide(value, netAssets);
  auditQuotient({ audit }, 'ratios.open_weight', ratios.open_weight ?? null, share(sums.open));
  for (const verdict of VERDICTS) {
    auditQuotient(
      { audit },
      `ratios.${verdict}_weight`,
      ratios[`${verdict}_weight`] ?? null,
      share(buckets.get(verdict) ?? ZERO),
    );
  }
  const unresolved = found.holdings.filter(({ bucket }) => bucket === 'unresolved').map(({ line }) => line);
  const listed = found.unresolved.map(({ line }) => line);
  audit.same('etf_look_through.unresolved', sorted(listed), sorted(unresolved));
}

function sorted(lines: readonly number[]): string {
  return [...lines].sort((a, b) => a - b).join(' ');
}

function judgedOf({ buckets }: FundSums): Fraction {
  return VERDICTS.map((verdict) => buckets.get(verdict) ?? ZERO).reduce(add, ZERO);
}

/**
 * Returns the verdicts from the best case, in which all open weight complies, to the worst, in which none
 * does. No case between the two can give a verdict outside them.
 */
function possibleVerdicts({ netAssets, buckets, open }: FundSums): readonly DecidedVerdict[] {
  const share = (value: Fraction) => divide(value, netAssets);
  const failing = buckets.get('non_compliant') ?? ZERO;
  const doubtful = buckets.get('questionable') ?? ZERO;
  const verdict = (bad: Fraction): DecidedVerdict => {
    if (compare(share(bad), NON_COMPLIANT_ABOVE) > 0) return 'non_compliant';
    const isClean =
      compare(share(bad), CLEAN_UP_TO) <= 0 && compare(share(add(bad, doubtful)), DOUBTFUL_UP_TO) <= 0;
    return isClean ? 'compliant' : 'questionable';
  };
  const [best, worst] = [verdict(failing), verdict(add(failing, open))].map((end) => DECIDED.indexOf(end));
  return DECIDED.slice(best, (worst ?? 0) + 1);
}

function auditScore(answer: FundAnswer, sums: FundSums, verdict: Verdict, audit: Audit): void {
  const points = answer.etf_look_through.holdings
    .filter(({ bucket }) => VERDICTS.includes(bucket))
    .map(({ value, score }) => multiply(fractionOf(value), divide(fractionOf(score ?? 0), HUNDRED)))
    .reduce(add, ZERO);
  const share = (value: Fraction) => smallest([ONE, divide(value, sums.netAssets)]);
  const { holdings, coverage } = answer.components;
  near(
    audit,
    'components.holdings',
    holdings?.score ?? -1,
    multiply(HOLDINGS_MAX, share(points)),
    SCORE_TOLERANCE,
  );
  near(
    audit,
    'components.coverage',
    coverage?.score ?? -1,
    multiply(COVERAGE_MAX, share(judgedOf(sums))),
    SCORE_TOLERANCE,
  );
  const total = Object.values(answer.components)
    .map(({ score }) => fractionOf(score))
    .reduce(add, ZERO);
  audit.same('score', answer.score, nearestNumber(smallest([total, SCORE_CAPS[verdict]])));
}

function auditMethodologies(answer: FundAnswer, sums: FundSums, audit: Audit): void {
  for (const [index, { id, status, passed, checks }] of answer.methodologies.entries()) {
    let failing = ZERO;
    let passing = ZERO;
    let open = sums.unlisted;
    for (const holding of answer.etf_look_through.holdings) {
      const { value, passes, fails, compliance } = holding;
      const amount = fractionOf(value);
      if (fails.includes(id)) failing = add(failing, amount);
      else if (passes.includes(id)) passing = add(passing, amount);
      else open = add(open, compliance === null ? openOf(holding, sums.netAssets) : absolute(amount));
    }
    open = smallest([sums.netAssets, open]);
    const low = divide(failing, sums.netAssets);
    const high = divide(add(failing, open), sums.netAssets);
    const path = `methodologies[${index}]`;
    const drawn = drawnHigh(low, high, divide(passing, sums.netAssets));
    auditShares(answer, id, { passing, failing, drawn }, sums, audit);
    const recomputed: Status =
      compare(low, METHODOLOGY_FAILS_ABOVE) > 0
        ? 'fail'
        : compare(high, METHODOLOGY_FAILS_ABOVE) > 0
          ? 'unknown'
          : 'pass';
    audit.same(`${path}.status`, status, recomputed);
    audit.same(`${path}.passed`, passed, recomputed === 'pass');
    const limit = { limit: METHODOLOGY_FAILS_ABOVE, comparison: '<=' } as const;
    auditQuotient({ audit }, `${path}.checks[0].low`, checks[0]?.low ?? null, low, limit);
    auditQuotient({ audit }, `${path}.checks[0].high`, checks[0]?.high ?? null, drawn, limit);
  }
}

/**
 * Returns the upper end that an answer shows: no more of the fund can fail than does not pass. If that would put it on
 * the other side of the limit than the upper end that decides, it is the latter.
 */
function drawnHigh(low: Fraction, high: Fraction, passing: Fraction): Fraction {
  const rest = subtract(ONE, passing);
  const most = smallest([high, compare(rest, low) > 0 ? rest : low]);
  const isOver = (share: Fraction) => compare(share, METHODOLOGY_FAILS_ABOVE) > 0;
  return isOver(most) === isOver(high) ? most : high;
}

function auditShares(
  answer: FundAnswer,
  id: string,
  { passing, failing, drawn }: { passing: Fraction; failing: Fraction; drawn: Fraction },
  { netAssets }: FundSums,
  audit: Audit,
): void {
  const path = `etf_look_through.methodologies.${id}`;
  const said = answer.etf_look_through.methodologies.find((one) => one.id === id);
  const pct = (value: Fraction) => multiply(HUNDRED, divide(value, netAssets));
  auditQuotient({ audit }, `${path}.passing_pct`, said?.passing_pct ?? null, pct(passing));
  auditQuotient({ audit }, `${path}.failing_pct`, said?.failing_pct ?? null, pct(failing));
  near(
    audit,
    `${path}.open_pct`,
    said?.open_pct ?? -1,
    subtract(multiply(HUNDRED, drawn), pct(failing)),
    OPEN_TOLERANCE,
  );
}

function auditPurification(
  { purification, etf_look_through: found }: FundAnswer,
  sums: FundSums,
  audit: Audit,
): void {
  let low = ZERO;
  let high = multiply(sums.unlisted, HUNDRED);
  let told = ZERO;
  let covered = ZERO;
  for (const holding of found.holdings) {
    const value = fractionOf(holding.value);
    const { purification_low_pct: from, purification_high_pct: to, purification_pct: pct } = holding;
    if (from === null || to === null) {
      const open = holding.compliance === null ? openOf(holding, sums.netAssets) : absolute(value);
      high = add(high, multiply(open, HUNDRED));
    } else {
      low = add(low, multiply(value, smallest([fractionOf(from), HUNDRED])));
      high = add(high, multiply(value, smallest([fractionOf(to), HUNDRED])));
      told = add(told, multiply(value, smallest([fractionOf(pct ?? to), HUNDRED])));
      covered = add(covered, value);
    }
  }
  const pct = (total: Fraction) => smallest([HUNDRED, divide(total, sums.netAssets)]);
  const coverage = pct(multiply(covered, HUNDRED));
  const rate = compare(covered, ZERO) > 0 ? divide(told, covered) : null;
  const isWhole = compare(coverage, PURIFICATION_COVERS_FROM) >= 0;
  const { pct_of_dividends_and_gains: given, covered_rate_pct: said } = purification;
  auditQuotient({ audit }, 'purification.low_pct', purification.low_pct, pct(low));
  auditQuotient({ audit }, 'purification.high_pct', purification.high_pct, pct(high));
  auditQuotient({ audit }, 'purification.coverage_pct', purification.coverage_pct, coverage);
  auditQuotient({ audit }, 'purification.covered_rate_pct', said, rate);
  auditQuotient({ audit }, 'purification.pct_of_dividends_and_gains', given, isWhole ? rate : null);
}

/** Reports a printed figure that is further from the exact one than `tolerance`, absolute or relative. */
function near(audit: Audit, path: string, said: number, exact: Fraction, tolerance = TOLERANCE): void {
  const size = compare(absolute(exact), ONE) > 0 && tolerance === TOLERANCE ? absolute(exact) : ONE;
  const distance = absolute(subtract(fractionOf(said), exact));
  if (compare(distance, multiply(tolerance, size)) > 0) audit.differs(path, said, nearestNumber(exact));
}
