import { html, type Safe } from './html.ts';
import { titleText } from './shown-text.ts';

interface Link {
  readonly text: string;
  /** An address made by `url`. */
  readonly href: Safe;
  /** How many things wait behind it. */
  readonly count?: number;
}

/** The words of the frame itself. */
interface Frame {
  /** The link that leads past the header. */
  readonly skip: string;
  readonly search: string;
  readonly menu: string;
  /** The name of the list of the site's parts. */
  readonly main: string;
}

const ENGLISH: Frame = { skip: 'Skip to the content', search: 'Search', menu: 'Menu', main: 'Main' };

/** The parts that all pages of a product share. */
export interface Site {
  readonly name: string;
  /** BCP 47, such as `en`. */
  readonly language: string;
  /** In which direction the language is read. Default `ltr`. */
  readonly direction?: 'ltr' | 'rtl';
  /** Default: English. */
  readonly frame?: Frame;
  readonly navigation: readonly Link[];
  /** Links of the navigation that also stand beside the menu’s button, where that is narrow. */
  readonly pinned?: readonly Link[];
  /** The style sheets, requested anew for each page. */
  readonly footer: () => Safe;
  /** The order is the order in which they apply. */
  readonly stylesheets: readonly Safe[];
  /** An SVG. */
  readonly icon: Safe;
  /** Modules that improve every page but are not needed. */
  readonly scripts?: readonly Safe[];
}

export interface Page {
  /** The title without the site's name, which the shell adds. */
  readonly title: string;
  /** One sentence, for search engines. */
  readonly description: string;
  readonly main: Safe;
  /** The path of the page, so that links to it in the header are marked as current. */
  readonly path?: string;
  /** More of the menu, such as links to the reader's own pages. */
  readonly tools?: Safe;
  /** A search form for the header. Where it is narrow, a button opens it. */
  readonly search?: Safe;
  /** More style sheets, after those of all pages. */
  readonly styles?: readonly Safe[];
  /** Modules that improve the page but are not needed. */
  readonly scripts?: readonly Safe[];
  /** Such modules as bundles (`bundleScripts`). */
  readonly bundles?: readonly Safe[];
  /** An Atom feed of the page's contents. */
  readonly feed?: { readonly title: string; readonly href: Safe };
  /** The page in other languages, by their tags. */
  readonly alternates?: readonly { readonly language: string; readonly href: Safe }[];
  /** True for pages of one reader, which search engines must not index. */
  readonly isPrivate?: boolean;
}

/** The style sheet that all pages start with: tokens, typography, the frame, print. */
export const BASE_STYLE: URL = new URL('./styles/base.css', import.meta.url);

/** Fields, forms and buttons. */
export const FORM_STYLE: URL = new URL('./styles/forms.css', import.meta.url);

/** What `charts.ts` draws. */
export const CHART_STYLE: URL = new URL('./styles/charts.css', import.meta.url);

/** A link of the header, with `aria-current` if it leads to the page itself. */
export function siteLink(text: string, href: Safe, isCurrent: boolean, count?: number): Safe {
  return html`<a class="site-link" href="${href}"${isCurrent && html` aria-current="page"`}>${text}${count !== undefined && html` <strong>${count}</strong>`}</a>`;
}

const MAGNIFIER = html`<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false"><circle cx="8.5" cy="8.5" r="6" fill="none" stroke="currentColor" stroke-width="2"/><path d="M13 13l5 5" stroke="currentColor" stroke-width="2"/></svg>`;

/**
 * One row. Where it is narrow, menu and search are popovers behind buttons, which need no script; a browser without
 * popovers shows both.
 */
function siteHeader(site: Site, frame: Frame, { path, tools, search }: Page): Safe {
  return html`<header class="site-header">
<div class="width">
<a class="site-name" href="/">${site.name}</a>
${site.pinned?.map(({ text, href, count }) => html`<span class="pinned">${siteLink(text, href, href.toString() === path, count)}</span>\n`)}${
  search !== undefined &&
  html`<button type="button" class="opens" popovertarget="site-search" aria-label="${frame.search}">${MAGNIFIER}</button>
`
}<button type="button" class="opens" popovertarget="site-menu">${frame.menu}</button>
<div id="site-menu" class="site-menu" popover>
<nav aria-label="${frame.main}">
<ul>${site.navigation.map(({ text, href, count }) => html`<li>${siteLink(text, href, href.toString() === path, count)}</li>`)}</ul>
</nav>
${tools}
</div>
${
  search !== undefined &&
  html`<div id="site-search" class="site-search" popover>${search}</div>
`
}</div>
</header>`;
}

/** A whole document: landmarks, a link that skips to the content, both colour schemes. */
export function renderPage(site: Site, page: Page): Safe {
  const { title, description, main, styles = [], bundles = [], feed, isPrivate = false } = page;
  const { language, direction = 'ltr', frame = ENGLISH } = site;
  const alternates = isPrivate ? [] : (page.alternates ?? []);
  const scripts = [...(site.scripts ?? []), ...(page.scripts ?? [])];
  return html`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<title>${titleText(title)} – ${site.name}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${description}">
${isPrivate && html`<meta name="robots" content="noindex">\n`}<link rel="icon" href="${site.icon}" type="image/svg+xml">
${alternates.map((one) => html`<link rel="alternate" hreflang="${one.language}" href="${one.href}">\n`)}${feed !== undefined && html`<link rel="alternate" type="application/atom+xml" title="${feed.title}" href="${feed.href}">\n`}${[...site.stylesheets, ...styles].map((href) => html`<link rel="stylesheet" href="${href}">\n`)}${scripts.map((src) => html`<script type="module" src="${src}"></script>\n`)}${bundles.map((src) => html`<script defer src="${src}"></script>\n`)}</head>
<body>
<a class="skip" href="#content">${frame.skip}</a>
${siteHeader(site, frame, page)}
<main id="content" class="width" tabindex="-1">
${main}
</main>
<footer class="site-footer">
<div class="width">
${site.footer()}
</div>
</footer>
</body>
</html>
`;
}
