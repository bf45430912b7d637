import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { MarketQuote } from '@screener/engine/facts';
import type { ScreenerStore } from '@screener/service/store/store';
import { readSnapshot } from '@screener/service/use-cases/read-snapshot';
import { type EncodedCompanyFacts, encodeCompanyFacts } from '@screener/sources/companyfacts/encode';

const SNAPSHOT = fileURLToPath(new URL('../../screener/data/snapshot', import.meta.url));
/** Companies per transaction. */
const BATCH = 250;

/** A real company to copy. */
interface Template {
  readonly facts: EncodedCompanyFacts;
  readonly sic: string | null;
  readonly sicDescription: string | null;
  readonly sicSource: string | null;
  readonly quotes: readonly MarketQuote[];
  /** Its last filing date: as of this date it is screened in full, not refused for old facts. */
  readonly asOf: string;
}

/** A market of any size: each company has the facts and prices of a real one, with its own CIK, ticker and filings. */
export interface SyntheticMarket {
  readonly templates: number;
  /** What the company is called, and when to screen it. */
  readonly company: (index: number) => { readonly symbol: string; readonly asOf: string };
  /** Stores the companies from `start` up to but not including `end`. */
  readonly fill: (store: ScreenerStore, start: number, end: number) => Promise<void>;
}

/** Copies of the embedded snapshot's companies, except the few with too little data to be screened. */
export async function syntheticMarket(): Promise<SyntheticMarket> {
  const templates = await readTemplates();
  const templateOf = (index: number): Template => {
    const template = templates[index % templates.length];
    if (template === undefined) throw new Error('the snapshot has no company that can be screened');
    return template;
  };
  return {
    templates: templates.length,
    company: (index) => ({ symbol: symbolOf(index), asOf: templateOf(index).asOf }),
    async fill(store, start, end) {
      for (let first = start; first < end; first += BATCH) {
        const count = Math.min(BATCH, end - first);
        await fillBatch(
          store,
          Array.from({ length: count }, (_, offset) => [first + offset, templateOf(first + offset)] as const),
        );
      }
    },
  };
}

async function readTemplates(): Promise<readonly Template[]> {
  const snapshot = await readSnapshot(SNAPSHOT);
  if (!snapshot.ok) throw new Error(snapshot.error.message);
  const { companies, tickers, quotes } = snapshot.value;
  return companies.flatMap(({ cik, facts, sic, sicDescription, sicSource }) => {
    const listed = tickers.find((ticker) => ticker.cik === cik);
    const series = listed === undefined ? undefined : quotes.get(listed.symbol);
    const asOf = facts.reports.at(-1)?.filed;
    if (series === undefined || asOf === undefined) return [];
    const encoded = JSON.parse(new TextDecoder().decode(encodeCompanyFacts(facts)));
    return [{ facts: encoded, sic, sicDescription, sicSource, quotes: series, asOf }];
  });
}

async function fillBatch(
  store: ScreenerStore,
  batch: readonly (readonly [index: number, template: Template])[],
): Promise<void> {
  const companies = batch.map(([index, template]) => {
    const cik = cikOf(index);
    const name = `Company ${index}`;
    const facts = new TextEncoder().encode(JSON.stringify(copyOf(template.facts, cik, name)));
    const factsHash = createHash('sha256').update(facts).digest('hex');
    const { sic, sicDescription, sicSource, asOf } = template;
    return { cik, name, facts, factsHash, factsThrough: asOf, sic, sicDescription, sicSource };
  });
  await store.saveCompanies(companies);
  await store.saveDetails(companies);
  await store.saveTickers(
    batch.map(([index]) => ({
      symbol: symbolOf(index),
      cik: cikOf(index),
      name: `Company ${index}`,
      exchange: 'Synthetic',
    })),
  );
  await store.saveQuotes(
    new Map(
      batch.map(([index, { quotes }]) => [
        symbolOf(index),
        quotes.map((quote) => ({ ...quote, symbol: symbolOf(index) })),
      ]),
    ),
  );
}

/** Accession numbers keep their order: like the reports, they are numbered by filing date. */
function copyOf(facts: EncodedCompanyFacts, cik: string, name: string): EncodedCompanyFacts {
  const reports = facts.reports.map(([, form, filed, ...rest], index) => {
    const accession = `${cik}-${filed.slice(2, 4)}-${String(index + 1).padStart(6, '0')}`;
    return [accession, form, filed, ...rest] as const;
  });
  return { ...facts, cik, name, reports };
}

function cikOf(index: number): string {
  return String(5_000_000_000 + index);
}

function symbolOf(index: number): string {
  return `Q${String(index).padStart(5, '0')}`;
}
