import type { CalendarDate } from '@common/base/calendar';
import { type Assets, loadAssets } from '@common/web/assets';
import { html, type Safe, url } from '@common/web/html';
import { marked } from '@common/web/mark';
import { BASE_STYLE, type Site } from '@common/web/page-shell';

const FILES = {
  'base.css': BASE_STYLE,
  'start-page.css': new URL('./start-page.css', import.meta.url),
  'icon.svg': new URL('./icon.svg', import.meta.url),
};

/** What all pages of the screener share, and the files they use. */
interface LoadedSite {
  readonly site: Site;
  readonly assets: Assets<keyof typeof FILES>;
}

export async function loadSite(): Promise<LoadedSite> {
  const assets = await loadAssets(FILES);
  const { addresses } = assets;
  const site: Site = {
    name: 'Sanad',
    language: 'en',
    navigation: [
      { text: 'API reference', href: url('/docs') },
      { text: 'For agents', href: url('/llms.txt') },
    ],
    stylesheets: [addresses['base.css'], addresses['start-page.css']],
    icon: addresses['icon.svg'],
    footer: html`<p>A tool for people who decide, not a ruling. Where scholars differ, every answer is shown.</p>`,
  };
  return { site, assets };
}

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** `25 February 2026`. */
export function dateInWords(date: CalendarDate): Safe {
  return html`<time datetime="${date}">${DATE.format(new Date(`${date}T00:00:00Z`))}</time>`;
}

/** Longer than any ticker; longer texts are refused. */
export const MAX_TYPED = 100;

interface SearchState {
  /** What was typed. */
  readonly typed?: string;
  /** What is wrong with it. */
  readonly error?: string;
  readonly label?: string;
}

/** The search form. */
export function searchForm({
  typed = '',
  error,
  label = 'Ticker of a US company or fund',
}: SearchState): Safe {
  const invalid = error !== undefined && html` aria-invalid="true" aria-describedby="q-error"`;
  const shown = error !== undefined && html`<p class="field-error" id="q-error">${marked('fail', error)}</p>`;
  return html`<search>
<form action="${url('/')}" method="get">
<label for="q">${label}</label>
<div class="search-row">
<input id="q" name="q" type="text" value="${typed}" maxlength="${MAX_TYPED}" autocomplete="off" autocapitalize="characters" spellcheck="false"${invalid}>
<button type="submit">Screen</button>
</div>
${shown}
</form>
</search>`;
}
