import type { HttpApp } from '@common/kit/http';
import { html, type Safe, url } from '@common/web/html';
import { marked } from '@common/web/mark';
import { sendPage } from '@common/web/send-page';
import type { KeyEntry } from '@platform/protocol/key-entry';
import { refuseAsked } from '../site/asked.page.ts';
import { facts, leaf, type PagesDeps, renderConsolePage } from '../site/site.page.ts';
import type { Authority } from '../use-cases/authority.ts';
import { listed } from '../words/short.ts';
import { dayAndTime } from '../words/when.ts';

interface KeysPageDeps extends PagesDeps {
  readonly authority: Pick<Authority, 'keys'>;
}

/** Everyone’s public keys. One person is one block, however many devices. */
export function addKeysPage(app: HttpApp, { authority, site }: KeysPageDeps): void {
  app.get('/keys', { config: { page: true }, schema: { hide: true } }, async (request, reply) => {
    const keys = await authority.keys();
    if (!keys.ok) return refuseAsked(reply, keys.error);
    const owners = Map.groupBy(
      Object.values(keys.value),
      ({ person, role }) => person ?? `${role} (service)`,
    );
    const people = [...owners].sort(
      ([a], [b]) => Number(a.endsWith('(service)')) - Number(b.endsWith('(service)')),
    );
    const title = 'Whose signature is whose';
    const main = html`<header class="opening">
<h1>${title}</h1>
<p class="story">The public keys of everyone who signs here, as the authority shows them. Whose they are, only somebody you trust can tell you: compare the fingerprints.</p>
</header>
${people.map(([owner, entries], index) => leaf({ id: `owner-${index}`, title: owner, note: roles(entries), matter: entries.map(keyBlock) }))}
${leaf({
  id: 'take',
  title: 'Take them along',
  matter: html`<p><a href="${url('/keys/keys.json')}" download>Download the key file</a>. It says what this operator says: keep only entries that you compared.</p>`,
})}`;
    const description = 'Public keys of people and services.';
    return sendPage(request, reply, renderConsolePage(site, { title, description, main, path: '/keys' }));
  });
  app.get('/keys/keys.json', { config: { page: true }, schema: { hide: true } }, async (_request, reply) => {
    const keys = await authority.keys();
    if (!keys.ok) return refuseAsked(reply, keys.error);
    return reply
      .headers({
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': 'attachment; filename="keys.json"',
        'x-content-type-options': 'nosniff',
      })
      .send(`${JSON.stringify(keys.value, null, 2)}\n`);
  });
}

function roles(entries: readonly KeyEntry[]): string {
  return listed([...new Set(entries.map(({ role }) => role.replaceAll('_', ' ')))]);
}

function keyBlock(key: KeyEntry): Safe {
  const {
    kid,
    alg,
    fingerprint,
    not_before,
    not_after,
    compromised_at: compromised,
    enrolment,
    tenants,
  } = key;
  const rows: readonly (readonly [string, string])[] = [
    ['key', `${kid} (${alg})`],
    ['fingerprint', (fingerprint.replace('sha256:', '').match(/.{8}/g) ?? []).join(' ')],
    ['held', heldWords(key)],
    ['valid', `from ${dayAndTime(not_before)}${not_after === null ? '' : ` to ${dayAndTime(not_after)}`}`],
    ...(tenants === null ? [] : [['tenants', tenants.join(', ')] as const]),
    [
      'enrolled',
      enrolment === null ? 'a service’s key: nobody enrolled it' : `by ${enrolment.signature.kid}`,
    ],
    ...(key.retired === undefined ? [] : [['before it', `${key.retired.length} replaced`] as const]),
  ];
  return html`<div class="key">${compromised !== null && html`<p>${marked('fail', 'Compromised')} at ${dayAndTime(compromised)}: nothing that it signs counts any longer.</p>`}
${facts(rows)}</div>`;
}

/** What keeps others from signing with it, as far as the enrolment shows. */
function heldWords({ hardware, independent, role }: KeyEntry): string {
  if (hardware) return 'in hardware, as its enrolment says: it cannot be copied';
  if (independent) return 'in a file that was made elsewhere: the operator does not have it';
  if (role === 'counterparty') return 'by the counterparty, as the operator says';
  return 'in a file in the operator’s folder: the operator could sign with it';
}
