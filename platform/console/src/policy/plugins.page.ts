import type { HttpApp } from '@common/kit/http/app';
import { html, url } from '@common/web/html';
import { sendPage } from '@common/web/send-page';
import { refuseAsked } from '../site/asked.page.ts';
import { facts, leaf, type PagesDeps, renderConsolePage } from '../site/site.page.ts';
import type { Authority } from '../use-cases/authority.ts';
import { profilesToRenew } from './profiles-to-renew.ts';
import { toRenewLeaf } from './to-renew.page.ts';

interface PluginsPageDeps extends PagesDeps {
  readonly authority: Pick<Authority, 'plugins' | 'profile'>;
}

/** Adds the page of everything that agents can be allowed to do here. */
export function addPluginsPage(app: HttpApp, { authority, site }: PluginsPageDeps): void {
  app.get('/plugins', { config: { page: true }, schema: { hide: true } }, async (request, reply) => {
    const plugins = await authority.plugins();
    if (!plugins.ok) return refuseAsked(reply, plugins.error);
    const toRenew = await profilesToRenew(authority);
    const title = 'What agents can be allowed to do';
    const main = html`<header class="opening">
<h1>${title}</h1>
<p class="story">Each plugin is data: its actions, the rules that can limit them, and the counterparty that does them. <a href="${url('/policy')}">The rules in force</a> are signed.</p>
</header>
${toRenew.length > 0 && toRenewLeaf(toRenew)}
${plugins.value.map((plugin, index) =>
  leaf({
    id: `plugin-${index}`,
    title: plugin.name,
    note: plugin.description,
    matter: facts([
      ['version', plugin.version],
      ['tier', plugin.tier],
      ['profile', plugin.profile],
      ['actions', plugin.facades.join(', ')],
      ['limited and proven', plugin.covered_facade],
      ['counterparty', plugin.counterparty_kind],
    ]),
  }),
)}`;
    const description = 'Plugins: what agents can be allowed to do.';
    return sendPage(request, reply, renderConsolePage(site, { title, description, main, path: '/plugins' }));
  });
}
