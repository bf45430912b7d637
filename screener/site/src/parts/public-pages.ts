interface PublicPage {
  readonly path: string;
  /** Its name at the foot of each page, if it has a link there. */
  readonly footer?: string;
  /** False for a page that nobody looks for: one that is read after a form was sent, or that asks for what is private. */
  readonly isInSitemap?: false;
}

/**
 * The pages that anybody may read, most important first. The sitemap, the footer and tests of all public pages read
 * this table. A test names a public page that is missing.
 */
export const PUBLIC_PAGES: readonly PublicPage[] = [
  { path: '/' },
  { path: '/methodology', footer: 'Methodology' },
  { path: '/methodology/zakat' },
  { path: '/developers' },
  { path: '/lists' },
  { path: '/leaders' },
  { path: '/value' },
  { path: '/portal/portfolio', isInSitemap: false },
  { path: '/portal/purification', isInSitemap: false, footer: 'Purification' },
  { path: '/portal/zakat', isInSitemap: false, footer: 'Zakat' },
  { path: '/blog', footer: 'Blog' },
  { path: '/terms', footer: 'Terms' },
  { path: '/privacy', footer: 'Privacy' },
  { path: '/waitlist', isInSitemap: false },
];
