import { multiply } from '@common/base/exact';
import type { HttpApp } from '@common/kit/http/app';
import { type Content, html, type Safe, url } from '@common/web/html';
import type { Site } from '@common/web/page-shell';
import { sendPage } from '@common/web/send-page';
import { NISAB_GRAMS, ZAKAT_RATES } from '@screener/engine/zakat/zakat';
import { words } from '../parts/language.ts';
import { contentsOf, pageSection } from '../parts/section.page.ts';
import { renderSitePage } from '../parts/site.page.ts';

const PATH = '/methodology/zakat';

/** `GET /methodology/zakat` has each rule of the zakat calculator with its source, and what no source settles. */
export function addZakatSourcesPage(app: HttpApp, site: Site): void {
  app.get(PATH, { config: { page: true }, schema: { hide: true } }, (request, reply) => {
    const { title, description } = words().zakatSources;
    const main = zakatSourcesMain();
    return sendPage(request, reply, renderSitePage(site, { title, description, main, path: PATH }));
  });
}

function zakatSourcesMain(): Safe {
  const { heading, lead, calculate, rules, counting, open } = words().zakatSources;
  const sections = [
    { id: 'rules', title: rules.title, note: rules.note, content: ruleTable() },
    { id: 'counting', title: counting.title, note: counting.note, content: sentences(counting.list) },
    { id: 'not-settled', title: open.title, note: open.note, content: sentences(open.list) },
  ];
  return html`<h1>${heading}</h1>
<p class="lead">${lead}</p>
<p><a class="alone" href="${url('/portal/zakat')}">${calculate}</a></p>
${contentsOf(sections)}
${sections.map(pageSection)}`;
}

interface Rule {
  readonly about: string;
  readonly rule: string;
  readonly source: Content;
}

const SOURCES = {
  resolution28: 'https://iifa-aifi.org/en/32294.html',
  resolution121: 'https://iifa-aifi.org/en/32840.html',
  paper: 'https://paperzz.com/doc/7453847/download-attachment',
  alKhair: 'https://alkhaircharity.org/en/zaka/3',
  nzf: 'https://help.nzf.org.uk/en/article/can-a-solar-year-be-used-for-zakat-calcualtion-2jd8ig/',
} as const;

function rulesWithSources(): readonly Rule[] {
  const said = words().zakatSources;
  const { sources } = said;
  const link = (source: keyof typeof SOURCES) =>
    html`<a href="${url(SOURCES[source])}">${sources[source]}</a>`;
  const percentOf = (year: keyof typeof ZAKAT_RATES) => `${multiply(100, ZAKAT_RATES[year])}%`;
  return [
    { ...said.payer, source: sources.of28(link('resolution28')) },
    { ...said.trade, source: sources.of28AndGuides(link('resolution28')) },
    { ...said.income, source: sources.of121(link('resolution121')) },
    { ...said.dividend, source: sources.of28Unknowing(link('resolution28')) },
    { ...said.market, source: sources.ofPaper(link('paper')) },
    {
      about: said.nisab.about,
      rule: said.nisab.rule(NISAB_GRAMS),
      source: sources.ofNisab(link('alKhair')),
    },
    {
      about: said.lunar.about,
      rule: said.lunar.rule(percentOf('lunar')),
      source: sources.of28(link('resolution28')),
    },
    {
      about: said.solar.about,
      rule: said.solar.rule(percentOf('solar')),
      source: sources.ofSolar(link('nzf')),
    },
  ];
}

function ruleTable(): Safe {
  const said = words().zakatSources.rules;
  return html`<table class="words">
<caption class="only-read">${said.caption}</caption>
<thead><tr><th scope="col">${said.about}</th><th scope="col">${said.rule}</th><th scope="col">${said.source}</th></tr></thead>
<tbody>
${rulesWithSources().map(({ about, rule, source }) => html`<tr><th scope="row">${about}</th><td data-label="${said.rule}">${rule}</td><td data-label="${said.source}">${source}</td></tr>\n`)}</tbody>
</table>
<p class="small muted">${said.unread}</p>`;
}

function sentences(texts: readonly string[]): Safe {
  return html`<ul class="sentences">
${texts.map((text) => html`<li>${text}</li>\n`)}</ul>`;
}
