import { multiply } from '@common/base/exact';
import type { HttpApp } from '@common/kit/http/app';
import { html, type Safe, url } from '@common/web/html';
import type { Site } from '@common/web/page-shell';
import { sendPage } from '@common/web/send-page';
import { NISAB_GRAMS, ZAKAT_RATES } from '@screener/engine/zakat/zakat';
import { contentsOf, pageSection } from '../parts/section.page.ts';
import { renderSitePage } from '../parts/site.page.ts';

const PATH = '/methodology/zakat';

/** `GET /methodology/zakat` has each rule of the zakat calculator with its source, and what no source settles. */
export function addZakatSourcesPage(app: HttpApp, site: Site): void {
  const main = zakatSourcesMain();
  const title = 'Zakat: rules and sources';
  const description =
    'What counts for zakat of shares held to trade and for income, the nisab and the rates, each with its source.';
  app.get(PATH, { config: { page: true }, schema: { hide: true } }, (request, reply) =>
    sendPage(request, reply, renderSitePage(site, { title, description, main, path: PATH })),
  );
}

function zakatSourcesMain(): Safe {
  return html`<h1>How we count zakat</h1>
<p class="lead">Two ways that are taught, one nisab, two rates. A calculation, not a ruling: where scholars differ, ask one.</p>
<p><a href="${url('/portal/zakat')}">Calculate your zakat</a></p>
${contentsOf(SECTIONS)}
${SECTIONS.map(pageSection)}`;
}

interface Rule {
  readonly about: string;
  readonly rule: string;
  readonly source: Safe;
}

const RESOLUTION_28 = html`International Islamic Fiqh Academy, <a href="${url('https://iifa-aifi.org/en/32294.html')}">resolution 28 (3/4)</a> of 1988, paragraph 3`;
const RESOLUTION_121 = html`The same Academy, <a href="${url('https://iifa-aifi.org/en/32840.html')}">resolution 121 (3/13)</a> of 2001`;
const NZF = 'https://help.nzf.org.uk/en/article/can-a-solar-year-be-used-for-zakat-calcualtion-2jd8ig/';

const RULES: readonly Rule[] = [
  {
    about: 'Who pays',
    rule: 'The shareholder, where the company does not. Anyone who can know from the accounts what the company would have paid on these shares pays that.',
    source: RESOLUTION_28,
  },
  {
    about: 'Held to trade',
    rule: 'Shares count at their market value on the day on which zakat is due.',
    source: html`${RESOLUTION_28}, and most guides`,
  },
  {
    about: 'Held for income',
    rule: 'Of a company that has cash, goods for trade and debts owed by solvent debtors, these count.',
    source: html`${RESOLUTION_121}. We read its preamble and its condition, not its last sentence`,
  },
  {
    about: 'Another view',
    rule: 'Shares held for income owe zakat on the dividend only, a lunar year after it was received. We do not count this way.',
    source: html`${RESOLUTION_28}, for a holder who cannot know the accounts`,
  },
  {
    about: 'A third view',
    rule: 'All shares count at their market value. Choose “to trade” for this.',
    source: html`<a href="${url('https://paperzz.com/doc/7453847/download-attachment')}">A paper in favour</a> (J. KAU: Islamic Economics 17/2, 2004)`,
  },
  {
    about: 'Nisab',
    rule: `The value of ${NISAB_GRAMS} grams of gold of 24 carats. Below it, nothing is due.`,
    source: html`<a href="${url('https://alkhaircharity.org/en/zaka/3')}">Al-Khair</a>. Others say 87.48 grams, or the value of silver`,
  },
  {
    about: 'Lunar year',
    rule: `${multiply(100, ZAKAT_RATES.lunar)}%, a quarter of a tenth.`,
    source: RESOLUTION_28,
  },
  {
    about: 'Solar year',
    rule: `${multiply(100, ZAKAT_RATES.solar)}%. By the length of the years it is 2.5% × 365.2422 ÷ 354.3671 = 2.5767%.`,
    source: html`<a href="${url(NZF)}">National Zakat Foundation</a> (Mufti Faraz Adam), citing AAOIFI`,
  },
];

const SECTIONS = [
  {
    id: 'rules',
    title: 'Rules',
    note: 'Each with the text that says so.',
    content: html`<table class="words">
<caption class="only-read">Rules of zakat on shares, with their sources</caption>
<thead><tr><th scope="col">About</th><th scope="col">Rule</th><th scope="col">Source</th></tr></thead>
<tbody>
${RULES.map(({ about, rule, source }) => html`<tr><th scope="row">${about}</th><td data-label="Rule">${rule}</td><td data-label="Source">${source}</td></tr>\n`)}</tbody>
</table>
<p class="small muted">AAOIFI’s standard on zakat is Shari’ah Standard 35. Many guides cite it for these rules; we have read none of its clauses, so we name none.</p>`,
  },
  {
    id: 'counting',
    title: 'How we count',
    note: 'From prices and from balance sheets.',
    content: sentences([
      'To trade: the value that you write in dollars; else your shares times the newest close here, whose day is shown.',
      'For income: the company’s cash, receivables and inventories in its newest balance sheet, over its shares outstanding, times your shares. A report counts for 18 months. Where a newer report is overdue, the line says so.',
      'Short-term securities of the company count with its cash unless you choose otherwise. Long-term securities, property and equipment do not count.',
      'What is not filed is a range: it can be as much as remains of the company’s current assets.',
      'What is not known is left out by name and is never zero. Where something is left out, a sum below the nisab does not mean that nothing is due.',
      'Cash in dollars in your list, and other wealth that you enter, count in full and towards the nisab.',
    ]),
  },
  {
    id: 'not-settled',
    title: 'Not settled',
    note: 'Questions for a scholar.',
    content: sentences([
      'Whether a company’s debts are deducted from its assets. We deduct none, so the amount is never smaller for it.',
      'Whether interest-bearing securities of a company count at their value.',
      'Whether your own debts are deducted. If you follow this, enter other wealth less your debts.',
      'What to do with shares of a company that fails your methodology.',
    ]),
  },
];

function sentences(texts: readonly string[]): Safe {
  return html`<ul class="sentences">
${texts.map((text) => html`<li>${text}</li>\n`)}</ul>`;
}
