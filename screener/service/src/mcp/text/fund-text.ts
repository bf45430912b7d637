import type { EtfLookThrough, HoldingAnswer } from '@screener/engine/funds/fund-screening';
import { weightsOverWhole } from '@screener/words/fund-summary';
import { spaced } from '@screener/words/names';

/** How many holdings the text names; the rest is in the structured content. */
const NAMED = 10;

/** Describes a fund's holdings in a few lines: coverage and weights; in full also what fails, and what is unresolved. */
export function fundLines(fund: EtfLookThrough, isFull: boolean): readonly string[] {
  const { report, weights } = fund;
  const overWhole = weightsOverWhole(fund.net_assets, fund.total_liabilities);
  return [
    '',
    `Holdings: ${pct(fund.coverage_pct)} of net assets have a verdict (coverage)${
      report === null ? '' : `, by ${report.form} for the period to ${report.period_end}`
    }.`,
    ...(overWhole === null ? [] : [overWhole]),
    ...Object.entries(weights)
      .filter(([, { holdings: count }]) => count > 0)
      .map(
        ([bucket, { holdings: count, pct: weight }]) =>
          `- ${spaced(bucket)}: ${pct(weight)} (${count} holdings)`,
      ),
    ...(isFull ? namedLines(fund) : []),
  ];
}

function namedLines({ holdings, unresolved }: EtfLookThrough): readonly string[] {
  const failing = holdings.filter(({ compliance }) => compliance === 'non_compliant');
  return [
    ...named('Largest non-compliant holdings', failing.length, failing.map(holdingInWords)),
    ...named(
      'Largest unresolved holdings',
      unresolved.length,
      unresolved.map(
        ({ name, title, pct: weight, reason }) =>
          `- ${name ?? title ?? 'unnamed'}: ${pct(weight)}; ${reason}`,
      ),
    ),
  ];
}

function named(title: string, count: number, lines: readonly string[]): readonly string[] {
  if (count === 0) return [];
  const more = count > NAMED ? [`- and ${count - NAMED} more`] : [];
  return ['', `${title} (${count}):`, ...lines.slice(0, NAMED), ...more];
}

function holdingInWords({ symbol, company, name, pct: weight }: HoldingAnswer): string {
  return `- ${symbol ?? ''} ${company ?? name ?? ''}: ${pct(weight)}`;
}

function pct(value: number | null): string {
  return value === null ? 'weight not known' : `${Number(value.toFixed(2))} %`;
}
