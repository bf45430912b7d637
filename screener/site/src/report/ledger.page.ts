import { html, type Safe, url } from '@common/web/html';
import type { TranslationAnswer } from '@screener/engine/rates/translation-answer';
import type { EvidenceEntry } from '@screener/engine/screening';
import { exactly, leftToRight, money } from '../parts/in-words.ts';
import { words } from '../parts/language.ts';
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
  const said = words().report.ledger;
  const unless = said.unless(scaleInWords(scale));
  return pageSection({
    id: 'evidence',
    title: said.title,
    note: html`${said.note}<span class="print-only"> ${unless}.</span>`,
    fold: { hint: said.hint, result: said.count(count) },
    content: html`<p class="muted small">${unless}</p>
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
  const { ledger: said, reportTo } = words().report;
  const report = html`<strong>${end === undefined ? leftToRight(form) : reportTo(form, dateInWords(end))}</strong>`;
  const told = filed === null ? report : said.filed(report, dateInWords(filed));
  return html`${told} · <a class="accession" href="${url(address)}">${accession === null ? said.atTheSec : html`<bdi>${accession}</bdi>`}</a>`;
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
  return html`<span class="small-text">${words().report.ledger.inPlaceOf(figureValue(value, unit, scale), form, accession)}</span>`;
}

/** Says what a balance is evidence of. A flow gets its period instead, which its tag does not name. */
function whatItIs({ concept, xbrl_tag: tag, period_start: start, period_end: end }: EvidenceEntry): Safe {
  if (start !== null) return html`${shortDate(start)} – ${shortDate(end)}`;
  if (tag.startsWith('dei:')) return shortDate(end);
  return html`${words().report.ledger.concept(concept)}`;
}

function figureValue(value: number, unit: string, scale: MoneyScale): string {
  if (unit === scale.currency) return inScale(value, scale);
  return unit === 'shares'
    ? words().report.ledger.shares(inScale(value, scale), scale.divisor)
    : `${exactly(value)} ${leftToRight(unit)}`;
}

function marketTable({ number, figure }: NonNullable<Ledger['market']>, scale: MoneyScale): Safe {
  const { date, source, close, value, currency } = figure;
  const isClose = figure.figure === 'close';
  const said = words().report.ledger;
  const aside =
    !isClose && close !== null && html` <span class="muted">${said.atClose(money(close, currency))}</span>`;
  const title = html`<strong>${said.priceOf(html`${date !== null && dateInWords(date)}`)}</strong>`;
  const shown =
    value === null ? '' : isClose ? money(value, currency) : figureValue(value, currency ?? '', scale);
  return html`<table class="filing">
<caption>${said.captionFrom(title, html`<bdi>${source}</bdi>`)}</caption>
<tbody>
<tr id="e${number}"><td class="numbering">${number}</td><th scope="row">${isClose ? said.close : said.capitalisation}${aside}</th><td class="what"></td><td class="number">${shown}</td></tr>
</tbody>
</table>
`;
}
