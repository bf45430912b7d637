import { type Assets, loadAssets } from '@common/web/assets';
import { type Content, html, type Safe, url } from '@common/web/html';
import { marked } from '@common/web/mark';
import { BASE_STYLE, FORM_STYLE, type Page, renderPage, type Site } from '@common/web/page-shell';

const FILES = {
  'base.css': BASE_STYLE,
  'forms.css': FORM_STYLE,
  'console.css': new URL('./console.css', import.meta.url),
  'icon.svg': new URL('./icon.svg', import.meta.url),
};

/** What all pages of the console share, and the files they use. */
export interface LoadedSite {
  readonly site: Site;
  readonly assets: Assets<keyof typeof FILES>;
}

export async function loadSite(): Promise<LoadedSite> {
  const assets = await loadAssets(FILES);
  const { addresses } = assets;
  const site: Site = {
    name: 'Sanad',
    language: 'en',
    navigation: [{ text: 'Home', href: url('/') }],
    stylesheets: [addresses['base.css'], addresses['forms.css'], addresses['console.css']],
    icon: addresses['icon.svg'],
    footer: () => html`<div>
<p>${marked('warn', 'No venue counts as verified')}: L1-sim is simulated, L1-declared is the cloud’s word.</p>
<p>Times are UTC. This console has no authority of its own: only a person’s key has.</p>
</div>
<nav aria-label="For programs">
<ul><li><a href="${url('/docs')}">API and schemas</a></li></ul>
</nav>`,
  };
  return { site, assets };
}

/** A page of the console. Its reader’s alone: no search engine keeps it. */
export function renderConsolePage(site: Site, page: Omit<Page, 'isPrivate'>): Safe {
  return renderPage(site, { ...page, isPrivate: true });
}

interface Leaf {
  /** For links to it, and to name the section. */
  readonly id: string;
  readonly title: string;
  readonly note?: Content;
  readonly matter: Content;
}

/** A section: a hairline, its heading and a note in the margin, its matter beside them. */
export function leaf({ id, title, note, matter }: Leaf): Safe {
  return html`<section class="leaf" aria-labelledby="${id}">
<div class="margin">
<h2 id="${id}">${title}</h2>
${note !== undefined && html`<p class="note">${note}</p>`}
</div>
<div class="matter">
${matter}
</div>
</section>`;
}
