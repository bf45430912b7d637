import type { CalendarDate } from '@common/base/calendar';
import type { ComputedNumber } from '../amounts/expression.ts';
import type { CompanyFacts, Fact, Report } from '../facts.ts';
import { type Choice, distinctFigures } from './filed-twice.ts';

/** A filed figure with its report, and the figures that other filings give for the same thing. */
export interface LedgerEntry {
  readonly id: string;
  readonly fact: Fact;
  readonly report: Report;
  readonly superseded: readonly { readonly fact: Fact; readonly report: Report }[];
}

/**
 * The facts of the few reports that one screening reads, by accession and tag. Each fact used gets an id, which
 * expressions refer to.
 *
 * INVARIANT: a figure is read from one designated accession. Where that report does not give it, it is missing:
 * falling back to another filing's figure could turn a removed fact into a better one.
 */
export class FactLedger {
  #facts = new Map<string, Map<string, Fact[]>>();
  #entries = new Map<Fact, LedgerEntry>();
  #byId = new Map<string, LedgerEntry>();
  #contradictions = new Map<string, number>();
  #choice: Choice = new Map();
  readonly #prefix: string;

  /** Ids are `prefix` and a number; a second ledger beside the screening's needs a prefix of its own. */
  constructor(facts: CompanyFacts, accessions: ReadonlySet<string>, prefix = 'f') {
    this.#prefix = prefix;
    for (const fact of facts.facts) {
      if (!accessions.has(fact.accession)) continue;
      const report = this.#facts.get(fact.accession) ?? new Map<string, Fact[]>();
      this.#facts.set(fact.accession, report);
      const rows = report.get(fact.tag);
      if (rows === undefined) report.set(fact.tag, [fact]);
      else rows.push(fact);
    }
  }

  /** The things that were read and that a filing gives several figures for, with the number of these. */
  get contradictions(): ReadonlyMap<string, number> {
    return this.#contradictions;
  }

  /** The same facts and entries, read with this choice among contradicting figures. */
  reading(choice: Choice): FactLedger {
    const ledger = new FactLedger({ cik: '', name: '', reports: [], facts: [] }, new Set(), this.#prefix);
    ledger.#facts = this.#facts;
    ledger.#entries = this.#entries;
    ledger.#byId = this.#byId;
    ledger.#contradictions = this.#contradictions;
    ledger.#choice = choice;
    return ledger;
  }

  /** The balances of the report at its period end, in its currency, by tag. Reading them cites none. */
  balances(report: Report): ReadonlyMap<string, number> {
    const found = new Map<string, number>();
    for (const [tag, facts] of this.#facts.get(report.accession) ?? []) {
      const fact = facts.find((one) => isBalance(one, report, report.currency ?? ''));
      if (fact !== undefined) found.set(tag, fact.value);
    }
    return found;
  }

  /** A balance at the report's period end in `unit`. */
  instant(
    report: Report,
    tag: string,
    unit: string,
    supersededReports: readonly Report[],
  ): ComputedNumber | null {
    const matches = (fact: Fact) => isBalance(fact, report, unit);
    const fact = this.#find(report, tag, matches);
    return fact === null ? null : this.#use(fact, report, this.#others(supersededReports, tag, matches));
  }

  /** A flow of the report in `unit` over the period that `spans` accepts. */
  flow(
    report: Report,
    tag: string,
    unit: string,
    spans: (start: CalendarDate, end: CalendarDate) => boolean,
  ): { readonly amount: ComputedNumber; readonly start: CalendarDate; readonly end: CalendarDate } | null {
    const fact = this.#find(
      report,
      tag,
      (row) => row.unit === unit && row.start !== null && spans(row.start, row.end),
    );
    if (fact === null || fact.start === null) return null;
    return { amount: this.#use(fact, report, []), start: fact.start, end: fact.end };
  }

  /** Whether the report gives any figure for the tag, for any period. */
  uses(report: Report, tag: string): boolean {
    return this.#facts.get(report.accession)?.has(tag) === true;
  }

  /**
   * The newest cover-page figure of the report: its date lies after the period end. One dated after the filing is a
   * typo and is not read, nor is a count that the report gives in two ways.
   */
  cover(report: Report, tag: string, unit: string): LedgerEntry | null {
    const rows = this.facts(report, tag, unit).filter(({ end }) => end <= report.filed);
    const newest = rows.reduce((latest, { end }) => (end > latest ? end : latest), '');
    const [fact, other] = distinctFigures(rows.filter(({ end }) => end === newest));
    return fact === undefined || other !== undefined ? null : this.cite(fact, report);
  }

  /** All figures that the report gives for the tag in `unit`, whatever their period. Reading them cites none. */
  facts(report: Report, tag: string, unit: string): readonly Fact[] {
    return (this.#facts.get(report.accession)?.get(tag) ?? []).filter((fact) => fact.unit === unit);
  }

  /** The entry of a figure of the report, for evidence. */
  cite(fact: Fact, report: Report): LedgerEntry {
    const { from } = this.#use(fact, report, []);
    return this.entry(String(from));
  }

  entry(id: string): LedgerEntry {
    const entry = this.#byId.get(id);
    if (entry === undefined) throw new Error(`no fact with id ${id}`);
    return entry;
  }

  #find(report: Report, tag: string, matches: (fact: Fact) => boolean): Fact | null {
    const found = this.#facts.get(report.accession)?.get(tag)?.filter(matches) ?? [];
    const [first] = found;
    if (first === undefined || found.length === 1) return first ?? null;
    const same = found.filter(({ start, end }) => start === first.start && end === first.end);
    const figures = distinctFigures(same);
    if (figures.length === 1) return figures[0] ?? null;
    const name = [first.accession, tag, first.unit, first.start, first.end].join(' ');
    this.#contradictions.set(name, figures.length);
    return figures[this.#choice.get(name) ?? 0] ?? null;
  }

  #others(reports: readonly Report[], tag: string, matches: (fact: Fact) => boolean) {
    return reports.flatMap((report) => {
      const fact = this.#find(report, tag, matches);
      return fact === null ? [] : [{ fact, report }];
    });
  }

  #use(fact: Fact, report: Report, superseded: LedgerEntry['superseded']): ComputedNumber {
    let entry = this.#entries.get(fact);
    if (entry === undefined) {
      entry = { id: `${this.#prefix}${this.#entries.size + 1}`, fact, report, superseded };
      this.#entries.set(fact, entry);
      this.#byId.set(entry.id, entry);
    }
    return { value: fact.value, from: entry.id };
  }
}

function isBalance({ start, end, unit }: Fact, report: Report, wanted: string): boolean {
  return start === null && end === report.periodEnd && unit === wanted;
}
