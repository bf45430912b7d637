import { html, type Safe } from './html.ts';

interface Link {
  readonly text: string;
  /** Made by `url`. */
  readonly href: Safe;
}

/** What all pages of a product share. */
export interface Site {
  readonly name: string;
  /** BCP 47, such as `en`. */
  readonly language: string;
  readonly navigation: readonly Link[];
  readonly footer: Safe;
  /** In the order in which they apply. */
  readonly stylesheets: readonly Safe[];
  /** An SVG. */
  readonly icon: Safe;
}

interface Page {
  /** Without the site's name, which is added. */
  readonly title: string;
  /** One sentence, for search engines. */
  readonly description: string;
  readonly main: Safe;
}

/** The style sheet that all pages start with: tokens, typography, the frame, fields, print. */
export const BASE_STYLE: URL = new URL('./styles/base.css', import.meta.url);

/** A whole document: landmarks, a link that skips to the content, both colour schemes, no script. */
export function renderPage(site: Site, { title, description, main }: Page): Safe {
  return html`<!doctype html>
<html lang="${site.language}">
<head>
<meta charset="utf-8">
<title>${title} – ${site.name}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${description}">
<link rel="icon" href="${site.icon}" type="image/svg+xml">
${site.stylesheets.map((href) => html`<link rel="stylesheet" href="${href}">\n`)}</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="site-header">
<div class="width">
<a class="site-name" href="/">${site.name}</a>
<nav aria-label="Main">
<ul>${site.navigation.map(({ text, href }) => html`<li><a class="site-link" href="${href}">${text}</a></li>`)}</ul>
</nav>
</div>
</header>
<main id="content" class="width" tabindex="-1">
${main}
</main>
<footer class="site-footer">
<div class="width">
${site.footer}
</div>
</footer>
</body>
</html>
`;
}
