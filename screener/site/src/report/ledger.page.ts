import { html, type Safe, url } from '@common/web/html';
import type { TranslationAnswer } from '@screener/engine/rates/translation-answer';
import type { EvidenceEntry } from '@screener/engine/screening';
import { exactly, money } from '@screener/words/numbers';
import { pageSection } from '../parts/section.page.ts';
import { dateInWords, shortDate } from '../parts/words.page.ts';
import type { Ledger, LedgerFiling, NumberedFigure } from './ledger.ts';
import { ratesTable } from './rates.page.ts';
import { inScale, type MoneyScale, scaleInWords, tagInCode } from './report-words.page.ts';

/** Lists each figure used, as filed, in the order of its number. */
export function ledgerSection(
  ledger: Ledger,
  scale: MoneyScale,
  translation: TranslationAnswer | null,
): Safe {
  const count = ledger.filings.reduce((sum, { figures }) => sum + figures.length, 0);
  return pageSection({
    id: 'evidence',
    title: 'Evidence',
    note: html`Each figure used above, as filed with the SEC. Accession numbers open the filing.<span class="print-only"> ${scaleInWords(scale)} unless it says otherwise.</span>`,
    fold: { hint: 'Every figure with its filing', result: count === 1 ? '1 figure' : `${count} figures` },
    content: html`<p class="muted small">${scaleInWords(scale)} unless it says otherwise</p>
<div class="filings">
${ledger.filings.map((filing) => filingTable(filing, scale))}${ledger.market !== null && marketTable(ledger.market, scale)}${translation !== null && ratesTable(translation)}</div>`,
  });
}

function filingTable({ first, figures }: LedgerFiling, scale: MoneyScale): Safe {
  return html`<table class="filing">
<caption>${filingTitle(first, figures)}</caption>
<tbody>
${figures.map((figure) => figureRow(figure, scale))}</tbody>
</table>
`;
}

/** Titles a filing. Its period is that of its newest figure. */
function filingTitle(
  { form, filed, accession, source_url: address }: EvidenceEntry,
  figures: readonly NumberedFigure[],
): Safe {
  const periods = figures
    .filter(({ entry }) => !entry.xbrl_tag.startsWith('dei:'))
    .map(({ entry }) => entry.period_end)
    .toSorted();
  const end = periods.at(-1) ?? figures[0]?.entry.period_end;
  return html`<strong>${form}${end !== undefined && html` to ${dateInWords(end)}`}</strong>${filed !== null && html`, filed ${dateInWords(filed)}`} · <a class="accession" href="${url(address)}">${accession ?? 'at the SEC'}</a>`;
}

function figureRow({ number, entry }: NumberedFigure, scale: MoneyScale): Safe {
  return html`<tr id="e${number}"><td class="numbering">${number}</td><th scope="row">${tagInCode(entry.xbrl_tag)}${entry.superseded.map((other) => supersededNote(other, entry, scale))}</th><td class="what">${whatItIs(entry)}</td><td class="number">${figureValue(entry.value, entry.unit, scale)}</td></tr>
`;
}

function supersededNote(
  { value, form, accession }: EvidenceEntry['superseded'][number],
  { unit }: EvidenceEntry,
  scale: MoneyScale,
): Safe {
  return html`<span class="small-text">in place of ${figureValue(value, unit, scale)} in ${form} ${accession}</span>`;
}

/** Says what a balance is evidence of. A flow gets its period instead, which its tag does not name. */
function whatItIs({ concept, xbrl_tag: tag, period_start: start, period_end: end }: EvidenceEntry): Safe {
  if (start !== null) return html`${shortDate(start)} – ${shortDate(end)}`;
  if (tag.startsWith('dei:')) return shortDate(end);
  return html`${CONCEPT_WORDS[concept] ?? concept.replaceAll('_', ' ')}`;
}

const CONCEPT_WORDS: Readonly<Record<string, string>> = {
  debt: 'borrowing',
  total_liabilities: 'all liabilities',
  liabilities_without_interest: 'owed, without interest',
  current_assets_without_interest: 'current, without interest',
  noncurrent_assets_without_interest: 'long-term, without interest',
  noncurrent_securities: 'long-term securities',
};

const SCALE_MARKS = { 1: '', 1000: ' thousand', 1000000: ' m' } as const;

function figureValue(value: number, unit: string, scale: MoneyScale): string {
  if (unit === scale.currency) return inScale(value, scale);
  return unit === 'shares'
    ? `${inScale(value, scale)}${SCALE_MARKS[scale.divisor]} shares`
    : `${exactly(value)} ${unit}`;
}

function marketTable({ number, figure }: NonNullable<Ledger['market']>, scale: MoneyScale): Safe {
  const { date, source, close, value, currency } = figure;
  const isClose = figure.figure === 'close';
  const aside =
    !isClose && close !== null && html` <span class="muted">at a close of ${money(close, currency)}</span>`;
  const shown =
    value === null ? '' : isClose ? money(value, currency) : figureValue(value, currency ?? '', scale);
  return html`<table class="filing">
<caption><strong>Price of ${date !== null && dateInWords(date)}</strong>, ${source}</caption>
<tbody>
<tr id="e${number}"><td class="numbering">${number}</td><th scope="row">${isClose ? 'Close' : 'Market capitalisation'}${aside}</th><td class="what"></td><td class="number">${shown}</td></tr>
</tbody>
</table>
`;
}
