import type { AmountAnswer, Basis, Evidence } from './answer.ts';
import { Audit } from './audit.ts';
import { auditDebtConstants, auditMixedLines } from './audit-debt.ts';
import { auditFlows, restsOnMovedLine } from './audit-flows.ts';
import { explanationsOf, LOWER_ENDS, UPPER_ENDS } from './bound-rules.ts';
import { roleName, roleOfFigure, type ScreenedCase } from './case-file.ts';
import {
  constantsOf,
  contributionsOf,
  type Expression,
  evaluate,
  idsOf,
  isSame,
  settle,
} from './expression.ts';
import { compare, type Fraction, fractionOf, multiply, nearestNumber, ZERO } from './fraction.ts';
import { CAPTIVE_LENDERS, EXPENSE_LIMIT, yieldLimit } from './published-rules.ts';
import { CURRENT_DEBT_ROLES, contains, roleOf } from './published-tags.ts';

/** A recomputed amount. Exact; `high` is null if nothing bounds it. */
export interface Ends {
  readonly low: Fraction;
  readonly high: Fraction | null;
  readonly basis: Basis;
}

export type Amounts = ReadonlyMap<string, Ends>;

export const UNKNOWN: Ends = { low: ZERO, high: null, basis: 'unknown' };

/** The rule of an amount that holds several readings of one filing. */
const FILED_TWICE = 'filed_twice';
/** The assumption that gives a lower end. */
const RENAMED = 'interest_line_renamed';

const NAMES: readonly string[] = [
  'debt',
  'cash',
  'cash_and_current_securities',
  'cash_and_all_securities',
  'receivables',
  'receivables_and_cash',
  'interest_income',
  'total_assets',
  'revenue',
  'market_cap',
];

/** Recomputes each amount's ends from evidence and market data by its own expressions. */
export function auditAmounts(caseFile: ScreenedCase): Amounts {
  const { answer, audit } = caseFile;
  audit.same('amounts', Object.keys(answer.amounts).sort().join(' '), [...NAMES].sort().join(' '));
  const ofReport = Object.entries(answer.amounts).filter(([name]) => name !== 'market_cap');
  const units = new Set(ofReport.map(([, amount]) => amount.unit));
  audit.holds('amounts', [...units], units.size <= 1, 'all of the report in one currency');
  const priceUnit = answer.market_data.currency ?? [...units][0] ?? null;
  audit.same('amounts.market_cap.unit', answer.amounts.market_cap?.unit ?? null, priceUnit);
  const amounts = new Map<string, Ends>();
  for (const [name, amount] of Object.entries(answer.amounts)) {
    const path = `amounts.${name}`;
    amounts.set(name, recomputeEnds(caseFile, path, amount));
    if (name !== 'market_cap') auditMeaning(caseFile, name, amount);
  }
  return amounts;
}

function recomputeEnds(caseFile: ScreenedCase, path: string, amount: AmountAnswer): Ends {
  const { audit } = caseFile;
  const low = recomputeEnd(caseFile, `${path}.low`, amount.low_from, amount.low) ?? ZERO;
  const high = recomputeEnd(caseFile, `${path}.high`, amount.high_from, amount.high);
  audit.holds(`${path}.low`, amount.low, compare(low, ZERO) >= 0, 'an amount is not negative');
  if (high !== null) {
    audit.holds(
      `${path}.high`,
      amount.high,
      compare(high, low) >= 0,
      'a bound below the known part is dropped',
    );
  }
  const basis = basisOf(caseFile, amount, low, high);
  audit.same(`${path}.basis`, amount.basis, basis);
  return { low, high, basis };
}

function recomputeEnd(
  { audit, figures }: ScreenedCase,
  path: string,
  from: Expression | null,
  said: number | null,
): Fraction | null {
  if (from === null) {
    audit.same(path, said, null);
    return null;
  }
  const strange = idsOf(from).filter((id) => !figures.has(id));
  if (strange.length > 0) audit.differs(`${path}_from`, strange.join(', '), 'no such figure in the answer');
  const value = evaluate(from, figures);
  if (value === null) return said === null ? null : fractionOf(said);
  audit.same(path, said, nearestNumber(value));
  return value;
}

/** `reported`: as filed. `derived`: computed, and exact. `bounded`: only the ends are known, or one is assumed. */
function basisOf(caseFile: ScreenedCase, amount: AmountAnswer, low: Fraction, high: Fraction | null): Basis {
  if (high === null) return 'unknown';
  if (compare(low, high) < 0 || amount.rules.includes(RENAMED)) return 'bounded';
  const { low_from: from, high_from: highFrom } = amount;
  const alternatives = from.kind === 'max' ? from.terms : [from];
  const asFiled = alternatives.every((term) => term.kind === 'figure' && caseFile.figures.has(term.id));
  return asFiled && highFrom !== null && isSame(from, highFrom) ? 'reported' : 'derived';
}

/** Checks that the expressions contain only what the published rules allow there. */
function auditMeaning(caseFile: ScreenedCase, name: string, said: AmountAnswer): void {
  const { low_from: low, high_from: high } = said;
  if (said.rules.includes(FILED_TWICE)) {
    auditFiledTwice(caseFile, name, said);
    return;
  }
  auditLowerEnd(caseFile, name, low);
  const amount = name === 'interest_income' ? withoutRenaming(caseFile, said) : said;
  if (high === null) {
    caseFile.audit.same(`amounts.${name}.rules`, amount.rules.join(' '), '');
    return;
  }
  if (name === 'interest_income' && CAPTIVE_LENDERS.includes(caseFile.answer.cik)) {
    caseFile.audit.differs('amounts.interest_income.high', amount.high, 'none: it lends to its customers');
    return;
  }
  const assumption = name === 'interest_income' ? amount.rules.join() : '';
  if (assumption === 'interest_yield') {
    const limit = yieldLimit(caseFile.anchor.period_end, amount.unit);
    auditShareOfBalance(caseFile, high, limit);
    return;
  }
  if (assumption === 'interest_net_of_investment_expense') {
    auditNetOfExpense(caseFile, high);
    return;
  }
  auditUpperEnd(caseFile, name, amount, high);
}

/**
 * Audits an amount that holds several readings of a report: a filing gives two figures for one thing, neither of which
 * rounds the other, and each reading is one that the rules allow.
 */
function auditFiledTwice(
  caseFile: ScreenedCase,
  name: string,
  { low_from: low, high_from: high }: AmountAnswer,
): void {
  const { answer, audit, figures } = caseFile;
  const path = `amounts.${name}.rules`;
  const isContradicted = answer.evidence.some((one) =>
    answer.evidence.some(
      (other) => isSameThing(one, other) && one.value !== other.value && !isRounding(one.value, other.value),
    ),
  );
  audit.holds(path, FILED_TWICE, isContradicted, 'two figures of one filing for the same thing');
  for (const reading of low.kind === 'min' ? low.terms : [low]) auditLowerEnd(caseFile, name, reading);
  // Interest that is bounded by a balance has no roles of its own: its expression was evaluated.
  if (high === null || name === 'interest_income') return;
  const role = (id: string) => roleName(caseFile, id);
  for (const reading of high.kind === 'max' ? high.terms : [high]) {
    const isExplained = settle(reading, figures, role).some(
      (way) => explanationsOf(name, way, role).length > 0,
    );
    audit.holds(
      `amounts.${name}.high_from`,
      reading,
      isExplained,
      'a reading that the published rules allow',
    );
  }
}

function isSameThing(one: Evidence, other: Evidence): boolean {
  const thingOf = ({ xbrl_tag: tag, unit, period_start: start, period_end: end, accession }: Evidence) =>
    [tag, unit, start, end, accession].join(' ');
  return thingOf(one) === thingOf(other);
}

/** Whether one of two figures is the other with fewer digits, at least two. */
function isRounding(a: number, b: number): boolean {
  const rounds = (rough: number, exact: number) =>
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].some((zeros) => {
      const unit = 10 ** zeros;
      const isRough = rough % unit === 0 && exact % unit !== 0 && Math.abs(rough) >= 10 * unit;
      return isRough && 2 * Math.abs(exact - rough) <= unit;
    });
  return rounds(a, b) || rounds(b, a);
}

/** Returns the amount with only the rules of its upper end. */
function withoutRenaming(caseFile: ScreenedCase, amount: AmountAnswer): AmountAnswer {
  const rests = restsOnMovedLine(caseFile, amount.low_from);
  caseFile.audit.same(`amounts.interest_income.rules`, amount.rules.includes(RENAMED), rests);
  return { ...amount, rules: amount.rules.filter((rule) => rule !== RENAMED) };
}

function auditLowerEnd(caseFile: ScreenedCase, name: string, low: Expression): void {
  const { audit, figures } = caseFile;
  const path = `amounts.${name}.low_from`;
  if (low.kind === 'constant') {
    audit.same(path, low.value, 0);
    return;
  }
  const allowed = LOWER_ENDS[name] ?? [];
  const years = auditFlows(caseFile, path, low);
  const strange = idsOf(years).filter((id) => !allowed.includes(roleName(caseFile, id)));
  audit.holds(path, tagsOf(caseFile, strange), strange.length === 0, `figures of ${allowed.join(', ')}`);
  // Zero stands for an alternative with nothing filed.
  const constants = constantsOf(years).filter((value) => value !== 0);
  if (name === 'debt') auditDebtConstants(caseFile, path, years);
  else audit.holds(path, constants, constants.length === 0, 'no figure without a fact');
  for (const way of settle(years, figures, (id) => id)) auditSum(caseFile, path, way);
}

/**
 * Checks that in a lower end nothing is subtracted, nothing appears twice, and no whole appears beside its
 * part.
 */
function auditSum(caseFile: ScreenedCase, path: string, way: Expression): void {
  const { audit, evidence, figures } = caseFile;
  const parts = contributionsOf(way).filter(({ id }) => figures.get(id)?.numerator !== 0n);
  const ids = parts.map(({ id }) => id);
  audit.holds(
    path,
    ids,
    parts.every(({ sign }) => sign === '+'),
    'nothing is subtracted from a known part',
  );
  audit.holds(path, ids, new Set(ids).size === ids.length, 'no figure counts twice');
  const entries = [...new Set(ids)].flatMap((id) => evidence.get(id) ?? []);
  for (const [index, one] of entries.entries()) {
    for (const other of entries.slice(index + 1)) {
      const tags = [one.xbrl_tag, other.xbrl_tag] as const;
      const overlap = contains(tags[0], tags[1]) || contains(tags[1], tags[0]);
      audit.holds(path, tags, !overlap, 'a total is never added to its part');
      const bothCurrentDebt = tags.every((tag) => CURRENT_DEBT_ROLES.includes(roleOf(tag)?.name ?? ''));
      const twice = bothCurrentDebt && one.value === other.value;
      audit.holds(path, tags, !twice, 'equal values under two tags of current debt are one debt');
    }
  }
}

function auditUpperEnd(caseFile: ScreenedCase, name: string, amount: AmountAnswer, high: Expression): void {
  const { audit, figures } = caseFile;
  const path = `amounts.${name}.high_from`;
  // Both ends of an exact amount are one expression: anything wrong with it was reported for the lower end.
  const flowAudit = isSame(high, amount.low_from) ? new Audit() : audit;
  const years = auditFlows({ ...caseFile, audit: flowAudit }, path, high);
  const constants = constantsOf(years);
  if (name === 'debt') auditDebtConstants({ ...caseFile, audit: flowAudit }, path, years);
  else audit.holds(path, constants, constants.length === 0, 'no figure without a fact');
  if (amount.rules.join() === 'debt_residual') auditMixedLines(caseFile, path, years);
  const role = (id: string) => roleName(caseFile, id);
  const ways = settle(years, figures, role);
  const explanations = ways.flatMap((way) => explanationsOf(name, way, role));
  const said = [...new Set(amount.rules)].sort().join(' ');
  const rules = explanations.map((ids) => [...new Set(ids)].sort().join(' '));
  if (!rules.includes(said)) {
    const would = rules.length === 0 ? 'no published rule gives this expression' : rules.join(', or ');
    audit.differs(`amounts.${name}.rules`, said === '' ? 'none' : said, would === '' ? 'none' : would);
  }
  for (const way of ways) {
    const less = contributionsOf(way).filter(
      ({ sign, id }) => sign === '-' && figures.get(id)?.numerator !== 0n,
    );
    const ids = less.map(({ id }) => id);
    audit.holds(path, ids, new Set(ids).size === ids.length, 'nothing is subtracted twice');
  }
  const end = UPPER_ENDS[name];
  if (end !== undefined && end.rules.length === 0 && end.sumOf === undefined) {
    audit.holds(path, high, isSame(high, amount.low_from), 'a filed figure: both ends are one');
  }
}

/**
 * Audits the assumption `interest_net_of_investment_expense`: the filed figure, and a share of the balance
 * for expenses.
 */
function auditNetOfExpense(caseFile: ScreenedCase, high: Expression): void {
  const path = 'amounts.interest_income.high_from';
  const [filed, share, more] = high.kind === 'sum' ? high.terms : [];
  if (filed === undefined || share === undefined || more !== undefined) {
    caseFile.audit.differs(path, high, 'a filed figure and a share of the balance for expenses');
    return;
  }
  const years = auditFlows(caseFile, path, filed);
  const isNet = idsOf(years).every((id) => roleName(caseFile, id) === 'net_investment_income');
  const isFigure = years.kind === 'figure' && isNet;
  caseFile.audit.holds(path, filed, isFigure, 'interest and dividends net of investment expense');
  auditShareOfBalance(caseFile, share, EXPENSE_LIMIT);
}

/**
 * Audits `limit` times the larger of two balances of cash and securities: the anchor's, and that of a year
 * before.
 */
function auditShareOfBalance(caseFile: ScreenedCase, product: Expression, limit: number): void {
  const { answer, audit, evidence, figures } = caseFile;
  const path = 'amounts.interest_income.high_from';
  const [factor, larger] = product.kind === 'times' ? product.terms : [];
  const balances = larger?.kind === 'max' ? larger.terms : larger === undefined ? [] : [larger];
  audit.holds(
    path,
    product,
    factor?.kind === 'constant' && factor.value === limit,
    `${limit} of the larger of two balances`,
  );
  const [now, before, more] = balances;
  const end = answer.amounts.cash_and_all_securities?.high_from ?? null;
  const isAnchors = now !== undefined && end !== null && isSame(now, end);
  audit.holds(path, now, isAnchors, 'the upper end of cash_and_all_securities');
  audit.holds(path, before, before !== undefined && more === undefined, 'a second balance, a year before');
  if (before === undefined) return;
  const role = (id: string) => roleName(caseFile, id);
  const explained = settle(before, figures, role).some(
    (way) => explanationsOf('cash_and_all_securities', way, role).length > 0,
  );
  const own = idsOf(before).every((id) => evidence.get(id)?.period_end !== caseFile.anchor.period_end);
  audit.holds(
    path,
    before,
    explained && own,
    'cash and all securities by the published rules, a year before',
  );
}

function tagsOf(caseFile: ScreenedCase, ids: readonly string[]): readonly string[] {
  return ids.map((id) => `${id} ${roleOfFigure(caseFile, id)?.name ?? 'of no published role'}`);
}

/**
 * Checks that the market capitalisation is the market figure, or the close times the cover page's count of
 * shares.
 */
export function auditMarketCap(caseFile: ScreenedCase): void {
  const { answer, audit, figures } = caseFile;
  const amount = answer.amounts.market_cap;
  if (amount === undefined) return;
  const { figure, id } = answer.market_data;
  const path = 'amounts.market_cap.low_from';
  audit.same('amounts.market_cap.rules', amount.rules.join(' '), '');
  if (figure === null || id === null) {
    audit.same('amounts.market_cap.high', amount.high, null);
    audit.holds(
      path,
      amount.low_from,
      isSame(amount.low_from, { kind: 'constant', value: 0 }),
      '0: no price',
    );
    return;
  }
  const same = amount.high_from !== null && isSame(amount.low_from, amount.high_from);
  audit.holds(path, amount.low_from, same, 'an exact figure: both ends are one');
  if (figure === 'market_cap') {
    audit.holds(path, amount.low_from, isSame(amount.low_from, { kind: 'figure', id }), `the figure ${id}`);
    return;
  }
  const terms = amount.low_from.kind === 'times' ? amount.low_from.terms : [];
  const ids = terms.flatMap((term) => (term.kind === 'figure' ? [term.id] : []));
  const shares = ids.find((other) => other !== id) ?? '';
  const product = ids.includes(id) && roleName(caseFile, shares) === 'cover_page_shares';
  audit.holds(path, amount.low_from, product, `${id} times the cover page's count of shares`);
  const value = evaluate(amount.low_from, figures);
  const expected = multiply(figures.get(id) ?? ZERO, figures.get(shares) ?? ZERO);
  audit.holds(path, amount.low, value !== null && compare(value, expected) === 0, 'close times shares');
}
