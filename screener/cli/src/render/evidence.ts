import { daysBetween } from '@common/base/calendar';
import type { EvidenceEntry, Screening } from '@screener/engine/screening';
import { spaced } from '@screener/words/names';
import { type Page, wrap } from './layout.ts';
import { money } from './numbers.ts';
import { link, paint } from './terminal.ts';
import { shortTag } from './words.ts';

const DAYS_PER_MONTH = 365.25 / 12;

/**
 * Lists the figures filing by filing, so that a reader opens each once: by concept, with tag, value and
 * period.
 */
export function evidenceLines(page: Page, screening: Screening, showUrls: boolean): readonly string[] {
  const { evidence } = screening;
  if (evidence.length === 0) return ['  none'];
  const columns: Columns = {
    unit: mainUnit(screening),
    value: Math.max(...evidence.map((entry) => money(entry.value).length)),
    period: Math.max(...evidence.map((entry) => periodOf(entry).length)),
  };
  const filings = [...Map.groupBy(evidence, (entry) => entry.accession).values()];
  const blocks = filings.map((entries) => filingBlock(page, entries, columns, showUrls));
  return blocks.flatMap((block, index) => (index === 0 ? block : ['', ...block]));
}

/** Returns the unit of most figures. It is named once, and only other units are marked. */
export function mainUnit(screening: Screening): string | null {
  return screening.amounts.total_assets?.unit ?? screening.evidence[0]?.unit ?? null;
}

/** The column widths over all filings. */
interface Columns {
  readonly unit: string | null;
  readonly value: number;
  readonly period: number;
}

function filingBlock(
  page: Page,
  entries: readonly EvidenceEntry[],
  columns: Columns,
  showUrls: boolean,
): readonly string[] {
  const [filing] = entries;
  if (filing === undefined) return [];
  const concepts = [...Map.groupBy(entries, (entry) => entry.concept)];
  return [
    ...filingLines(page, filing, showUrls || !page.terminal.hyperlinks),
    ...concepts.flatMap(([concept, figures]) => [
      `    ${paint(page.terminal, 'dim', spaced(concept))}`,
      ...figures.flatMap((entry) => entryLines(page, entry, columns)),
    ]),
  ];
}

function filingLines(page: Page, filing: EvidenceEntry, showUrl: boolean): readonly string[] {
  const { form, filed, accession, source_url: url } = filing;
  const bold = (line: string) => paint(page.terminal, 'bold', line);
  if (accession === null || url === null) {
    return wrap(`${form} for ${filing.period_end}, filing unknown`, page.width, 2, 4).map(bold);
  }
  return [
    ...wrap(`${form} filed ${filed}, accession ${accession}`, page.width, 2, 4).map((line) =>
      bold(line.replace(accession, link(page.terminal, url, accession))),
    ),
    ...(showUrl ? [`  ${paint(page.terminal, 'dim', url)}`] : []),
  ];
}

function entryLines(page: Page, entry: EvidenceEntry, columns: Columns): readonly string[] {
  const value = money(entry.value).padStart(columns.value);
  const unit = entry.unit === columns.unit ? '' : ` (${entry.unit})`;
  const start = Math.max(4, page.width - columns.value - 2 - columns.period);
  const figure = `${value}  ${periodOf(entry)}${unit}`;
  const tag = `      ${shortTag(entry.xbrl_tag)}`;
  const others = entry.superseded.flatMap((other) =>
    wrap(`in place of ${money(other.value)} in ${other.form} ${other.accession}`, page.width, 8),
  );
  return tag.length + 2 <= start
    ? [`${tag.padEnd(start)}${figure}`, ...others]
    : [tag, `${' '.repeat(start)}${figure}`, ...others];
}

/** Writes a period: `2025-12-27` for a balance, `12 months to 2025-09-27` for a flow. */
export function periodOf(entry: Pick<EvidenceEntry, 'period_start' | 'period_end'>): string {
  if (entry.period_start === null) return entry.period_end;
  const months = Math.round((daysBetween(entry.period_start, entry.period_end) + 1) / DAYS_PER_MONTH);
  return `${months} ${months === 1 ? 'month' : 'months'} to ${entry.period_end}`;
}
