import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addDays } from '@common/base/calendar';
import { decodeCompanyFacts } from '@screener/edgar/companyfacts/decode';
import type { CompanyFacts } from '@screener/engine/facts';
import { RULE_SET_IDS } from '@screener/engine/methodologies/methodology';
import type { Listing, ScreenerStore } from '../src/store/store.ts';
import { toCompanyRecord } from '../src/use-cases/live-facts.ts';
import type { ScreenAnswer } from '../src/use-cases/screen-ticker.ts';
import { clockAt, makeApp } from './app-under-test.ts';
import { useSnapshotStore } from './snapshot-store.ts';

const clock = clockAt('2030-06-15T12:00:00Z');
const snapshot = useSnapshotStore(clock);

describe('a screening at a past date', () => {
  test('cites nothing filed or quoted later', async (t) => {
    const deps = snapshot.shared();
    const app = await makeApp(t, deps);
    let cited = 0;
    for (const listing of await deps.store.listingsWithFacts(null, 1_000)) {
      const facts = await factsOf(deps.store, listing);
      const filedAt = new Map(facts.reports.map((report) => [report.accession, report.filed]));
      for (const [index, date] of [...datesAround(facts), '2021-03-31', '2023-12-31'].entries()) {
        const rules = RULE_SET_IDS[index % RULE_SET_IDS.length];
        const answer = await app.screen(`${listing.symbol}?as_of=${date}&rules=${rules}`);
        cited += answer.evidence.length;
        for (const { what, on } of datesIn(answer, filedAt)) {
          assert.ok(on <= date, `${listing.symbol} as of ${date}: ${what} is of ${on}`);
        }
      }
    }
    // The test means nothing without evidence.
    assert.ok(cited > 3_000, `${cited} entries of evidence`);
  });

  test('is the same as from a store that ends at that date', async (t) => {
    const full = snapshot.shared();
    const truncated = await (await snapshot.copy(t)).open();
    const fullApp = await makeApp(t, full);
    const truncatedApp = await makeApp(t, truncated, 0);
    let screened = 0;
    for (const listing of await full.store.listingsWithFacts(null, 1_000)) {
      const facts = await factsOf(full.store, listing);
      for (const date of datesAround(facts)) {
        const record = toCompanyRecord(factsUntil(facts, date));
        await truncated.store.saveCompanies([{ ...record, name: listing.name }]);
        const quotes = (await full.store.quotes(listing.symbol)).filter((quote) => quote.date <= date);
        await truncated.store.saveQuotes(new Map([[listing.symbol, quotes]]));
        const request = `${listing.symbol}?as_of=${date}`;
        const expected = withoutAge(await fullApp.screen(request));
        assert.deepEqual(withoutAge(await truncatedApp.screen(request)), expected, request);
        if (expected.anchor !== null) screened += 1;
      }
    }
    assert.ok(screened > 100, `${screened} screenings of a report`);
  });

  test('a future date is refused, today is not', async (t) => {
    const app = await makeApp(t, snapshot.shared());
    assert.equal((await app.get('/v1/screen/AAPL?as_of=2030-06-15')).status, 200);
    assert.equal((await app.get('/v1/screen/AAPL?as_of=2030-06-16')).status, 422);
  });
});

async function factsOf(store: ScreenerStore, listing: Listing): Promise<CompanyFacts> {
  const blob = await store.facts(listing.cik);
  const decoded = blob === null ? null : decodeCompanyFacts(blob);
  assert.ok(decoded?.ok, `facts of ${listing.symbol}`);
  return decoded.value;
}

/** A filing's date and the day before it, from the middle and the end of the filer's history. */
function datesAround({ reports }: CompanyFacts): readonly string[] {
  const dates = reports.map((report) => report.filed).sort();
  const chosen = [dates[dates.length >> 1], dates.at(-2)].filter((date) => date !== undefined);
  return [...new Set(chosen.flatMap((date) => [addDays(date, -1), date]))];
}

function factsUntil(facts: CompanyFacts, date: string): CompanyFacts {
  const reports = facts.reports.filter((report) => report.filed <= date);
  const accessions = new Set(reports.map((report) => report.accession));
  return { ...facts, reports, facts: facts.facts.filter((fact) => accessions.has(fact.accession)) };
}

/** Every date in an answer that says when something was known; with an accession, the filing's own date. */
function datesIn(
  answer: ScreenAnswer,
  filedAt: ReadonlyMap<string, string>,
): readonly { readonly what: string; readonly on: string }[] {
  const filed = (accession: string) => filedAt.get(accession) ?? `(${accession} is unknown)`;
  const { anchor, market_data: market } = answer;
  return [
    ...answer.evidence.flatMap((entry) => [
      { what: `${entry.xbrl_tag} (filed)`, on: entry.filed ?? 'not known' },
      { what: `${entry.xbrl_tag} (${entry.accession})`, on: filed(entry.accession ?? '') },
      { what: `${entry.xbrl_tag} (period)`, on: entry.period_end },
      ...entry.superseded.map(({ accession }) => ({ what: 'a superseded figure', on: filed(accession) })),
    ]),
    ...(anchor === null
      ? []
      : [
          { what: 'the report', on: filed(anchor.accession) },
          { what: 'the report’s period', on: anchor.period_end },
        ]),
    ...(market.date === null ? [] : [{ what: 'the price', on: market.date }]),
  ];
}

/** Without the members that say how far the stored facts reach, which differs between the two stores. */
function withoutAge(answer: ScreenAnswer): ScreenAnswer {
  return {
    ...answer,
    facts_through: null,
    approximations: answer.approximations.filter((entry) => entry.id !== 'facts_end_early'),
  };
}
