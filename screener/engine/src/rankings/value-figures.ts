import { type Computed, maxOf, minusOf, sumOf, ZERO } from '../amounts/expression.ts';
import { evidenceEntry } from '../answer.ts';
import type { CompanyFacts } from '../facts.ts';
import type { AmountAnswer, EvidenceEntry, Screening } from '../screening.ts';
import { selectAnchor } from '../selection/anchor.ts';
import { FactLedger } from '../selection/fact-ledger.ts';
import type { LeftOutReason, ValueFigure } from './formulas.ts';

type ValueFigures = Readonly<Record<ValueFigure, Computed>>;

/** The figures of a company, each over evidence ids; or why one of them is not known. */
type FiguresRead =
  | { readonly kind: 'figures'; readonly figures: ValueFigures; readonly equity: EvidenceEntry }
  | { readonly kind: 'unknown'; readonly reason: LeftOutReason };

const EQUITY_TAG = 'us-gaap:StockholdersEquity';
/** The id of the equity's evidence: the screening itself reads that fact only as a bound, and not always. */
const EQUITY_ID = 'v1';

/**
 * The figures of VALUE_FIGURES. `facts` are those that `screening` was made from.
 *
 * INVARIANT: removing a fact raises no numerator and lowers no denominator. Equity is read under only one tag: a wider
 * one in its place would be larger.
 */
export function readValueFigures(facts: CompanyFacts, screening: Screening): FiguresRead {
  const { market_cap, revenue, debt, cash_and_current_securities: cash } = screening.amounts;
  const price = highOf(market_cap);
  const owed = highOf(debt);
  const sales = lowOf(revenue);
  const equity = readEquity(facts, screening);
  if (price === null || price.value <= 0) return { kind: 'unknown', reason: 'market_cap_not_known' };
  if (equity === null) return { kind: 'unknown', reason: 'equity_not_filed' };
  if (equity.value <= 0) return { kind: 'unknown', reason: 'equity_not_positive' };
  if (sales.value <= 0) return { kind: 'unknown', reason: 'revenue_not_known' };
  if (owed === null) return { kind: 'unknown', reason: 'debt_not_bounded' };
  const figures: ValueFigures = {
    equity: { value: equity.value, from: EQUITY_ID },
    revenue: sales,
    cash_beyond_debt: maxOf([ZERO, minusOf(lowOf(cash), owed)]),
    market_cap: price,
    market_cap_and_debt: sumOf([price, owed]),
  };
  return { kind: 'figures', figures, equity };
}

/** Stockholders' equity at the anchor, from the anchor's own report; null where that gives none. */
function readEquity(facts: CompanyFacts, { cik, as_of }: Screening): EvidenceEntry | null {
  const anchor = selectAnchor(facts, as_of);
  if (!anchor.ok) return null;
  const { report, superseded } = anchor.value;
  const accessions = new Set([report, ...superseded].map(({ accession }) => accession));
  const ledger = new FactLedger(facts, accessions);
  const found = ledger.instant(report, EQUITY_TAG, report.currency ?? '', superseded);
  if (found === null || typeof found.from !== 'string') return null;
  return { ...evidenceEntry(cik, ledger, found.from), id: EQUITY_ID };
}

function lowOf(amount: AmountAnswer | undefined): Computed {
  return amount === undefined ? ZERO : { value: amount.low, from: amount.low_from };
}

function highOf(amount: AmountAnswer | undefined): Computed | null {
  if (amount === undefined || amount.high === null || amount.high_from === null) return null;
  return { value: amount.high, from: amount.high_from };
}
