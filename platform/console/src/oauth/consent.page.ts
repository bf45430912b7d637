import { type HttpApp, refuse } from '@common/kit/http/app';
import { type Content, html, type Safe, url } from '@common/web/html';
import { sendPrivatePage } from '@common/web/send-page';
import { SignedAgentToken } from '@platform/core/objects/agent-token';
import type { Mandate } from '@platform/core/objects/mandate';
import { MandateId } from '@platform/core/objects/primitives';
import { printable } from '@platform/core/verify/report-html';
import { mandateName } from '@platform/words/mandate-name';
import { day } from '@platform/words/when';
import { Type } from 'typebox';
import { currentReader } from '../access/reader.ts';
import { signingTemplates } from '../signing/signing.page.ts';
import { refuseAsked } from '../site/asked.page.ts';
import { passOn, sendJson } from '../site/passed-on.http.ts';
import { facts, leaf, mark, type PagesDeps, pointed, renderConsolePage } from '../site/site.page.ts';
import { takesTokens } from '../use-cases/agent-tokens.ts';
import type { Authority } from '../use-cases/authority.ts';
import type { AuthorizationServer } from './authorization-server.http.ts';
import { type Asking, placeOf, tokenNameOf } from './client-words.ts';
import type { ConsentData } from './consent-data.ts';
import { OAUTH_PATHS, type OAuth } from './library-settings.ts';

interface ConsentDeps extends PagesDeps {
  readonly authority: Pick<Authority, 'mandates' | 'keys' | 'makeToken'>;
  readonly agentSecret: OAuth['agentSecret'];
  readonly server: () => AuthorizationServer;
}

const params = Type.Object({ uid: Type.String({ pattern: '^[\\w-]{1,100}$' }) });
const querystring = Type.Object({ mandate: Type.Optional(MandateId) });

const TOO_LATE = {
  status: 404,
  code: 'connection_not_asked',
  message:
    'No program waits here for your answer: it was too long ago, or it asked in another browser. Begin again there.',
};

/**
 * Adds the page on which a principal lets a client act under one of their mandates. INVARIANT: the client gets its code only
 * after the authority has registered, in answer to this very request, the record that the principal signed.
 */
export function addConsentPage(app: HttpApp, deps: ConsentDeps): void {
  const { authority, agentSecret, server, site, assets } = deps;
  const path = `${OAUTH_PATHS.consent}/:uid`;
  app.get(
    path,
    { config: { page: true }, schema: { hide: true, params, querystring } },
    async (request, reply) => {
      const asking = await server().asking(request.raw, reply.raw);
      if (asking?.uid !== request.params.uid) return refuse(reply, TOO_LATE);
      const [mandates, keys, secret] = await Promise.all([
        authority.mandates(),
        authority.keys(),
        agentSecret(),
      ]);
      if (!mandates.ok) return refuseAsked(reply, mandates.error);
      if (!keys.ok) return refuseAsked(reply, keys.error);
      const person = currentReader()?.person;
      const theirs = mandates.value
        .filter(
          ({ status, contract }) =>
            status === 'active' &&
            takesTokens(contract) &&
            (person ?? contract.principal) === contract.principal,
        )
        .map(({ contract }) => contract);
      const chosen = theirs.find(({ contract_id: id }) => id === request.query.mandate) ?? null;
      const data: ConsentData | null = chosen && {
        ...{ uid: asking.uid, name: tokenNameOf(asking), mandate: chosen, keys: keys.value },
      };
      const title = 'Let a program in';
      const main = consentMain(asking, { theirs, data, missing: secret.ok ? null : secret.error.message });
      const description = 'A program asks to act under a mandate.';
      const bundles = [assets.addresses['consent.js']];
      return sendPrivatePage(
        reply,
        renderConsolePage(site, { title, description, main, path: '/mandates', bundles }),
      );
    },
  );
  app.post(path, { schema: { hide: true, params, body: SignedAgentToken } }, async (request, reply) => {
    const asking = await server().asking(request.raw, reply.raw);
    if (asking?.uid !== request.params.uid) return refuse(reply, TOO_LATE);
    const secret = await agentSecret();
    if (!secret.ok) return refuse(reply, { status: 503, ...secret.error });
    const { token } = request.body;
    if (token.contracts.length !== 1) {
      const message = 'A program that connects this way acts under one mandate.';
      return refuse(reply, { status: 422, code: 'one_mandate_only', message });
    }
    const made = await authority.makeToken(request.body);
    if (!made.ok) return passOn(reply, made.error);
    return sendJson(reply, { next: await server().allow(request.raw, reply.raw, asking, token) });
  });
  app.post(`${path}/refuse`, { schema: { hide: true, params } }, async (request, reply) => {
    const asking = await server().asking(request.raw, reply.raw);
    if (asking?.uid !== request.params.uid) return refuse(reply, TOO_LATE);
    return sendJson(reply, { next: await server().refuse(request.raw, reply.raw) });
  });
}

interface Consent {
  readonly theirs: readonly Mandate[];
  readonly data: ConsentData | null;
  readonly missing: string | null;
}

function consentMain(asking: Asking, { theirs, data, missing }: Consent): Safe {
  const name = asking.clientName === null ? null : printable(asking.clientName);
  const place = placeOf(asking);
  return html`<header class="opening">
<h1>${name === null ? 'A program asks to be let in' : html`A program that calls itself <bdi>${name}</bdi> asks to be let in`}</h1>
<p class="story">If you let it, it acts as your agent within one of your mandates, until you end its token. Your answer goes to <strong><bdi>${printable(place)}</bdi></strong>.</p>
</header>
${leaf({
  id: 'who',
  title: 'Who asks',
  note: 'Nobody has proved more than this.',
  matter: html`${facts([
    ['its name, in its own words', name ?? 'none'],
    ['your answer goes to', asking.redirectUri],
    ...(asking.isDescribed ? [['described at', asking.clientId] as const] : []),
  ])}
<ul class="marks">
${pointed('open', html`The name proves nothing: any program may take any name.`)}
${pointed('bar', 'If you did not just connect it yourself, refuse.')}
</ul>
<p><button type="button" class="outlined" id="refuse" data-uid="${asking.uid}">Refuse</button></p>
<p id="refuse-problem" class="field-error" role="alert"></p>`,
})}
${leaf({ id: 'mandate', title: 'Under which mandate', matter: mandateChoice(asking, theirs, data) })}
${
  missing !== null
    ? html`<p>${mark('open')}${missing}</p>`
    : data !== null &&
      leaf({
        id: 'sign',
        title: 'If you let it in',
        note: 'When that time is over, it asks again. You can end its token earlier, on the mandate’s page.',
        matter: signingPart(data),
      })
}`;
}

function mandateChoice({ uid }: Asking, theirs: readonly Mandate[], data: ConsentData | null): Content {
  if (theirs.length === 0) {
    return html`<p>${mark('bar')}You have no mandate in force. <a href="${url('/mandates/new')}">Sign one</a>, then load this page again.</p>`;
  }
  const chosen = data?.mandate.contract_id;
  return html`<ul class="plain">${theirs.map((mandate) => {
    const { contract_id: id, agent, valid_to } = mandate;
    const words = html`<bdi>${mandateName(mandate)}</bdi>`;
    const more = html`<span class="note"><bdi class="id">${printable(agent)}</bdi>, until ${day(valid_to)}</span>`;
    return id === chosen
      ? html`<li>${mark('holds')}<strong>${words}</strong> ${more}</li>`
      : html`<li><a href="${url(`${OAUTH_PATHS.consent}/${uid}?mandate=${id}`)}">${words}</a> ${more}</li>`;
  })}</ul>`;
}

const DAYS = [1, 7, 30, 90] as const;
const DEFAULT_DAYS = 7;

function signingPart(data: ConsentData): Safe {
  const days = DAYS.map(
    (count) =>
      html`<div class="choice"><input type="radio" id="days-${count}" name="days" value="${count}"${count === DEFAULT_DAYS && html` checked`}><label for="days-${count}">${count === 1 ? '1 day' : `${count} days`}</label></div>`,
  );
  return html`<div id="consent-data" hidden data-consent="${JSON.stringify(data)}"></div>
<div class="panel"><fieldset id="days"><legend>For how long?</legend><div class="days">${days}</div></fieldset>
<p id="consent-says"></p>
<div id="signing"><p>To sign it here, this page needs its script.</p></div>
<details><summary>The text that is signed</summary><pre class="id" id="consent-text"></pre></details></div>
${signingTemplates('consent')}`;
}
