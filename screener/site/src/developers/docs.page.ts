import { DOCS_FILES } from '@common/kit/http/openapi';
import { html, type Safe, url } from '@common/web/html';
import type { Site } from '@common/web/page-shell';
import { words } from '../parts/language.ts';
import { renderSitePage } from '../parts/site.page.ts';

/** Renders the page at `/docs`, where a library shows the description of the API. */
export function docsPage(site: Site, style: Safe): string {
  const said = words().reference;
  const developers = html`<a href="${url('/developers')}">${said.developers}</a>`;
  const file = html`<a href="${url('/openapi.json')}"><bdi>/openapi.json</bdi></a>`;
  const main = html`<h1>${said.title}</h1>
<p class="lead">${said.lead(developers, file)}</p>
<noscript><p>${said.needsScript}</p></noscript>
<div id="swagger-ui" lang="en" dir="ltr"></div>`;
  return renderSitePage(site, {
    title: said.title,
    description: said.description,
    main,
    path: '/docs',
    styles: [...DOCS_FILES.styles.map(url), style],
    bundles: DOCS_FILES.scripts.map(url),
  }).toString();
}
