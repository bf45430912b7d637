import { DOCS_FILES } from '@common/kit/http/openapi';
import { html, type Safe, url } from '@common/web/html';
import type { Site } from '@common/web/page-shell';
import { renderSitePage } from '../parts/site.page.ts';

/** Renders the page at `/docs`, where a library shows the description of the API. */
export function docsPage(site: Site, style: Safe): string {
  const main = html`<h1>API reference</h1>
<p class="lead">Every path, with what it takes and answers. <a href="${url('/developers')}">For developers</a> has the first call, keys and limits; programs read <a href="${url('/openapi.json')}">/openapi.json</a>.</p>
<noscript><p>This page needs a script to show the reference.</p></noscript>
<div id="swagger-ui"></div>`;
  return renderSitePage(site, {
    title: 'API reference',
    description: 'Every path of the screening API, with what it takes and answers.',
    main,
    path: '/docs',
    styles: [...DOCS_FILES.styles.map(url), style],
    bundles: DOCS_FILES.scripts.map(url),
  }).toString();
}
