import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unwrap } from '@common/base/result';
import { size } from '@common/kit/testing/size';
import type { CompanyFacts, Fact, Report } from '@screener/engine/facts';
import { decodeCompanyFacts } from '../../src/companyfacts/decode.ts';
import { describeReports } from '../../src/companyfacts/describe-reports.ts';
import { encodeCompanyFacts } from '../../src/companyfacts/encode.ts';
import { pruneToUsable } from '../../src/companyfacts/prune.ts';
import { parseCompanyFacts, readCompanyFacts } from '../../src/companyfacts/read.ts';
import { parseWantedTags } from '../../src/companyfacts/wanted-tags.ts';
import { parseSubmissions } from '../../src/submissions.ts';
import { type GivenFile, givenFiles } from '../given-files.ts';
import { STATEMENT_TAGS } from './statement-tags.ts';

const ABSENT = '../shared/data/companyfacts absent';
/** One report in so many is tried. */
const EACH = size({ quick: 45, full: 9 });
/** One file in so many is cut short. */
const CUT_EACH = size({ quick: 16, full: 1 });
/** One usual file in so many is read by both readers. */
const BOTH_EACH = size({ quick: 8, full: 1 });
/** Re-indented, or without facts: read by the full parse. */
const UNUSUAL = /_SNOW_|_LPA_|_EMPTY_FACTS/;

let known: readonly (readonly [string, CompanyFacts])[] | undefined;

/** Read once for all tests. */
function allFacts(files: Iterable<GivenFile>): readonly (readonly [string, CompanyFacts])[] {
  known ??= Array.from(
    files,
    ({ name, bytes }) => [name, unwrap(readCompanyFacts(bytes, STATEMENT_TAGS))] as const,
  );
  return known;
}

test('a real file reads the same with both readers, and the usual layout needs no full parse', (t) => {
  const files = givenFiles('companyfacts');
  if (files === null) return t.skip(ABSENT);
  let nth = 0;
  for (const file of files) {
    nth += 1;
    if (nth % BOTH_EACH !== 0 && !UNUSUAL.test(file.name)) continue;
    const { name, bytes } = file;
    const parsed = unwrap(parseCompanyFacts(bytes, STATEMENT_TAGS));
    assert.deepEqual(unwrap(readCompanyFacts(bytes, STATEMENT_TAGS)), parsed, name);
    assert.equal(parseWantedTags(bytes, STATEMENT_TAGS) === null, UNUSUAL.test(name), name);
    assert.equal(parsed.cik, /^CIK(\d{10})/.exec(name)?.[1]);
  }
});

test('a real file that is cut short or has more after it is refused by both', (t) => {
  const files = givenFiles('companyfacts');
  if (files === null) return t.skip(ABSENT);
  let nth = 0;
  for (const file of files) {
    nth += 1;
    if (nth % CUT_EACH !== 0) continue;
    const { name, bytes } = file;
    const lengths = [0, 1, Math.floor(bytes.length / 3), bytes.length - 7, bytes.length - 1];
    const broken = [
      ...lengths.map((length) => bytes.subarray(0, length)),
      Buffer.concat([bytes, Buffer.from('}')]),
    ];
    for (const damaged of bytes.length < 1_200_000 ? broken : broken.slice(4)) {
      const read = readCompanyFacts(damaged, STATEMENT_TAGS);
      assert.ok(!read.ok, name);
      assert.equal(read.error.code, 'corrupt_companyfacts');
      assert.deepEqual(read, parseCompanyFacts(damaged, STATEMENT_TAGS));
    }
  }
});

test("a report's period end is the SEC's report date", (t) => {
  const files = givenFiles('companyfacts');
  const submissions = givenFiles('submissions');
  if (files === null || submissions === null) return t.skip(ABSENT);
  const reportDates = new Map<string, string>();
  for (const { bytes } of submissions) {
    for (const { accession, reportDate } of unwrap(parseSubmissions(bytes)).filings) {
      if (reportDate !== null) reportDates.set(accession, reportDate);
    }
  }
  const checked = new Set<string>();
  for (const [name, company] of allFacts(files)) {
    for (const report of company.reports) {
      const reportDate = reportDates.get(report.accession);
      if (reportDate === undefined) continue;
      assert.equal(report.periodEnd, reportDate, `${name} ${report.accession}`);
      checked.add(report.accession);
    }
  }
  assert.ok(checked.size >= 300, `${checked.size} filings checked`);
});

test('removing any one fact moves neither the period end nor the currency of its report', (t) => {
  const files = givenFiles('companyfacts');
  if (files === null) return t.skip(ABSENT);
  let tried = 0;
  for (const [name, company] of allFacts(files)) {
    const sample = company.reports.filter((_, index) => index % EACH === 4);
    for (const report of sample) {
      const facts = company.facts.filter((fact) => fact.accession === report.accession);
      for (const removed of facts) {
        const rest = facts.filter((fact) => fact !== removed);
        const moved = describeOne(rest, report);
        assert.deepEqual({ ...moved, factCount: 0 }, { ...report, factCount: 0 }, `${name} ${removed.tag}`);
        tried += 1;
      }
    }
  }
  assert.ok(tried > 90_000 / EACH);
});

test('pruning only drops, keeps the order, and keeps what a screening at the period end reads', (t) => {
  const files = givenFiles('companyfacts');
  if (files === null) return t.skip(ABSENT);
  for (const [name, company] of allFacts(files)) {
    const pruned = pruneToUsable(company);
    assert.deepEqual(pruned.reports, company.reports);
    const kept = new Set(pruned.facts);
    assert.deepEqual(
      pruned.facts,
      company.facts.filter((fact) => kept.has(fact)),
      name,
    );
    assert.deepEqual(pruneToUsable(pruned), pruned);
    const periodEnds = new Map(company.reports.map((report) => [report.accession, report.periodEnd]));
    const needed = company.facts.filter(
      (fact) => fact.tag.startsWith('dei:') || fact.end === periodEnds.get(fact.accession),
    );
    assert.ok(
      needed.every((fact) => kept.has(fact)),
      name,
    );
    if (company.facts.length > 0) assert.ok(pruned.facts.length < company.facts.length, name);
  }
});

test('a real file survives encoding and decoding, and its stored form is small', (t) => {
  const files = givenFiles('companyfacts');
  if (files === null) return t.skip(ABSENT);
  for (const [name, company] of allFacts(files)) {
    for (const facts of [company, pruneToUsable(company)]) {
      const stored = encodeCompanyFacts(facts);
      assert.deepEqual(unwrap(decodeCompanyFacts(stored)), facts, name);
      assert.ok(stored.length < 60 * facts.facts.length + 100 * facts.reports.length + 200, name);
    }
  }
});

test('foreign filers: TSMC reports in TWD though it translates into dollars, Agnico Eagle in dollars', (t) => {
  const files = givenFiles('companyfacts');
  if (files === null) return t.skip(ABSENT);
  const currencies = new Map(
    allFacts(files).map(([, { cik, reports }]) => [cik, new Set(reports.map(({ currency }) => currency))]),
  );
  assert.deepEqual(currencies.get('0001046179'), new Set(['TWD']));
  assert.deepEqual(currencies.get('0000002809'), new Set(['USD']));
});

function describeOne(facts: readonly Fact[], report: Report): Report | undefined {
  const series = facts.map((fact) => ({ tag: fact.tag, unit: fact.unit, facts: [fact] }));
  return describeReports(series, [report])[0];
}
