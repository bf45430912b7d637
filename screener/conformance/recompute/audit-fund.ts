import type { FundAnswer, Status, Verdict } from './answer.ts';
import type { Audit } from './audit.ts';
import { auditQuotient } from './audit-methodologies.ts';
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

type Holding = FundAnswer['etf_look_through']['holdings'][number];

interface FundSums {
  readonly netAssets: Fraction;
  readonly residual: Fraction;
  readonly buckets: ReadonlyMap<string, Fraction>;
  /** Assets that no line names, or all of net assets if a derivative's exposure is not known. */
  readonly background: Fraction;
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

/** Categories of contracts, whose value says nothing about their exposure. */
const CONTRACTS: readonly string[] = ['DCO', 'DCR', 'DE', 'DFE', 'DIR', 'DO'];

function sumsOf(holdings: readonly Holding[], netAssets: Fraction, totalAssets: number | null): FundSums {
  const buckets = new Map<string, Fraction>();
  let residual = netAssets;
  let open = ZERO;
  let unlisted = totalAssets === null ? netAssets : fractionOf(totalAssets);
  for (const { bucket, value } of holdings) {
    const amount = fractionOf(value);
    buckets.set(bucket, add(buckets.get(bucket) ?? ZERO, amount));
    residual = subtract(residual, amount);
    if (totalAssets !== null && value > 0) unlisted = subtract(unlisted, amount);
    if (!VERDICTS.includes(bucket)) open = add(open, absolute(amount));
  }
  buckets.set('residual', residual);
  if (compare(unlisted, ZERO) < 0) unlisted = ZERO;
  const hasContract = holdings.some(({ asset_category: category }) => CONTRACTS.includes(category ?? ''));
  const background = add(unlisted, hasContract ? netAssets : ZERO);
  return {
    netAssets,
    residual,
    buckets,
    background,
    unlisted,
    open: smallest([netAssets, add(background, open)]),
  };
}

function auditHolding(holding: Holding, index: number, { netAssets }: FundSums, audit: Audit): void {
  const path = `etf_look_through.holdings[${index}]`;
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
  const { netAssets, buckets } = sums;
  const pct = (value: Fraction) => multiply(HUNDRED, divide(value, netAssets));
  for (const [bucket, said] of Object.entries(found.weights)) {
    const path = `etf_look_through.weights.${bucket}`;
    const value = buckets.get(bucket) ?? ZERO;
    near(audit, `${path}.value`, said.value, value);
    auditQuotient({ audit }, `${path}.pct`, said.pct, pct(value));
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
  auditQuotient(
    { audit },
    'etf_look_through.sum_of_weights_pct',
    found.sum_of_weights_pct,
    pct(subtract(netAssets, sums.residual)),
  );
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
    let open = sums.background;
    for (const { value, passes, fails } of answer.etf_look_through.holdings) {
      if (fails.includes(id)) failing = add(failing, fractionOf(value));
      else if (!passes.includes(id)) open = add(open, absolute(fractionOf(value)));
    }
    open = smallest([sums.netAssets, open]);
    const low = divide(failing, sums.netAssets);
    const high = divide(add(failing, open), sums.netAssets);
    const path = `methodologies[${index}]`;
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
    auditQuotient({ audit }, `${path}.checks[0].high`, checks[0]?.high ?? null, high, limit);
  }
}

function auditPurification(answer: FundAnswer, sums: FundSums, audit: Audit): void {
  let low = ZERO;
  let high = multiply(sums.unlisted, HUNDRED);
  for (const holding of answer.etf_look_through.holdings) {
    const value = fractionOf(holding.value);
    const { purification_low_pct: from, purification_high_pct: to } = holding;
    if (from === null || to === null) high = add(high, multiply(absolute(value), HUNDRED));
    else {
      low = add(low, multiply(value, smallest([fractionOf(from), HUNDRED])));
      high = add(high, multiply(value, smallest([fractionOf(to), HUNDRED])));
    }
  }
  const pct = (total: Fraction) => smallest([HUNDRED, divide(total, sums.netAssets)]);
  auditQuotient({ audit }, 'purification.low_pct', answer.purification.low_pct, pct(low));
  auditQuotient({ audit }, 'purification.high_pct', answer.purification.high_pct, pct(high));
}

/** Reports a printed figure that is further from the exact one than `tolerance`, absolute or relative. */
function near(audit: Audit, path: string, said: number, exact: Fraction, tolerance = TOLERANCE): void {
  const size = compare(absolute(exact), ONE) > 0 && tolerance === TOLERANCE ? absolute(exact) : ONE;
  const distance = absolute(subtract(fractionOf(said), exact));
  if (compare(distance, multiply(tolerance, size)) > 0) audit.differs(path, said, nearestNumber(exact));
}
