import { capitalised } from '@common/base/english';
import type { HttpApp } from '@common/kit/http/app';
import { html, type Safe, url } from '@common/web/html';
import { marked } from '@common/web/mark';
import { sendPage } from '@common/web/send-page';
import type { KeyEntry, KeySet } from '@platform/core/objects/key-entry';
import { versionsOf } from '@platform/core/signed/key-history';
import { isRoot } from '@platform/core/signed/key-registry';
import { printable } from '@platform/core/verify/report-html';
import { counted, inGroups, listed } from '@platform/words/short';
import { dayAndTime } from '@platform/words/when';
import { may } from '../access/areas.ts';
import { refuseAsked } from '../site/asked.page.ts';
import { leaf, type PagesDeps, renderConsolePage, squares } from '../site/site.page.ts';
import type { Authority } from '../use-cases/authority.ts';
import { type RegisteredPasskey, ROLE_WORDS, roleWords } from '../use-cases/passkey-enrolment.ts';
import { changesOf, type KeyChange } from './key-changes.ts';
import { kindOf, shortFingerprint, worthOf } from './key-words.ts';
import type { Registrations } from './registrations.ts';

interface KeysPageDeps extends PagesDeps {
  readonly authority: Pick<Authority, 'keys' | 'keyEvents'>;
  readonly registrations: Pick<Registrations, 'waiting'>;
}

/** Adds the page of everyone’s public keys. A person has one block, however many devices they have. */
export function addKeysPage(app: HttpApp, { authority, registrations, site }: KeysPageDeps): void {
  app.get('/keys', { config: { page: true }, schema: { hide: true } }, async (request, reply) => {
    const [keys, events] = await Promise.all([authority.keys(), authority.keyEvents()]);
    if (!keys.ok) return refuseAsked(reply, keys.error);
    if (!events.ok) return refuseAsked(reply, events.error);
    const title = titleOf(keys.value);
    const main = keysMain(title, keys.value, {
      waiting: registrations.waiting().filter(({ kid }) => !Object.hasOwn(keys.value, kid)),
      changes: changesOf(keys.value, events.value),
    });
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

const people = (keys: KeySet) => Object.values(keys).filter(({ person }) => person !== null);

function titleOf(keys: KeySet): string {
  const all = new Set(people(keys).map(({ person }) => person));
  const inHardware = new Set(
    people(keys)
      .filter((key) => worthOf(key).strength === 4 && key.compromised_at === null)
      .map(({ person }) => person),
  );
  if (all.size === 0) return 'Nobody is enrolled here yet';
  const some = inHardware.size === 0 ? 'none' : counted(inHardware.size);
  const many = all.size === 1 ? 'One person' : `${capitalised(counted(all.size))} people`;
  return all.size === 1 && inHardware.size === 1
    ? 'One person, with a key in hardware'
    : `${many}, ${some} of them with a key in hardware`;
}

interface KeyNews {
  readonly waiting: readonly RegisteredPasskey[];
  readonly changes: readonly KeyChange[];
}

function keysMain(title: string, keys: KeySet, { waiting, changes }: KeyNews): Safe {
  const entries = Object.values(keys);
  const roots = entries.filter(isRoot);
  const ofRole = (role: KeyEntry['role']) => entries.filter((entry) => entry.role === role);
  const [counterparties, attesters] = [ofRole('counterparty'), ofRole('attester')];
  const services = entries.filter(
    (entry) => entry.person === null && !counterparties.includes(entry) && !attesters.includes(entry),
  );
  const holders = Map.groupBy(
    [...roots, ...people(keys).filter((key) => !isRoot(key))],
    ({ person }) => person ?? '',
  );
  return html`<header class="opening">
<h1>${title}</h1>
<p class="story">Who holds which key, as the authority shows it. Compare the fingerprints with somebody you trust.</p>
</header>
${roots.length === 0 && noRoot()}
${waiting.length > 0 && leaf({ id: 'waiting', title: 'Waiting', note: 'Made and checked, but not signed by a principal yet.', matter: waitingList(waiting) })}
${holders.size > 0 && leaf({ id: 'people', title: 'People', note: 'The squares show how much a signature counts in a receipt. Below them stands why.', matter: html`${[...holders].map(([person, own]) => personBlock(person, own))}` })}
${leaf({
  id: 'enrol',
  title: 'Enrol a device',
  matter: html`<p><a class="button" href="${url('/keys/enrol')}">Make a passkey</a></p>
<p class="note beneath">It counts once a principal has signed for it. With the command: <code>npx sanad keys passkey-options --help</code>.</p>`,
})}
${leaf({ id: 'services', title: 'Services', note: 'Not independent: the operator holds these keys.', matter: html`<ul class="plain holdings">${services.map(keyRow)}</ul>` })}
${counterparties.length > 0 && leaf({ id: 'counterparties', title: 'Counterparties', note: 'They do what was asked, and sign that they did.', matter: html`<ul class="plain holdings">${counterparties.map(keyRow)}</ul>` })}
${attesters.length > 0 && leaf({ id: 'attesters', title: 'Attesters', note: 'They sign what they say about facts, such as a screening. Company policy names whose word counts.', matter: html`<ul class="plain holdings">${attesters.map(keyRow)}</ul>` })}
${leaf({ id: 'changed', title: 'What changed', note: 'Newest first. Nothing is ever removed from this list.', matter: changeList(changes) })}
${leaf({
  id: 'take',
  title: 'Take them with you',
  matter: html`<p><a href="${url('/keys/keys.json')}" download>Download the key file</a>. It says what this operator says: keep only entries that you compared.</p>`,
})}`;
}

/** Shown if the deployment was made without people. */
function noRoot(): Safe {
  return leaf({
    id: 'no-root',
    title: 'No principal',
    matter: html`<p>Nobody here can enrol others, sign a mandate or publish a profile. A principal who is a root of trust signs their own enrolment, and the operator puts it into the keys folder.</p>
<p><a class="button" href="${url('/keys/enrol?root=1')}">Make the principal’s passkey</a></p>`,
  });
}

function waitingList(waiting: readonly RegisteredPasskey[]): Safe {
  return html`<ul class="plain holdings">${waiting.map(
    ({ id, kid, person, role, tenants, registeredAt }) =>
      html`<li class="holding"><div><a href="${url(`/keys/enrol/${id}`)}"><bdi class="id">${kid}</bdi></a></div><div>A passkey for <bdi>${person}</bdi>, to be <strong>${roleWords({ role, tenants })}</strong>, made ${dayAndTime(registeredAt)}. ${ROLE_WORDS[role].power} Anybody who reaches this console can make one under any name.</div></li>`,
  )}</ul>`;
}

function personBlock(person: string, own: readonly KeyEntry[]): Safe {
  const roles = listed([...new Set(own.map(({ role }) => role))]);
  const by = [...new Set(own.map(({ enrolment }) => enrolment?.signature.kid ?? 'nobody'))];
  const word = own.some(isRoot)
    ? 'A root of trust: signed by itself, so nothing here can vouch for it. Whether to trust it is up to you.'
    : `Enrolled by ${listed(by)}.${own.length > 1 ? ` However many devices, ${person} counts as one person.` : ''}`;
  return html`<h3 class="holder"><bdi>${printable(person)}</bdi> <span>${roles}</span></h3>
<p class="note">${printable(word)}</p>
<ul class="plain holdings">${own.map(keyRow)}</ul>`;
}

function keyRow(key: KeyEntry): Safe {
  const { kid, compromised_at: lost, not_before: from, not_after: to, tenants } = key;
  const worth = worthOf(key);
  const [, ...retired] = versionsOf(key);
  const counts =
    lost === null
      ? html`<p>${squares(worth.strength)} ${worth.name}</p><p class="note">${worth.strength} of 4. ${worth.ground}</p>`
      : html`<p>${marked('warn', 'Not counted')}</p><p class="note">Compromised since ${dayAndTime(lost)}: what it signed from then on counts nowhere, what it signed before stays valid.</p>`;
  return html`<li class="holding">
<div><p><bdi class="id kid">${printable(kid)}</bdi></p>
<p class="note">${kindOf(key)}, <span class="id" title="${key.fingerprint}">${shortFingerprint(key.fingerprint)}</span></p>
<p class="note">from ${dayAndTime(from)}${to !== null && ` to ${dayAndTime(to)}`}${tenants !== null && `, for ${tenants.includes('*') ? 'every tenant' : listed(tenants)}`}</p>
${retired.length > 0 && html`<details><summary>${retired.length === 1 ? 'One key before it' : `${capitalised(counted(retired.length))} keys before it`}</summary><ul class="plain">${retired.map((old) => html`<li class="note"><span class="id">${shortFingerprint(old.fingerprint)}</span>, until ${dayAndTime(old.not_after ?? '')}${old.compromised_at !== null && `, compromised since ${dayAndTime(old.compromised_at)}`}</li>`)}</ul></details>`}
<details><summary>Whole fingerprint</summary><p class="hash">${inGroups(key.fingerprint, 8)}</p></details></div>
<div>${counts}
${key.person !== null && lost === null && may('sign') && html`<p class="note"><a href="${url(`/keys/${kid}/compromise`)}">Lost, or stolen?<span class="unseen"> ${kid}</span></a></p>`}</div>
</li>`;
}

function changeList(changes: readonly KeyChange[]): Safe {
  return html`<ul class="plain holdings">${changes.map(
    ({ at, kid, what, note }) =>
      html`<li class="change"><time datetime="${at}">${dayAndTime(at)}</time><div><p><bdi class="id">${printable(kid)}</bdi> <strong>${what}</strong></p><p class="note">${printable(note)}</p></div></li>`,
  )}</ul>`;
}
