import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { ACTIVITY_LINES } from '@screener/engine/business/activity-table';
import { CURATED_COMPANIES } from '@screener/engine/business/curated-companies';
import * as assets from '@screener/engine/concepts/assets';
import {
  BILL_RATE_MONTHS,
  HIGHEST_BILL_RATES,
  HIGHEST_YIELD,
  POINTS_ABOVE_BILLS,
} from '@screener/engine/concepts/bill-rates';
import { BOUND_RULES, INVESTMENT_EXPENSE_LIMIT } from '@screener/engine/concepts/bound-rules';
import { CAPTIVE_LENDERS } from '@screener/engine/concepts/captive-lenders';
import * as flows from '@screener/engine/concepts/flows';
import * as liabilities from '@screener/engine/concepts/liabilities';
import { QUOTE_AGE_LIMIT_DAYS } from '@screener/engine/concepts/market-cap';
import { ENGINE_VERSION } from '@screener/engine/engine-version';
import { JUDGED_BUCKETS, KIND_OF_CATEGORY } from '@screener/engine/funds/asset-buckets';
import {
  FUND_REPORT_AGE_LIMIT_MONTHS,
  FUND_RULES,
  FUND_SCORE_MAXIMA,
  GREATEST_PURIFICATION_PCT,
} from '@screener/engine/funds/fund-rules';
import { RULE_SETS } from '@screener/engine/methodologies/rule-sets';
import { MONTHLY_AVERAGE_WIDTH } from '@screener/engine/rates/monthly-average';
import { RATE_AGE_LIMIT_DAYS } from '@screener/engine/rates/rate-series';
import { RATE_SOURCES } from '@screener/engine/rates/rate-sources';
import { ANCHOR_AGE_LIMIT_MONTHS, YEAR_DAYS } from '@screener/engine/selection/anchor';
import {
  BUSINESS_SCORE,
  DATA_QUALITY_MAX,
  PASSING_SHARE,
  RATIO_COMPONENTS,
  SCORE_CAPS,
} from '@screener/engine/verdict/score';
import { FAILS_FOR_NON_COMPLIANT } from '@screener/engine/verdict/verdict';

/** Every table by which the engine decides. */
const DECIDING = {
  assets,
  flows,
  liabilities,
  RULE_SETS,
  FAILS_FOR_NON_COMPLIANT,
  BOUND_RULES,
  HIGHEST_BILL_RATES,
  BILL_RATE_MONTHS,
  POINTS_ABOVE_BILLS,
  HIGHEST_YIELD,
  INVESTMENT_EXPENSE_LIMIT,
  CAPTIVE_LENDERS,
  ACTIVITY_LINES,
  CURATED_COMPANIES,
  ANCHOR_AGE_LIMIT_MONTHS,
  YEAR_DAYS,
  QUOTE_AGE_LIMIT_DAYS,
  MONTHLY_AVERAGE_WIDTH,
  RATE_AGE_LIMIT_DAYS,
  RATE_SOURCES,
  BUSINESS_SCORE,
  RATIO_COMPONENTS,
  PASSING_SHARE,
  DATA_QUALITY_MAX,
  SCORE_CAPS,
  FUND_RULES,
  FUND_SCORE_MAXIMA,
  FUND_REPORT_AGE_LIMIT_MONTHS,
  GREATEST_PURIFICATION_PCT,
  KIND_OF_CATEGORY,
  JUDGED_BUCKETS,
};

/** Exported tables that decide nothing, or repeat a table above. */
const NOT_DECIDING = new Set([
  ...[
    'CHAINS',
    'LABELLED_TAGS',
    'SCREENED_TAGS',
    'STORED_TAGS',
    'SPLIT_TAGS',
    'SCORE_COMPONENTS',
    'FUND_SCORE_COMPONENTS',
  ],
  ...[
    'INDUSTRIES',
    'INDUSTRY_COMPANIES',
    'SECTOR_SOURCES',
    'BUCKETS',
    'BUCKET_WORDS',
    'RESOLUTION_METHODS',
    'FUND_REPORT_AGE_WARNING_DAYS',
    'DECIDED_VERDICTS',
    'VERDICTS',
    'NEXT_STEPS',
    'OWN_FIGURES',
    'FATES',
    // Which days are answered; no verdict of a day.
    'REPORT_GRACE_DAYS',
    'FUND_REPORT_MONTHS',
    'FUND_REPORT_PUBLIC_AFTER_DAYS',
  ],
  ...['SPLIT_RATIO', 'SPLIT_TAGS'],
  // What is owed, not what is decided.
  ...['AVERAGE_BILL_RATES', 'DIVIDENDS_A_SHARE', 'FIGURE_KINDS', 'NISAB_GRAMS', 'ZAKAT_RATES'],
  'INVENTORY',
  'CURATED_FINANCE',
  'MONTHLY_AVERAGE_RULE',
  ...['UNKNOWN', 'ZERO', 'NO_MARKET', 'NO_PURIFICATION', 'MARKET_ID', 'NAME_RULE_VERSION', 'ENGINE_VERSION'],
]);

/** Folders that read what was decided, or have no part in it; and the methodologies, which are all in RULE_SETS. */
const BESIDE = ['overlays', 'rankings', 'history', 'methodologies', 'wording'];

/** Members that hold text for readers: rewording changes no answer’s verdict. */
const WORDS = new Set([
  ...['name', 'shortName', 'edition', 'note', 'source', 'description'],
  ...['label', 'formula', 'reason', 'confidence', 'accession'],
]);

/** JSON in which equal data are equal texts, without words. Fails on what JSON would write without its content. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (key, member: unknown) => {
    if (WORDS.has(key)) return undefined;
    assert.ok(isPlain(member), `${key} of a deciding table is not plain data: ${inspect(member)}`);
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

function isPlain(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true;
  if (typeof value !== 'object') return false;
  return Array.isArray(value) || [Object.prototype, null].includes(Object.getPrototypeOf(value));
}

function fingerprintOf(tables: object): string {
  return createHash('sha256').update(canonical(tables)).digest('hex').slice(0, 12);
}

suite('the engine version', () => {
  test('is computed from the data that decides', () => {
    const fingerprint = fingerprintOf(DECIDING);
    assert.equal(
      ENGINE_VERSION.split('.')[1],
      fingerprint,
      `The data that decides has changed. Set DATA_FINGERPRINT in screener/engine/src/engine-version.ts to '${fingerprint}', then run: npm run sanad -- snapshot history`,
    );
  });

  test('changes with a limit, a tag and a SIC code, and not with wording', () => {
    const before = fingerprintOf(DECIDING);
    const [line] = ACTIVITY_LINES;
    const [check] = RULE_SETS.current.methodologies[0]?.checks ?? [];
    assert.ok(line !== undefined && check !== undefined);
    for (const [from, to] of [
      [check, { ...check, threshold: 0.31 }],
      [assets.CASH, [...assets.CASH, 'CashAndDueFromBanks']],
      [line, { ...line, prohibitedSic: [...line.prohibitedSic, '9999'] }],
    ] as const) {
      assert.notEqual(fingerprintOf(replaced(DECIDING, from, to)), before, canonical(to));
    }
    assert.equal(fingerprintOf(replaced(DECIDING, line, { ...line, label: 'in other words' })), before);
    assert.equal(fingerprintOf(replaced(DECIDING, check, { ...check, source: 'in other words' })), before);
  });

  test('covers every table that the engine exports, except those that decide nothing', () => {
    const counted = new Set([assets, flows, liabilities, DECIDING].flatMap((tables) => Object.keys(tables)));
    const unknown = exportedTables().filter(({ name }) => !counted.has(name) && !NOT_DECIDING.has(name));
    assert.deepEqual(unknown, [], 'add each to DECIDING or NOT_DECIDING in this test');
    const exported = new Set(exportedTables().map(({ name }) => name));
    assert.deepEqual(
      [...NOT_DECIDING].filter((name) => !exported.has(name)),
      [],
      'no longer exported',
    );
  });
});

/** A copy of `value` with one object in it replaced by another. */
function replaced(value: object, from: unknown, to: unknown): object {
  const copy = (one: unknown): unknown => {
    if (one === from) return to;
    if (typeof one !== 'object' || one === null) return one;
    return Array.isArray(one)
      ? one.map(copy)
      : Object.fromEntries(Object.entries(one).map(([name, member]) => [name, copy(member)]));
  };
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copy(member)]));
}

function exportedTables(): readonly { readonly file: string; readonly name: string }[] {
  const source = fileURLToPath(new URL('../src', import.meta.url));
  return readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(source, join(entry.parentPath, entry.name)))
    .filter((file) => !BESIDE.includes(file.split(sep)[0] ?? ''))
    .flatMap((file) => {
      const text = readFileSync(join(source, file), 'utf8');
      return [...text.matchAll(/^export const ([A-Z][A-Z0-9_]*)\b/gm)].map(([, name = '']) => ({
        file,
        name,
      }));
    });
}
