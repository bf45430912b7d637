import { html, type Safe } from '@common/web/html';
import { printable } from '@platform/core/verify/report-html';
import { leaf, pointed } from '../site/site.page.ts';

/** Says of each profile that must be signed again that nothing is done under it, and what to do. */
export function toRenewLeaf(profiles: readonly string[]): Safe {
  const items = profiles.map((name) =>
    pointed(
      'open',
      html`Nothing is done under <bdi class="id">${printable(name)}</bdi>: the files of its plugin differ from those that were signed. After an upgrade, sign it again: <code>npx sanad profile renew ${printable(name)} --reason 'upgrade'</code>`,
    ),
  );
  return leaf({
    id: 'to-renew',
    title: 'Policies to sign again',
    note: 'If nobody upgraded, somebody changed the files of the plugins: restore them.',
    matter: html`<ul class="marks">${items}</ul>`,
  });
}
