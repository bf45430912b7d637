import { type HttpApp, refuse } from '@common/kit/http/app';
import { html, type Safe, url } from '@common/web/html';
import { sendPage } from '@common/web/send-page';
import { TenantId } from '@platform/core/objects/primitives';
import { reachFault } from '@platform/core/signed/key-reach';
import { isRoot } from '@platform/core/signed/key-registry';
import { Type } from 'typebox';
import { refuseAsked } from '../site/asked.page.ts';
import { type PagesDeps, renderConsolePage } from '../site/site.page.ts';
import { addEnrolRoutes, type EnrolDeps, RegistrationId } from './enrol.http.ts';
import type { EnrolData, SignData } from './enrol-data.ts';
import { enrolStates, signStates } from './enrol-states.page.ts';

interface EnrolPageDeps extends PagesDeps, EnrolDeps {
  /** Returns the origin under which people open the pages. */
  readonly origin: () => string;
  /** Returns the present in RFC 3339. */
  readonly now: () => string;
}

/** Adds the page where the device’s holder makes a passkey, and the one where a principal signs for it. */
export function addEnrolPages(app: HttpApp, deps: EnrolPageDeps): void {
  const { authority, registrations, site, assets, origin, now } = deps;
  addEnrolRoutes(app, deps);
  const page = { config: { page: true } } as const;
  const querystring = Type.Object({
    root: Type.Optional(Type.Literal('1')),
    role: Type.Optional(Type.Literal('principal')),
    tenant: Type.Optional(TenantId),
  });
  app.get('/keys/enrol', { ...page, schema: { hide: true, querystring } }, async (request, reply) => {
    const keys = await authority.keys();
    if (!keys.ok) return refuseAsked(reply, keys.error);
    const root = request.query.root === '1';
    const { role, tenant } = request.query;
    const first = role === undefined || tenant === undefined ? {} : { first: { role, tenant } };
    const data: EnrolData = { root, origin: origin(), keys: keys.value, ...first };
    const title = root
      ? 'A principal’s own passkey'
      : data.first === undefined
        ? 'Make a passkey for a person'
        : `A passkey for the principal of ${data.first.tenant}`;
    const rendered = renderConsolePage(site, {
      title,
      path: '/keys',
      description: 'A new passkey.',
      bundles: [assets.addresses['enrol.js']],
      main: enrolMain(title, data),
    });
    return sendPage(request, reply, rendered);
  });
  const params = Type.Object({ id: RegistrationId });
  app.get('/keys/enrol/:id', { ...page, schema: { hide: true, params } }, async (request, reply) => {
    const registered = registrations.find(request.params.id);
    if (registered === null) {
      const message =
        'No passkey waits here: it was enrolled, a day went by, or the console was started again.';
      return refuse(reply, { status: 404, code: 'registration_not_found', message });
    }
    const keys = await authority.keys();
    if (!keys.ok) return refuseAsked(reply, keys.error);
    const data: SignData = { registered, keys: keys.value, now: now() };
    const named = {
      kid: registered.kid,
      tenants: registered.tenants === null ? null : [...registered.tenants],
    };
    const roots = Object.values(keys.value).filter((key) => isRoot(key) && reachFault(key, named) === null);
    const who = [...new Set(roots.map(({ person }) => person ?? ''))].join(' or ');
    const title = who === '' ? 'Nobody here may vouch for this key' : `Does ${who} vouch for this key?`;
    const rendered = renderConsolePage(site, {
      title,
      path: '/keys',
      description: 'A passkey that waits for a principal.',
      bundles: [assets.addresses['enrol-sign.js']],
      main: signMain(title, data),
    });
    return sendPage(request, reply, rendered);
  });
}

const crumb = (end: string) => html`<p class="crumb"><a href="${url('/keys')}">Keys</a> / ${end}</p>`;

function enrolMain(title: string, data: EnrolData): Safe {
  const story = data.root
    ? 'A root of trust signs its own enrolment. The operator then puts it into the keys folder, after comparing the fingerprint with you by voice.'
    : 'Do this on the device that will hold it. It counts for nothing until a principal signs.';
  return html`<div id="enrol-data" hidden data-enrol="${JSON.stringify(data)}"></div>
<header class="opening">${crumb('enrol')}
<h1>${title}</h1>
<p class="story">${story}</p></header>
<div id="enrolment"><p>This needs the page’s script. With commands instead: <code>npx sanad keys passkey-options approver_cfo.phone --person cfo --rp-id ${new URL(data.origin).hostname}</code> prints what a page of your own gives to <code>navigator.credentials.create</code>; <code>npx sanad keys enrol-passkey --help</code> says how its answer is enrolled.</p></div>
${enrolStates(data.root)}`;
}

function signMain(title: string, data: SignData): Safe {
  const { kid, person } = data.registered;
  return html`<div id="sign-data" hidden data-sign="${JSON.stringify(data)}"></div>
<header class="opening">${crumb('enrol')}
<h1>${title}</h1>
<p class="story" id="story">Nobody can enrol their own key. <bdi class="id">${kid}</bdi> counts for <bdi>${person}</bdi> from the moment a principal signs.</p></header>
<div id="signing"><p>This needs the page’s script. With commands instead: <code>npx sanad keys passkey-options --help</code>, then <code>npx sanad keys enrol-passkey --help</code>; the person makes the passkey once more on a page of your own.</p></div>
${signStates()}`;
}
