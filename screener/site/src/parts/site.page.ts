import { type Assets, loadAssets } from '@common/web/assets';
import { html, type Safe, url } from '@common/web/html';
import { marked } from '@common/web/mark';
import {
  BASE_STYLE,
  CHART_STYLE,
  FORM_STYLE,
  type Page,
  renderPage,
  type Site,
  siteLink,
} from '@common/web/page-shell';
import { DIRECTIONS, LANGUAGE_NAMES, LANGUAGES, type Language } from '@screener/words/language';
import type { Foot } from './foot.page.ts';
import { LANGUAGE_QUERY } from './language.http.ts';
import { address, language, words } from './language.ts';
import { PUBLIC_PAGES } from './public-pages.ts';

/** What each room styles, in the order in which it applies: one sheet for all pages, which a browser loads once. */
const STYLES = [
  BASE_STYLE,
  new URL('../fonts/fonts.css', import.meta.url),
  FORM_STYLE,
  new URL('./site.css', import.meta.url),
  new URL('../accounts/account.css', import.meta.url),
  new URL('./public.css', import.meta.url),
  CHART_STYLE,
  new URL('../report/history.css', import.meta.url),
  new URL('../report/report.css', import.meta.url),
  new URL('../report/checks.css', import.meta.url),
  new URL('../report/alternatives.css', import.meta.url),
  new URL('../report/headroom.css', import.meta.url),
  new URL('../report/no-verdict.css', import.meta.url),
  new URL('../report/workings.css', import.meta.url),
  new URL('../report/fund.css', import.meta.url),
  new URL('../report/compare.css', import.meta.url),
  new URL('../start-page/start-page.css', import.meta.url),
  new URL('../start-page/several.css', import.meta.url),
  new URL('../suggest/suggest.css', import.meta.url),
  new URL('../rankings/rankings.css', import.meta.url),
  new URL('../watchlist/dashboard.css', import.meta.url),
  new URL('../portfolio/portfolio.css', import.meta.url),
  new URL('../purification/purification.css', import.meta.url),
  new URL('../zakat/zakat.css', import.meta.url),
  new URL('../blog/blog.css', import.meta.url),
  new URL('../admin/admin.css', import.meta.url),
  new URL('../report/report-print.css', import.meta.url),
];

const FILES = {
  'site.css': STYLES,
  'arabic.css': new URL('../fonts/arabic.css', import.meta.url),
  // Follows the library's own, on that page alone.
  'docs.css': new URL('../developers/docs.css', import.meta.url),
  'noto-naskh-arabic.woff2': new URL('../fonts/noto-naskh-arabic.woff2', import.meta.url),
  'ibm-plex-sans-arabic.woff2': new URL('../fonts/ibm-plex-sans-arabic.woff2', import.meta.url),
  'ibm-plex-sans-arabic-bold.woff2': new URL('../fonts/ibm-plex-sans-arabic-bold.woff2', import.meta.url),
  'inter.woff2': new URL('../fonts/inter.woff2', import.meta.url),
  'source-serif-4.woff2': new URL('../fonts/source-serif-4.woff2', import.meta.url),
  'search-field.ts': new URL('../suggest/search-field.ts', import.meta.url),
  'print.ts': new URL('../report/print.ts', import.meta.url),
  'open-section.ts': new URL('../report/open-section.ts', import.meta.url),
  'copy.ts': new URL('../developers/copy.ts', import.meta.url),
  'read-file.ts': new URL('../portfolio/read-file.ts', import.meta.url),
  'icon.svg': new URL('./icon.svg', import.meta.url),
};

/** Its link would lead to nothing while there is no post. */
const BLOG = '/blog';

/** What all pages of the screener share, and the files they use. */
interface LoadedSite {
  readonly site: Site;
  readonly assets: Assets<keyof typeof FILES>;
}

let loaded: Promise<Assets<keyof typeof FILES>> | undefined;

/** Loads the site. Without `foot`, nothing is known of the data and of posts. */
export async function loadSite(foot?: Foot): Promise<LoadedSite> {
  // The assets are the same for every app of a process.
  loaded ??= loadAssets(FILES);
  const assets = await loaded;
  const { addresses } = assets;
  const site: Site = {
    name: 'Sanad',
    language: 'en',
    navigation: [],
    get stylesheets() {
      const ofAll = addresses['site.css'];
      return language() === 'ar' ? [ofAll, addresses['arabic.css']] : [ofAll];
    },
    icon: addresses['icon.svg'],
    scripts: [addresses['search-field.ts']],
    footer: () => html`<div>
<p>${words().frame.noRuling}</p>
${foot?.dataLine()}
</div>
<nav aria-label="${words().frame.about}">
<ul><li><a href="${url('/docs')}">API</a></li>${PUBLIC_PAGES.map(({ path, footer }) => footer !== undefined && (path !== BLOG || foot?.hasPosts() === true) && html`<li><a href="${url(path)}">${words().frame[footer]}</a></li>`)}</ul>
</nav>`,
  };
  return { site, assets };
}

interface SitePage extends Omit<Page, 'tools'> {
  /** Whose page it is; everyone's by default. `start` is a public page with the search in its middle. */
  readonly area?: 'start' | 'public' | 'portal' | 'admin';
  /**
   * The form of a page that a form led to, which leads to it again by this path: such a page has no address for a link to
   * it in another language, and a link to another page would lose what was typed. INVARIANT: the form has no visible
   * field, since the key Enter in one presses the first button of its form, which stands in the header.
   */
  readonly again?: { readonly form: string; readonly path: string };
}

/**
 * Renders a page of the screener. INVARIANT: a public page has the same bytes for every reader, so its header
 * does not show who is signed in.
 */
export function renderSitePage(site: Site, { area = 'public', again, ...page }: SitePage): Safe {
  const isPrivate = area === 'portal' || area === 'admin';
  const hasSearch = area === 'public' || area === 'portal';
  return renderPage(inReadersLanguage(site), {
    isPrivate,
    alternates: LANGUAGES.map((one) => ({ language: one, href: inLanguageOf(one) })),
    ...page,
    tools: toolsOf(area, page.path, again),
    ...(hasSearch ? { search: headerSearch() } : {}),
  });
}

/** Adds what the frame says, in the language of the request. */
function inReadersLanguage(site: Site): Site {
  const { frame } = words();
  return {
    ...site,
    language: language(),
    direction: DIRECTIONS[language()],
    frame,
    navigation: [
      { text: frame.portfolio, href: url('/portal/portfolio') },
      { text: frame.lists, href: url('/lists') },
      { text: frame.methodology, href: url('/methodology') },
      { text: frame.developers, href: url('/developers') },
    ],
  };
}

/** The address of this page in a language, or that of a form which leads to it. */
function inLanguageOf(one: Language, posted = '/'): Safe {
  const at = address() ?? posted;
  return url(`${at}${at.includes('?') ? '&' : '?'}${LANGUAGE_QUERY}=${one}`);
}

const PORTAL_LINKS = [
  ['watchlist', '/portal/dashboard'],
  ['account', '/portal/account'],
] as const;

function toolsOf(
  area: NonNullable<SitePage['area']>,
  path: string | undefined,
  again: SitePage['again'],
): Safe {
  if (area === 'admin') return adminTools(path);
  const links = area === 'portal' ? PORTAL_LINKS : PORTAL_LINKS.slice(0, 1);
  const { frame } = words();
  const others = LANGUAGES.filter((one) => one !== language());
  const leadTo = (one: Language) =>
    again !== undefined && address() === null
      ? html`<button type="submit" form="${again.form}" formaction="${inLanguageOf(one, again.path)}" formnovalidate class="in-row" lang="${one}">${LANGUAGE_NAMES[one]}</button>`
      : html`<a class="site-link" href="${inLanguageOf(one)}" lang="${one}" hreflang="${one}" rel="nofollow">${LANGUAGE_NAMES[one]}</a>`;
  return html`<nav aria-label="${frame.yours}">
<ul>${links.map(([name, to]) => html`<li>${siteLink(frame[name], url(to), to === path)}</li>`)}${others.map((one) => html`<li>${leadTo(one)}</li>`)}</ul>
</nav>`;
}

const ADMIN_LINKS = [
  ['Statistics', '/admin'],
  ['Posts', '/admin/posts'],
] as const;

function adminTools(path: string | undefined): Safe {
  return html`<nav aria-label="Yours">
<ul>${ADMIN_LINKS.map(([text, to]) => html`<li>${siteLink(text, url(to), to === path)}</li>`)}
<li><form action="${url('/admin/logout')}" method="post"><button type="submit" class="in-row">Sign out</button></form></li></ul>
</nav>`;
}

function headerSearch(): Safe {
  return html`<search>
<form action="${url('/')}" method="get" class="header-search" data-suggest="q">
<label for="header-q" class="only-read">${words().frame.companyOrTicker}</label>
<input id="header-q" name="q" type="text" placeholder="${words().frame.companyOrTicker}" maxlength="${MAX_TYPED}" autocomplete="off" spellcheck="false">
<button type="submit" class="outlined">${words().frame.screen}</button>
</form>
</search>
`;
}

/** Longer than any ticker or name. Longer texts are refused. */
export const MAX_TYPED = 100;

interface SearchState {
  /** The text that the reader typed. */
  readonly typed?: string;
  /** What is wrong with that text. */
  readonly error?: string;
  readonly label?: string;
  /** What the reader may type. */
  readonly hint?: string;
}

/** Renders the search form in the middle of a page. */
export function searchForm({
  typed = '',
  error,
  hint,
  label = words().frame.nameOrTicker,
}: SearchState): Safe {
  const invalid = error !== undefined && html` aria-invalid="true" aria-describedby="q-error"`;
  const shown = error !== undefined && html`<p class="field-error" id="q-error">${marked('fail', error)}</p>`;
  return html`<search>
<form action="${url('/')}" method="get" class="main-search" data-suggest="q">
<label for="q">${label}</label>
<div class="search-row">
<input id="q" name="q" type="text" value="${typed}" maxlength="${MAX_TYPED}" autocomplete="off" autocapitalize="characters" spellcheck="false"${invalid}>
<button type="submit">${words().frame.screen}</button>
</div>
${shown}${hint !== undefined && html`<p class="hint">${hint}</p>`}
</form>
</search>`;
}
