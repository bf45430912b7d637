import type { Answer } from './answer.ts';
import type { Amounts } from './audit-amounts.ts';
import { checkStatus, combine } from './audit-methodologies.ts';
import type { CaseFile, ScreenedCase } from './case-file.ts';
import { daysBetween } from './dates.ts';
import { compare, decimal, type Fraction, fractionOf, multiply } from './fraction.ts';
import { LEAST_SHARE_OF_MONTHS, LEAST_SHARES, PRICE_AGE_LIMIT_DAYS, RULE_SETS } from './published-rules.ts';

/**
 * Tickers of preferred stock, warrants, units and rights as the SEC writes them; their price values no
 * company.
 */
const NOT_COMMON_STOCK = /-(P[A-Z]?|W[A-Z]*|U[A-Z]*|R[A-Z]*)$/;

/** Audits the price, which is present with all of its members, or absent with a reason. */
export function auditMarketData(caseFile: CaseFile): void {
  const { answer, audit } = caseFile;
  const { market_data: market } = answer;
  const { id, figure, value, close, currency, date, source, reason } = market;
  const members = { id, figure, value, close, currency, date, source };
  for (const [name, member] of Object.entries(members)) {
    const rule = id === null ? 'null: there is no price' : 'there is a price, so this is known';
    audit.holds(`market_data.${name}`, member, (member === null) === (id === null), rule);
  }
  audit.holds(
    'market_data.reason',
    reason,
    (reason === null) === (id !== null),
    'a reason where no price is used',
  );
  if (id === null) {
    audit.same('market_data.trailing_averages', market.trailing_averages.length, 0);
    return;
  }
  audit.holds('market_data.id', id, !caseFile.evidence.has(id), 'an id of its own');
  audit.holds('market_data.value', value, value !== null && value > 0, 'above zero');
  if (figure === 'close') audit.same('market_data.value', value, close);
  if (date !== null) {
    audit.holds('market_data.date', date, date <= answer.as_of, `not after ${answer.as_of}: no look-ahead`);
    const isFresh = daysBetween(date, answer.as_of) <= PRICE_AGE_LIMIT_DAYS;
    audit.holds(
      'market_data.date',
      date,
      isFresh,
      `at most ${PRICE_AGE_LIMIT_DAYS} days before ${answer.as_of}`,
    );
  }
  audit.holds(
    'symbol',
    answer.symbol,
    !NOT_COMMON_STOCK.test(answer.symbol),
    'common stock, where it has a price',
  );
}

/** Audits whether the price gives a capitalisation that fits this report. */
export function auditPriceFitsReport(caseFile: ScreenedCase): void {
  const { anchor, answer, audit, figures } = caseFile;
  const { market_data: market } = answer;
  if (market.id === null) return;
  const { unit = null } = answer.amounts.market_cap ?? {};
  audit.same('market_data.currency', market.currency, unit);
  const mayBeDepositary = /^(20-F|40-F|6-K)/.test(anchor.form) || answer.translation !== null;
  if (market.figure !== 'close') return;
  const rule = 'no close x shares for a filer of 20-F, 40-F or 6-K: the depositary ratio is not filed';
  audit.holds('market_data.figure', market.figure, !mayBeDepositary, rule);
  const since = `not before ${anchor.filed}, when the share count was filed`;
  audit.holds('market_data.date', market.date, market.date !== null && market.date >= anchor.filed, since);
  const shares = answer.purification.shares_evidence;
  const count = shares === null ? undefined : figures.get(shares);
  const enough = count === undefined || compare(count, LEAST_SHARES) >= 0;
  audit.holds('purification.shares', answer.purification.shares, enough, 'a count, not a placeholder');
}

/**
 * Audits the trailing averages, which are for information. The answer lacks the month-end capitalisations,
 * but has what follows from their average.
 */
export function auditTrailingAverages(caseFile: CaseFile, amounts: Amounts): void {
  const { answer, audit } = caseFile;
  if (answer.market_data.id === null) return;
  const published = RULE_SETS[answer.rules].filter((methodology) => methodology.averageMonths !== null);
  const said = answer.market_data.trailing_averages;
  const names = published.map(({ id }) => id).join(' ');
  audit.same('market_data.trailing_averages', said.map((entry) => entry.methodology).join(' '), names);
  said.forEach((entry, index) => {
    const methodology = published.find(({ id }) => id === entry.methodology);
    if (methodology === undefined) return;
    const path = `market_data.trailing_averages[${index}]`;
    const months = methodology.averageMonths ?? 0;
    audit.same(`${path}.months`, entry.months, months);
    const { months_present: present, average_market_cap: average } = entry;
    const isCount = Number.isInteger(present) && present >= 0 && present <= months;
    audit.holds(`${path}.months_present`, present, isCount, `0 to ${months} months`);
    const enough =
      compare(fractionOf(present), multiply(LEAST_SHARE_OF_MONTHS, decimal(String(months)))) >= 0;
    const rule = enough ? 'an average' : 'null: too few months';
    audit.holds(`${path}.average_market_cap`, average, (average !== null) === enough, rule);
    const status = average === null ? 'unknown' : statusOn(methodology.checks, amounts, fractionOf(average));
    audit.same(`${path}.status`, entry.status, status);
  });
}

type Checks = (typeof RULE_SETS)['current'][number]['checks'];

function statusOn(
  checks: Checks,
  amounts: Amounts,
  average: Fraction,
): Answer['methodologies'][number]['status'] {
  return combine(
    checks.map((check) => {
      const numerator = amounts.get(check.numerator);
      return numerator === undefined ? 'unknown' : checkStatus(check, numerator, average);
    }),
  );
}
