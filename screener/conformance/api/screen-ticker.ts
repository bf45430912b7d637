import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import {
  asList,
  asObject,
  type Description,
  type Json,
  type JsonObject,
} from '@common/kit/testing/described';
import { METHODOLOGIES } from '@screener/engine/methodologies/rule-sets';
import { testOf } from '../rows/rows.ts';
import { snapshotTickers } from './service.ts';
import { describedOnce, service } from './shared.ts';

const PATH = '/v1/screen/{ticker}';
const { withFacts } = snapshotTickers();
/** A listed company without facts, and a filer with an empty file of them. */
const COMPANIES = [...withFacts, 'KO', 'CIK0000002110'];
const FUNDS = ['SPUS', 'VOO'];
const TICKERS = [...COMPANIES, ...FUNDS];
const REQUESTS = ['', '?as_of=2021-05-01', '?rules=classic', '?rules=classic&as_of=2024-06-28'];

describe(testOf('GET /v1/screen/{ticker}'), () => {
  let description: Description;
  before(async () => {
    description = await describedOnce();
  });

  test('every answer is as described: each field documented, none beside them', async () => {
    const verdicts = new Set<Json | undefined>();
    for (const ticker of TICKERS) {
      for (const query of REQUESTS) {
        const answer = await service.get(`/v1/screen/${ticker}${query}`);
        assert.equal(answer.status, 200, `${ticker}${query}: ${answer.text}`);
        assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
        description.holds(PATH, 200, answer.json(), `${ticker}${query}`);
        verdicts.add(dataOf(answer.json()).compliance);
      }
    }
    // Otherwise the test would have covered less than it claims.
    assert.deepEqual(verdicts, new Set(['compliant', 'questionable', 'non_compliant', 'not_screenable']));
  });

  test('the description allows neither an extra nor a missing field', async () => {
    const body = (await service.get('/v1/screen/AAPL')).json();
    assert.ok(description.accepts(PATH, 200, body));
    for (const { what, changed } of changedBodies(asObject(body, 'the body'))) {
      assert.ok(!description.accepts(PATH, 200, changed), `${what} was accepted`);
    }
  });

  test('the documented names and types, to the letter', async () => {
    for (const ticker of COMPANIES) {
      const body = asObject((await service.get(`/v1/screen/${ticker}`)).json(), 'the body');
      assert.deepEqual(Object.keys(body), ['success', 'error', 'data']);
      assert.equal(body.success, true);
      assert.equal(body.error, null);
      isScreeningResult(dataOf(body));
    }
  });

  test('a fund has them too, with the verdict of each holding and the coverage', async () => {
    for (const ticker of FUNDS) {
      const data = dataOf((await service.get(`/v1/screen/${ticker}?holdings=all`)).json());
      assert.equal(data.symbol, ticker);
      assert.ok(VERDICTS.includes(String(data.compliance)));
      const methodologies = asList(data.methodologies, 'methodologies');
      assert.equal(methodologies.length, METHODOLOGIES.length);
      for (const entry of methodologies) isMethodology(asObject(entry, 'a methodology'));
      const found = asObject(data.etf_look_through, 'etf_look_through');
      const { coverage_pct: coverage } = found;
      assert.ok(isNumber(coverage) && coverage > 0 && coverage <= 100);
      const holdings = asList(found.holdings, 'holdings').map((holding) => asObject(holding, 'a holding'));
      assert.ok(holdings.length >= 200);
      for (const { compliance } of holdings) {
        assert.ok(compliance === null || VERDICTS.includes(String(compliance)));
      }
      const [netAssets] = asList(data.evidence, 'evidence');
      assert.equal(asObject(netAssets, 'evidence').form, 'NPORT-P');
    }
  });

  test('every reference in an answer resolves within it', async () => {
    for (const ticker of withFacts) {
      for (const query of REQUESTS) {
        const data = dataOf((await service.get(`/v1/screen/${ticker}${query}`)).json());
        refersToItself(data, `${ticker}${query}`);
      }
    }
  });

  test('every response states the market-cap approximation', async () => {
    for (const ticker of TICKERS) {
      const { approximations } = dataOf((await service.get(`/v1/screen/${ticker}`)).json());
      assert.match(JSON.stringify(approximations), /point in time/);
    }
  });

  test('the date screened and the source are named', async () => {
    const data = dataOf((await service.get('/v1/screen/AAPL')).json());
    // The last day for which the snapshot knows Apple's filings.
    assert.equal(data.as_of, '2026-04-23');
    assert.equal(data.data_source, 'snapshot');
    assert.equal(data.rules, 'current');
    const past = dataOf((await service.get('/v1/screen/AAPL?as_of=2021-05-01&rules=classic')).json());
    assert.equal(past.as_of, '2021-05-01');
    assert.equal(past.rules, 'classic');
  });

  test('refusals are as described', async () => {
    const refusals: readonly (readonly [string, number])[] = [
      ['/v1/screen/A!B', 400],
      ['/v1/screen/ZZZZZ', 404],
      ['/v1/screen/AAPL?rules=modern', 422],
      ['/v1/screen/AAPL?as_of=2021-02-30', 422],
      ['/v1/screen/AAPL?unknown=1', 422],
    ];
    for (const [path, status] of refusals) {
      const answer = await service.get(path);
      assert.equal(answer.status, status, path);
      description.holds(PATH, status, answer.json(), path);
      if (status !== 422) assert.equal(asObject(answer.json(), path).success, false);
    }
  });
});

function dataOf(body: unknown): JsonObject {
  return asObject(asObject(body, 'the body').data, 'data');
}

const VERDICTS = ['compliant', 'questionable', 'non_compliant', 'not_screenable'];

/** The interface document, 2.2. A ratio that nothing bounds is null (ADR 0009). */
function isScreeningResult(data: JsonObject): void {
  isText(data.symbol, 'symbol');
  assert.ok(VERDICTS.includes(String(data.compliance)));
  assert.ok(isNumber(data.score) && data.score >= 0 && data.score <= 100, 'score');
  for (const [concept, component] of Object.entries(asObject(data.components, 'components'))) {
    const { score, max } = asObject(component, concept);
    assert.ok(isNumber(score) && isNumber(max) && score >= 0 && score <= max, concept);
  }
  const ratios = Object.entries(asObject(data.ratios, 'ratios'));
  assert.ok(ratios.some(([name]) => name === 'debt_to_market_cap'));
  for (const [name, value] of ratios) assert.ok(value === null || isNumber(value), name);
  const methodologies = asList(data.methodologies, 'methodologies');
  assert.equal(methodologies.length, METHODOLOGIES.length);
  for (const entry of methodologies) isMethodology(asObject(entry, 'a methodology'));
  const { pct_of_dividends_and_gains: pct } = asObject(data.purification, 'purification');
  assert.ok(pct === null || isNumber(pct), 'pct_of_dividends_and_gains');
  for (const entry of asList(data.evidence, 'evidence')) isEvidence(asObject(entry, 'an entry of evidence'));
  assert.ok(Object.hasOwn(data, 'approximations'));
  // Not an ETF, and overlays were not requested.
  assert.ok(!Object.hasOwn(data, 'etf_look_through') && !Object.hasOwn(data, 'overlays'));
}

function isMethodology(methodology: JsonObject): void {
  isText(methodology.name, 'name');
  assert.equal(typeof methodology.passed, 'boolean');
  const checks = asList(methodology.checks, 'checks').map((check) => asObject(check, 'a check'));
  assert.ok(checks.length > 0);
  for (const check of checks) {
    isText(check.ratio, 'ratio');
    assert.ok(check.value === null ? check.passed === false : isNumber(check.value), 'value');
    assert.ok(isNumber(check.threshold), 'threshold');
    assert.equal(typeof check.passed, 'boolean');
  }
  // All checks, and nothing else, make a methodology pass.
  assert.equal(
    methodology.passed,
    checks.every((check) => check.passed),
  );
}

function isEvidence(entry: JsonObject): void {
  for (const name of ['concept', 'xbrl_tag', 'form', 'period_end', 'accession', 'source_url']) {
    isText(entry[name], name);
  }
  assert.ok(isNumber(entry.value), 'value');
  assert.match(String(entry.period_end), /^\d{4}-\d{2}-\d{2}$/);
  assert.match(String(entry.accession), /^\d{10}-\d{2}-\d{6}$/);
  const url = new URL(String(entry.source_url));
  assert.equal(url.origin, 'https://www.sec.gov');
  assert.ok(url.pathname.includes(String(entry.accession)), String(entry.source_url));
}

function isText(value: Json | undefined, what: string): void {
  assert.ok(typeof value === 'string' && value !== '', what);
}

function isNumber(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** Ids in expressions are in the evidence or the market data; checks name amounts; each ratio belongs to a check. */
function refersToItself(data: JsonObject, about: string): void {
  const evidence = asList(data.evidence, 'evidence').map((entry) => asObject(entry, 'evidence').id);
  assert.equal(new Set(evidence).size, evidence.length, `${about}: two of one id`);
  const known = new Set([...evidence, asObject(data.market_data, 'market_data').id]);
  const amounts = asObject(data.amounts, 'amounts');
  for (const [name, amount] of Object.entries(amounts)) {
    const { low_from: low, high_from: high } = asObject(amount, name);
    for (const id of [...idsIn(low), ...idsIn(high)])
      assert.ok(known.has(id), `${about}: ${name} rests on ${id}`);
  }
  const checks = asList(data.methodologies, 'methodologies').flatMap((methodology) =>
    asList(asObject(methodology, 'a methodology').checks, 'checks').map((check) =>
      asObject(check, 'a check'),
    ),
  );
  const ratios = Object.keys(asObject(data.ratios, 'ratios'));
  assert.deepEqual(new Set(ratios), new Set(checks.map((check) => check.ratio)));
  if (Object.keys(amounts).length === 0) return;
  for (const { numerator, denominator } of checks) {
    assert.ok(Object.hasOwn(amounts, String(numerator)) && Object.hasOwn(amounts, String(denominator)));
  }
}

function idsIn(expression: Json | undefined): readonly string[] {
  if (typeof expression === 'string') return [expression];
  if (typeof expression !== 'object' || expression === null) return [];
  return Object.values(expression).flatMap((part: Json) => idsIn(part));
}

/** The body with one extra member, or one missing, at each place that has named members. */
function* changedBodies(body: JsonObject): Generator<{ readonly what: string; readonly changed: Json }> {
  for (const place of namedPlaces(body, [])) {
    const { steps, members } = place;
    const where = steps.join('.') || 'the body';
    yield { what: `an extra member of ${where}`, changed: withAt(body, steps, { ...members, surplus: 1 }) };
    for (const name of Object.keys(members)) {
      const { [name]: _gone, ...rest } = members;
      yield { what: `${where} without ${name}`, changed: withAt(body, steps, rest) };
    }
  }
}

/** Objects keyed by a concept or a ratio, not with fixed members. */
const KEYED = new Set(['components', 'ratios', 'ratio_info', 'amounts']);
const EXPRESSIONS = new Set(['low_from', 'high_from', 'income_from']);

function* namedPlaces(
  node: Json,
  steps: readonly string[],
): Generator<{ readonly steps: readonly string[]; readonly members: JsonObject }> {
  if (typeof node !== 'object' || node === null) return;
  const isList = Array.isArray(node);
  const last = steps.at(-1) ?? '';
  if (EXPRESSIONS.has(last)) return;
  const children = Object.entries(node);
  if (!isList && !KEYED.has(last)) yield { steps, members: node as JsonObject };
  // Entries of a list are of one kind: the first is enough.
  for (const [name, child] of isList ? children.slice(0, 1) : children) {
    yield* namedPlaces(child, [...steps, name]);
  }
}

function withAt(node: Json, steps: readonly string[], value: Json): Json {
  const [step, ...rest] = steps;
  if (step === undefined) return value;
  if (Array.isArray(node)) {
    return node.map((child: Json, index) => (String(index) === step ? withAt(child, rest, value) : child));
  }
  const object = asObject(node, step);
  return { ...object, [step]: withAt(object[step] ?? null, rest, value) };
}
