import { type HttpApp, refuse } from '@common/kit/http/app';
import { html, type Safe, url } from '@common/web/html';
import { marked } from '@common/web/mark';
import { sendPage } from '@common/web/send-page';
import { SignedCompromise } from '@platform/core/objects/key-entry';
import { Kid } from '@platform/core/objects/signature';
import { keyOf } from '@platform/core/signed/signed';
import { printable } from '@platform/core/verify/report-html';
import { dayAndTime } from '@platform/words/when';
import { Type } from 'typebox';
import { refuseAsked } from '../site/asked.page.ts';
import { passOn, sendJson } from '../site/passed-on.http.ts';
import { facts, leaf, type PagesDeps, renderConsolePage } from '../site/site.page.ts';
import type { Authority } from '../use-cases/authority.ts';
import { type Consequences, consequencesOf, readStanding } from '../use-cases/key-consequences.ts';
import type { CompromiseData } from './compromise-data.ts';
import { CONSEQUENCES } from './consequence-words.ts';
import { compromiseStates } from './enrol-states.page.ts';
import { kindOf, shortFingerprint } from './key-words.ts';

interface CompromiseDeps extends PagesDeps {
  readonly authority: Parameters<typeof readStanding>[0] & Pick<Authority, 'markCompromised'>;
  /** Returns the present in RFC 3339. */
  readonly now: () => string;
}

const params = Type.Object({ kid: Kid });

/**
 * Adds the page of a person’s key that others may have: what marking it stops, and the form that marks it.
 */
export function addCompromisePage(app: HttpApp, { authority, now, site, assets }: CompromiseDeps): void {
  app.get(
    '/keys/:kid/compromise',
    { config: { page: true }, schema: { hide: true, params } },
    async (request, reply) => {
      const { kid } = request.params;
      const standing = await readStanding(authority);
      if (!standing.ok) return refuseAsked(reply, standing.error);
      const { keys } = standing.value;
      const entry = keyOf(keys, kid);
      if (entry?.person === undefined || entry.person === null) {
        const message = `There is no person’s key ${kid} here. A service’s is marked by its operator: npx sanad keys compromise ${kid} --at <instant>.`;
        return refuse(reply, { status: 404, code: 'key_not_found', message });
      }
      const data: CompromiseData = { entry, keys, now: now() };
      const title = `Report ${kid} lost or stolen`;
      const page = renderConsolePage(site, {
        title,
        path: '/keys',
        description: 'Report a key as lost or stolen.',
        bundles: [assets.addresses['compromise.js']],
        main: compromiseMain(title, data, consequencesOf(entry, standing.value, now())),
      });
      return sendPage(request, reply, page);
    },
  );
  app.post(
    '/keys/:kid/compromise',
    { schema: { hide: true, params, body: SignedCompromise } },
    async (request, reply) => {
      const marking = await authority.markCompromised(request.params.kid, request.body);
      return marking.ok ? sendJson(reply, marking.value) : passOn(reply, marking.error);
    },
  );
}

function compromiseMain(title: string, data: CompromiseData, found: Consequences): Safe {
  const { entry } = data;
  const { kid, person, not_before: from, compromised_at: lost, fingerprint } = entry;
  const command = `npx sanad keys compromise ${kid} --at ${data.now} --reason '<why>'`;
  return html`<div id="compromise-data" hidden data-compromise="${JSON.stringify(data)}"></div>
<header class="opening"><p class="crumb"><a href="${url('/keys')}">Keys</a> / compromise</p>
<h1>${printable(title)}</h1>
<p class="story">This is final. What the key signs from then on counts nowhere; what it signed before stays valid.</p></header>
<div id="ahead">
${leaf({
  id: 'which',
  title: 'The key',
  matter: html`${lost !== null && html`<p>${marked('warn', 'It is marked already')} since ${dayAndTime(lost)}. You can still give an earlier time; a later one changes nothing.</p>`}
${facts([
  ['key', `${kid} of ${person}`],
  ['kind', `${kindOf(entry)}, ${shortFingerprint(fingerprint)}`],
  ['since', dayAndTime(from)],
])}`,
})}
${leaf({ id: 'stops', title: 'What that stops', note: 'As the authority shows it now.', matter: consequenceList(found) })}
${leaf({
  id: 'mark',
  title: 'Mark it',
  note: 'Signed by a principal whose key enrols others.',
  matter: html`<div id="marking"><p>Signing it here needs the page’s script.</p></div>
<p class="note beneath">With the command: <code>${command}</code></p>`,
})}
</div>
${compromiseStates(data.now)}`;
}

function consequenceList(found: Consequences): Safe {
  const told = CONSEQUENCES.filter(([name]) => found[name].length > 0);
  if (told.length === 0) {
    return html`<p>Nothing in force was signed with it, and nothing waits for it.</p>`;
  }
  return html`<ul class="plain holdings">${told.map(
    ([name, words, path]) =>
      html`<li><p>${words}:</p><ul>${found[name].map((id) => html`<li>${path === null ? html`<bdi class="id">${printable(id)}</bdi>` : html`<a href="${url(`${path}${id}`)}"><bdi class="id">${id}</bdi></a>`}</li>`)}</ul></li>`,
  )}</ul>`;
}
