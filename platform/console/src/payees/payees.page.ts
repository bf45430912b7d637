import type { HttpApp } from '@common/kit/http/app';
import { html, type Safe, url } from '@common/web/html';
import { sendPage } from '@common/web/send-page';
import { SignedEntry } from '@platform/core/objects/directory';
import { nameWords } from '@platform/words/names';
import { Type } from 'typebox';
import { refuseAsked } from '../site/asked.page.ts';
import { passOn, sendJson } from '../site/passed-on.http.ts';
import { reader } from '../site/reader.http.ts';
import { leaf, type PagesDeps, renderConsolePage } from '../site/site.page.ts';
import type { Authority } from '../use-cases/authority.ts';
import { directoryMain, directoryTitle, MOST_SOUGHT } from './directory.page.ts';
import type { DirectoryData } from './entry-data.ts';
import { PlaceParams, placePath } from './place.ts';
import { type ListedDirectory, type ReadPayeesDeps, readDirectories, readPlace } from './read-payees.ts';
import { toSignLeaf } from './to-sign.page.ts';
import { type EntryToSign, type ReadToSign, toSignBy } from './to-sign.ts';

interface PayeesDeps extends PagesDeps, ReadPayeesDeps {
  readonly authority: ReadPayeesDeps['authority'] & Pick<Authority, 'recordEntry'>;
  readonly readToSign: ReadToSign;
}

const page = { config: { page: true } } as const;

/** Adds the pages of directories: all of them, and what stands in each; and what their scripts ask for. */
export function addPayeesPages(app: HttpApp, deps: PayeesDeps): void {
  const { authority, site, assets } = deps;
  app.get('/payees', { ...page, schema: { hide: true } }, async (request, reply) => {
    const [found, toSign] = await Promise.all([readDirectories(deps), deps.readToSign()]);
    if (!found.ok) return refuseAsked(reply, found.error);
    const [only, ...others] = found.value;
    if (only !== undefined && others.length === 0) return reply.redirect(placePath(only.place));
    const title = 'What agents may pay and use';
    if (!toSign.ok) return refuseAsked(reply, toSign.error);
    const main = indexMain(title, found.value, toSignBy(toSign.value, reader()));
    const description = 'Payees, recipients and accounts in directories.';
    return sendPage(request, reply, renderConsolePage(site, { title, description, main, path: '/payees' }));
  });
  const querystring = Type.Object({
    q: Type.Optional(Type.String({ maxLength: MOST_SOUGHT })),
    page: Type.Optional(Type.Integer({ minimum: 1 })),
    before: Type.Optional(Type.Integer({ minimum: 1 })),
  });
  app.get(
    '/payees/:tenant/:profile/:directory',
    { ...page, schema: { hide: true, params: PlaceParams, querystring } },
    async (request, reply) => {
      const found = await readPlace(deps, request.params);
      if (!found.ok) return refuseAsked(reply, found.error);
      const { place, profile, keys, now } = found.value;
      const { q = '', page: number = 1, before = null } = request.query;
      const data: DirectoryData = { place, profile, keys, now };
      const rendered = renderConsolePage(site, {
        title: directoryTitle(found.value),
        description: 'A directory, each entry of which is signed.',
        main: directoryMain(found.value, data, { q: q.trim(), page: number, before }),
        path: '/payees',
        bundles: [assets.addresses['payees.js']],
      });
      return sendPage(request, reply, rendered);
    },
  );
  app.get(
    '/payees/:tenant/:profile/:directory/entries.json',
    { schema: { hide: true, params: PlaceParams } },
    async (request, reply) => {
      const found = await authority.directory(request.params);
      return found.ok ? sendJson(reply, found.value) : passOn(reply, found.error);
    },
  );
  app.post('/payees/record', { schema: { hide: true, body: SignedEntry } }, async (request, reply) => {
    const recorded = await authority.recordEntry(request.body);
    return recorded.ok ? sendJson(reply, recorded.value) : passOn(reply, recorded.error);
  });
}

function indexMain(title: string, found: readonly ListedDirectory[], toSign: readonly EntryToSign[]): Safe {
  const tenants = Map.groupBy(found, ({ place }) => place.tenant);
  const story =
    'A principal’s policy may keep a list in a directory. Then each entry is signed by itself, and adding one ends no mandate.';
  return html`<header class="opening">
<h1>${title}</h1>
<p class="story">${story}</p>
</header>
${toSign.length > 0 && toSignLeaf(toSign)}
${[...tenants].map(([tenant, listed], index) =>
  leaf({
    id: `tenant-${index}`,
    title: html`<bdi class="id">${tenant}</bdi>`,
    matter: html`<ul class="plain requests">${listed.map(indexItem)}</ul>`,
  }),
)}
${tenants.size === 0 && leaf({ id: 'none', title: 'None yet', matter: NONE })}`;
}

function indexItem({ place, head }: ListedDirectory): Safe {
  const state =
    head === null
      ? 'no entry yet'
      : `${head.entry.size} in force, by ${head.entry.sequence === 0 ? 'one entry' : `${head.entry.sequence + 1} entries`}`;
  return html`<li>
<p><a href="${url(placePath(place))}"><strong>${nameWords(place.directory)}</strong></a> <span class="note">of <bdi class="id">${place.profile}</bdi></span></p>
<p class="note">${state}</p>
</li>`;
}

const NONE = html`<p>The policies in force have their lists in themselves: to change a list is to publish a new version, which ends mandates. <a href="${url('/policy')}">The policies</a> name them.</p>
<p class="note">A version that names directories instead is published with the command: <code>npx sanad profile publish</code>, then <code>npx sanad directory import</code> signs what was in the lists.</p>`;
