import { type ComputedNumber, evidenceIds, maxOf, minusOf, sumOf, ZERO } from '../amounts/expression.ts';
import { evidenceEntry } from '../answer.ts';
import type { CompanyFacts } from '../facts.ts';
import type { DecidedScreening } from '../screened.ts';
import type { AmountAnswer, EvidenceEntry } from '../screening.ts';
import { type Anchor, accessionsOf, selectAnchor } from '../selection/anchor.ts';
import { FactLedger } from '../selection/fact-ledger.ts';
import { FlowReader } from '../selection/trailing-twelve-months.ts';
import type { LeftOutReason, ValueFigure } from './formulas.ts';
import {
  CAPITAL_EXPENDITURE,
  counted,
  EQUITY,
  EQUITY_AND_MINORITY,
  NET_INCOME,
  OPERATING_CASH_FLOW,
  RANKED_TAGS,
  rankedConceptOf,
} from './ranked-tags.ts';

type ValueFigures = Readonly<Record<ValueFigure, ComputedNumber>>;

/** The figures of a company, each over evidence ids; or why one of them is not known. */
type FiguresRead =
  | {
      readonly kind: 'figures';
      readonly figures: ValueFigures;
      /** The figures that the screening does not read. */
      readonly evidence: readonly EvidenceEntry[];
    }
  | Unknown;

interface Unknown {
  readonly kind: 'unknown';
  readonly reason: LeftOutReason;
}

/** Ids of a ranking's own evidence: those of the screening begin with another letter. */
const ID_PREFIX = 'v';

/**
 * The figures of VALUE_FIGURES. `facts` are those that `screening` was made from.
 *
 * INVARIANT: removing a fact raises no numerator and lowers no denominator.
 */
export function readValueFigures(facts: CompanyFacts, screening: DecidedScreening): FiguresRead {
  const { market_cap, revenue, debt, cash_and_current_securities: cash } = screening.amounts;
  const price = highOf(market_cap);
  const owed = highOf(debt);
  const sales = lowOf(revenue);
  const anchor = selectAnchor(facts, screening.as_of);
  if (!anchor.ok || price === null || price.value <= 0) return unknown('market_cap_not_known');
  if (screening.translation !== null) return unknown('report_in_other_currency');
  if (!holdsRankedTags(facts)) return unknown('earnings_not_stored');
  const ledger = new FactLedger(facts, accessionsOf(anchor.value), ID_PREFIX);
  const equity = readEquity(ledger, anchor.value);
  if (equity === null) return unknown('equity_not_filed');
  if (equity.value <= 0) return unknown('equity_not_positive');
  if (sales.value <= 0) return unknown('revenue_not_known');
  if (owed === null) return unknown('debt_not_bounded');
  const flows = readYear(ledger, anchor.value);
  if ('reason' in flows) return flows;
  const figures: ValueFigures = {
    equity,
    revenue: sales,
    cash_beyond_debt: atLeastZero(minusOf(lowOf(cash), owed)),
    earnings: atLeastZero(flows.earnings),
    free_cash_flow: atLeastZero(minusOf(flows.operatingCash, flows.capitalExpenditure)),
    market_cap: price,
    market_cap_and_debt: sumOf([price, owed]),
  };
  const ids = new Set(Object.values(figures).flatMap(({ from }) => evidenceIds(from)));
  const evidence = [...ids]
    .filter((id) => id.startsWith(ID_PREFIX))
    .map((id) => evidenceEntry(screening.cik, ledger, id, rankedConceptOf));
  return { kind: 'figures', figures, evidence };
}

/** Equity of the owners at the anchor, from the anchor's own report: as filed, or all equity less the minority's. */
function readEquity(ledger: FactLedger, { report, superseded }: Anchor): ComputedNumber | null {
  const balance = (tag: string) => ledger.instant(report, tag, report.currency ?? '', superseded);
  const rest = ([all, part]: readonly [string, string]) => {
    const [whole, minority] = [balance(all), balance(part)];
    return whole === null || minority === null ? null : minusOf(whole, minority);
  };
  const found = [...EQUITY.tags.map(balance), ...EQUITY_AND_MINORITY.map(rest)];
  return counted(
    EQUITY,
    found.filter((equity) => equity !== null),
  );
}

interface YearFigures {
  readonly earnings: ComputedNumber;
  readonly operatingCash: ComputedNumber;
  readonly capitalExpenditure: ComputedNumber;
}

/** Flows over the trailing twelve months, each as filed. */
function readYear(ledger: FactLedger, anchor: Anchor): YearFigures | Unknown {
  const reader = new FlowReader(ledger, anchor, anchor.report.currency ?? '');
  const filed = ({ tags }: { readonly tags: readonly string[] }): readonly ComputedNumber[] =>
    tags.flatMap((tag) => reader.trailingTwelveMonths(tag, tag, tags)?.amount ?? []);
  const earnings = counted(NET_INCOME, filed(NET_INCOME));
  const operatingCash = counted(OPERATING_CASH_FLOW, filed(OPERATING_CASH_FLOW));
  // Payments below zero are wrong data.
  const payments = filed(CAPITAL_EXPENDITURE).filter(({ value }) => value >= 0);
  const capitalExpenditure = counted(CAPITAL_EXPENDITURE, payments);
  if (earnings === null) return unknown('earnings_not_known');
  if (operatingCash === null) return unknown('cash_flow_not_known');
  if (capitalExpenditure === null) return unknown('capital_expenditure_not_known');
  return { earnings, operatingCash, capitalExpenditure };
}

/** No filer lacks all of them for long. Facts without any were stored by a version that did not keep them. */
function holdsRankedTags({ facts }: CompanyFacts): boolean {
  return facts.some(({ tag }) => RANKED_TAGS.has(tag));
}

function unknown(reason: LeftOutReason): Unknown {
  return { kind: 'unknown', reason };
}

/** A negative numerator over a higher price would look better, not worse. */
function atLeastZero(amount: ComputedNumber): ComputedNumber {
  return maxOf([ZERO, amount]);
}

function lowOf(amount: AmountAnswer | undefined): ComputedNumber {
  return amount === undefined ? ZERO : { value: amount.low, from: amount.low_from };
}

function highOf(amount: AmountAnswer | undefined): ComputedNumber | null {
  if (amount === undefined || amount.high === null || amount.high_from === null) return null;
  return { value: amount.high, from: amount.high_from };
}
