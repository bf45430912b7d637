import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { size } from '@common/kit/testing/size';
import { type Expression, evaluate } from '@screener/engine/amounts/expression';
import { SCREENED_TAGS } from '@screener/engine/concepts/screened-tags';
import { RULE_SET_IDS } from '@screener/engine/methodologies/methodology';
import type { Screening } from '@screener/engine/screening';
import fc from 'fast-check';
import { roleOf } from '../recompute/published-tags.ts';
import { recompute } from '../recompute/recompute.ts';
import { answerTo, companies, datesOf, tickers, withoutCaps } from './snapshot-answers.ts';
import {
  ANNUAL,
  APPLE,
  at,
  BY_SHARES,
  type Draft,
  draftOf,
  NO_REPORT,
  PROHIBITED,
  PROHIBITED_WITHOUT_FIGURES,
  TAMPERINGS,
  TRANSLATED,
  UNDECIDED,
} from './tamperings.ts';
import { SPLIT, STALE, TAMPERINGS_IN_TIME } from './tamperings-in-time.ts';

function assertAgrees(answers: Iterable<Screening>): Map<string, number> {
  const verdicts = new Map<string, number>();
  const disagreements: string[] = [];
  for (const answer of answers) {
    verdicts.set(answer.compliance, (verdicts.get(answer.compliance) ?? 0) + 1);
    for (const { path, said, recomputed } of recompute(answer)) {
      const title = `${answer.symbol} ${answer.as_of} ${answer.rules}`;
      disagreements.push(`${title} ${path}: said ${said}, recomputed ${recomputed}`);
    }
  }
  assert.deepEqual(disagreements.slice(0, 20), [], `${disagreements.length} disagreements`);
  return verdicts;
}

describe('answers on filed facts', () => {
  test('every ticker agrees at many dates, under both rule sets', () => {
    const verdicts = assertAgrees(
      (function* () {
        for (const { symbol, cik } of tickers) {
          for (const asOf of datesOf(cik, size({ quick: 3, full: 12 }))) {
            for (const rules of RULE_SET_IDS) yield answerTo({ symbol, asOf, rules });
          }
        }
      })(),
    );
    assert.ok(companies.size >= 30, `only ${companies.size} companies`);
    for (const verdict of ['compliant', 'questionable', 'non_compliant', 'not_screenable']) {
      assert.ok((verdicts.get(verdict) ?? 0) >= 10, `only ${verdicts.get(verdict)} answers are ${verdict}`);
    }
  });

  test('agree with the yield bound off, and with capitalisations from share counts', () => {
    const figures = new Set<string | null>();
    assertAgrees(
      (function* () {
        for (const { symbol, cik } of tickers) {
          for (const asOf of datesOf(cik, size({ quick: 2, full: 4 }))) {
            yield answerTo({ symbol, asOf, yieldBound: false });
            const answer = answerTo({ symbol, asOf, quotesOf: withoutCaps });
            figures.add(answer.market_data.figure);
            yield answer;
          }
        }
      })(),
    );
    assert.ok(figures.has('close'), 'no capitalisation came from a share count');
  });

  test('the auditor’s table has a role for every tag that the engine reads', () => {
    assert.deepEqual(
      [...SCREENED_TAGS].filter((tag) => roleOf(tag) === undefined),
      [],
    );
  });
});

const BASES: readonly Screening[] = [
  ...[APPLE, ANNUAL, BY_SHARES, UNDECIDED, NO_REPORT, PROHIBITED, PROHIBITED_WITHOUT_FIGURES, TRANSLATED],
  ...[SPLIT, STALE],
];

describe('tampered answers', () => {
  test('the answers are good before tampering', () => {
    for (const base of BASES) assert.deepEqual(recompute(base), []);
    // The service says this of a company whose facts it does not have.
    const missing = [{ code: 'facts_not_at_hand', message: 'no facts in the offline snapshot' }];
    assert.deepEqual(recompute({ ...NO_REPORT, missing }), []);
  });

  for (const { kind, base = APPLE, change, noticed } of [...TAMPERINGS, ...TAMPERINGS_IN_TIME]) {
    test(`notices ${kind}`, () => {
      const draft = draftOf(base);
      change(draft);
      assert.notDeepEqual(draft, base, 'nothing was tampered with');
      const paths = recompute(draft).map((disagreement) => disagreement.path);
      assert.ok(
        paths.some((path) => noticed.test(path)),
        `noticed at ${paths.join(', ') || 'no place'}`,
      );
    });
  }

  test('notices a last verdict beside a verdict, and one of a later date', () => {
    const last = { as_of: UNDECIDED.as_of, compliance: 'compliant', score: 70, anchor: null };
    const noticed = (base: Screening, as_of: string) =>
      recompute({ ...base, last_verdict: { ...last, as_of } }).map(({ path }) => path);
    assert.deepEqual(noticed(UNDECIDED, UNDECIDED.as_of), []);
    assert.deepEqual(noticed(UNDECIDED, '2099-01-01'), ['last_verdict.as_of']);
    assert.deepEqual(noticed(APPLE, APPLE.as_of), ['last_verdict']);
  });

  test('notices a change to any single member, except those that only the filings can prove', () => {
    const isFull = size({ quick: 0, full: 1 }) === 1;
    const unnoticed = new Set<string>();
    const kinds = new Set<string>();
    for (const [index, base] of BASES.entries()) {
      for (const [kind, paths] of Map.groupBy(leavesOf(base), kindOf)) {
        kinds.add(kind);
        const one = at(paths, index % paths.length);
        for (const path of isFull ? paths : [one]) {
          const draft = draftOf(base);
          changeLeaf(draft, path);
          if (recompute(draft).length === 0) unnoticed.add(kind);
        }
      }
    }
    assert.ok(kinds.size > 100, `only ${kinds.size} kinds of members`);
    assert.deepEqual([...unnoticed].filter((path) => !isBeyondTheAnswer(path)).sort(), []);
  });
});

/** Members that no other member repeats: a reader looks them up in the filing or the price source. */
const BEYOND_THE_ANSWER: readonly string[] = [
  'symbol',
  'name',
  'exchange',
  'sector',
  'sector_source',
  'industry.(id|name)',
  // What a sentence says beyond its verdict is that of the members beside it.
  '(methodologies.#.)?summary',
  'ratio_info.[a-z_]+.label',
  'next_report_expected',
  'as_of',
  'today',
  'facts_through',
  'engine_version',
  'business_activity.(sic_description|source|confidence)',
  'business_activity.findings.#.(label|note|source|source_url)',
  'methodologies.#.(name|edition)',
  'methodologies.#.checks.#.(source|confidence)',
  'purification.note',
  'purification.share_basis.quotes.#.(close|date|market_cap|source)',
  'market_data.(close|date|source|reason)',
  'market_data.trailing_averages.#.(months_present|average_market_cap)',
  'translation.rates.#.source',
  'missing.#.message',
  'approximations.#.(id|message)',
  // An alternative that is not the largest, a day within the slack of a fiscal quarter.
  'evidence.#.(value|period_start|period_end|filed)',
];

function isBeyondTheAnswer(path: string): boolean {
  return BEYOND_THE_ANSWER.some((pattern) => new RegExp(`^${pattern.replaceAll('.', '\\.')}$`).test(path));
}

type Path = readonly string[];

/** Without the positions in lists. */
function kindOf(path: Path): string {
  return path.join('.').replace(/\d+/g, '#');
}

/** Paths of all leaf members; for a long list, only of its first and last entries. */
function leavesOf(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const members = Object.entries(value);
  const some =
    Array.isArray(value) && members.length > 8 ? [...members.slice(0, 4), ...members.slice(-4)] : members;
  return some.flatMap(([name, member]) => leavesOf(member, [...path, name]));
}

/** Another value of the same type: a day later, one more, another word, the other truth. */
function changeLeaf(draft: object, path: Path): void {
  const holder = path.slice(0, -1).reduce<object>((value, name) => Reflect.get(value, name), draft);
  const name = path.at(-1) ?? '';
  const value: unknown = Reflect.get(holder, name);
  Reflect.set(holder, name, otherThan(value));
}

function otherThan(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'string') return 'x';
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return `${value}x`;
  return new Date(Date.parse(`${value}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

describe('any answer', () => {
  const samples = [APPLE, ANNUAL, BY_SHARES, UNDECIDED, PROHIBITED];

  test('a change of a filed value that moves any end of an amount is noticed', () => {
    const runs = size({ quick: 300, full: 1_000 });
    let moving = 0;
    fc.assert(
      fc.property(
        fc.nat(samples.length - 1),
        fc.nat(),
        fc.oneof(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.integer({ min: -1e13, max: 1e13 })),
        (sample, pick, change) => {
          const draft = draftOf(at(samples, sample));
          const entry = at(draft.evidence, pick % draft.evidence.length);
          entry.value += change;
          // The engine's own evaluation says whether the change is visible at all.
          if (!movesAnEnd(draft)) return;
          moving += 1;
          assert.notDeepEqual(recompute(draft), []);
        },
      ),
      { numRuns: runs },
    );
    assert.ok(moving > runs / 2, `only ${moving} changes moved an end`);
  });

  test('any JSON gets an answer and no exception', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        assert.ok(recompute(json).length > 0);
      }),
    );
    fc.assert(
      fc.property(fc.nat(samples.length - 1), fc.nat(), fc.jsonValue(), (sample, pick, json) => {
        const draft = draftOf(at(samples, sample));
        const leaves = leavesOf(draft);
        const path = at(leaves, pick % leaves.length);
        const holder = path.slice(0, -1).reduce<object>((value, name) => Reflect.get(value, name), draft);
        Reflect.set(holder, path.at(-1) ?? '', json);
        recompute(draft);
      }),
      { numRuns: 500 },
    );
  });
});

function movesAnEnd(draft: Draft): boolean {
  const figures = new Map(draft.evidence.map((entry) => [entry.id, entry.value]));
  figures.set('m1', draft.market_data.value ?? 0);
  const value = (expression: Expression) => evaluate(expression, (id) => figures.get(id) ?? Number.NaN);
  return Object.values(draft.amounts).some(
    ({ low, high, low_from: lowFrom, high_from: highFrom }) =>
      value(lowFrom) !== low || (highFrom !== null && value(highFrom) !== high),
  );
}
