import type { Words } from '@screener/words/words';

interface PublicPage {
  readonly path: string;
  /** The word for it at the foot of each page, if it has a link there. */
  readonly footer?: keyof Words['frame'];
  /** False for a page that nobody looks for: one that is read after a form was sent, or that asks for what is private. */
  readonly isInSitemap?: false;
}

/**
 * The pages that anybody may read, most important first. The sitemap, the footer and tests of all public pages read
 * this table. A test names a public page that is missing.
 */
export const PUBLIC_PAGES: readonly PublicPage[] = [
  { path: '/' },
  { path: '/methodology', footer: 'methodology' },
  { path: '/methodology/zakat' },
  { path: '/developers' },
  { path: '/lists' },
  { path: '/lists/funds' },
  { path: '/leaders' },
  { path: '/value' },
  { path: '/portal/portfolio', isInSitemap: false },
  { path: '/portal/purification', isInSitemap: false, footer: 'purification' },
  { path: '/portal/zakat', isInSitemap: false, footer: 'zakat' },
  { path: '/blog', footer: 'blog' },
  { path: '/terms', footer: 'terms' },
  { path: '/privacy', footer: 'privacy' },
  { path: '/waitlist', isInSitemap: false },
];
