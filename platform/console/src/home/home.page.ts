import type { HttpApp } from '@common/kit/http';
import { html, url } from '@common/web/html';
import type { Site } from '@common/web/page-shell';
import { sendPage } from '@common/web/send-page';
import { publishedSchemas } from '../schemas/schemas.ts';
import { leaf, renderConsolePage } from '../site/site.page.ts';

/** The first page. */
export function addHomePage(app: HttpApp, site: Site): void {
  app.get('/', { config: { page: true }, schema: { hide: true } }, (request, reply) => {
    const schemas = publishedSchemas().map(
      ({ path }) => html`<li><a href="${url(path)}"><code>${path}</code></a></li>`,
    );
    const main = html`<header class="opening">
<h1>What agents may do, and what they did</h1>
<p class="story">An agent acts only inside a mandate that a person signed, and every decision leaves a receipt that anyone can check.</p>
</header>
${leaf({
  id: 'schemas',
  title: 'For programs',
  note: 'JSON Schemas, draft 2020-12: the very ones that the services validate by.',
  matter: html`<ul class="plain">${schemas}</ul>`,
})}`;
    const description = 'Mandates, approvals and receipts of agents that act for people.';
    return sendPage(request, reply, renderConsolePage(site, { title: 'Home', description, main, path: '/' }));
  });
}
