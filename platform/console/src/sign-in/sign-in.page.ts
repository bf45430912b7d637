import { type HttpApp, refuse } from '@common/kit/http/app';
import { field } from '@common/web/field';
import { html, type Safe, url } from '@common/web/html';
import { nextPath } from '@common/web/next-path';
import { sendPage } from '@common/web/send-page';
import { Type } from 'typebox';
import type { Sessions } from '../access/sessions.http.ts';
import { passOn, sendJson } from '../site/passed-on.http.ts';
import { leaf, type PagesDeps, renderConsolePage } from '../site/site.page.ts';
import type { Authority } from '../use-cases/authority.ts';
import { domainsOf, passkeysToAsk, personsKeys } from './passkeys-to-ask.ts';
import { SIGN_IN } from './sign-in.http.ts';
import { KeyShown, NameTyped, type SignInData } from './sign-in-data.ts';

interface SignInDeps extends Pick<PagesDeps, 'site' | 'assets'> {
  readonly authority: Pick<Authority, 'keys'>;
  readonly sessions: Sessions;
  readonly secret: string;
  readonly origin: () => string;
}

const querystring = Type.Object({ next: Type.Optional(Type.String({ maxLength: 2_000 })) });

/** The page on which a person signs in, with the key with which they sign everything else. */
export function addSignInPage(app: HttpApp, deps: SignInDeps): void {
  const { authority, sessions, site, assets, origin } = deps;
  app.get(SIGN_IN, { schema: { hide: true, querystring } }, async (request, reply) => {
    const keys = await authority.keys();
    if (!keys.ok) return refuse(reply, { status: 503, code: keys.error.code, message: keys.error.message });
    const [deployment] = new Set(Object.values(keys.value).map((entry) => entry.deployment));
    const session = deployment === undefined ? null : await sessions.ask(deployment);
    const next = nextPath(request.query.next, '/');
    const data: SignInData | null = session === null ? null : { session, next };
    const page = renderConsolePage(site, {
      title: 'Sign in',
      description: 'Sign in with your key to read this console.',
      bundles: [assets.addresses['sign-in.js']],
      main: signInMain(data, domainsOf(keys.value, origin())),
    });
    return sendPage(request, reply, page);
  });
  addLookUps(app, deps);
}

/** What the page’s script asks. INVARIANT: only who holds a key learns whose it is. */
function addLookUps(app: HttpApp, { authority, secret }: SignInDeps): void {
  app.post(`${SIGN_IN}/passkeys`, { schema: { hide: true, body: NameTyped } }, async (request, reply) => {
    const keys = await authority.keys();
    if (!keys.ok) return passOn(reply, keys.error);
    const { name, rp_id: rpId } = request.body;
    return sendJson(reply, { ids: passkeysToAsk({ keys: keys.value, secret, name, rpId }) });
  });
  app.post(`${SIGN_IN}/key`, { schema: { hide: true, body: KeyShown } }, async (request, reply) => {
    const keys = await authority.keys();
    if (!keys.ok) return passOn(reply, keys.error);
    const { body } = request;
    const key = personsKeys(keys.value).find(({ webauthn, public_key: own }) =>
      'public_key' in body ? own === body.public_key : webauthn?.credential_id === body.credential_id,
    );
    if (key !== undefined) return sendJson(reply, { key });
    const message = 'This key is not enrolled here, or no longer.';
    return refuse(reply, { status: 404, code: 'key_unknown', message });
  });
}

function signInMain(data: SignInData | null, domains: readonly string[]): Safe {
  return html`${data !== null && html`<div id="sign-in-data" hidden data-sign-in="${JSON.stringify(data)}"></div>`}
<header class="opening"><h1>Sign in</h1>
<p class="story">With the key that is enrolled for you. You then see what is your company’s, for twelve hours.</p></header>
${leaf({
  id: 'key',
  title: 'Your key',
  note: 'Signing in allows nothing else: each approval and each mandate is signed by itself.',
  matter: html`<div id="signing"><p>To sign in, this page needs its script.</p></div>
<p class="note">No key yet? <a href="${url('/keys/enrol')}">Make a passkey</a>, and a principal enrols it.</p>`,
})}
${waysTemplate(domains)}`;
}

/** A passkey that its device finds by itself; one that it finds only when it is asked for by its id; and a key file. */
function waysTemplate(domains: readonly string[]): Safe {
  const of = (domain: string) =>
    domains.length > 1 && html` <span class="how">of <bdi>${domain}</bdi></span>`;
  const name = field({
    name: 'name',
    id: 'sign-in-name',
    label: 'Your name',
    autocomplete: 'username',
    maxlength: 128,
  });
  return html`<template id="sign-in-ways"><div class="ways">
${domains.map((domain, index) => html`<button type="button" class="${index === 0 ? 'way' : 'way outlined'}" data-passkey data-domain="${domain}" aria-describedby="sign-in-problem">Sign in with a passkey${of(domain)}</button>`)}
<p id="sign-in-problem" class="field-error" role="alert"></p>
<p id="sign-in-state" class="signing-state" role="status"></p>
<details class="others"><summary>A security key, or a passkey that is not offered</summary>
<p class="hint">Some devices find a key only if they are asked for it by name.</p>
<form id="sign-in-by-name" data-domain="${domains[0] ?? ''}">${name}
${domains.map((domain, index) => html`<button type="${index === 0 ? 'submit' : 'button'}" class="way outlined" data-named data-domain="${domain}" aria-describedby="sign-in-problem">Sign in with this person’s key${of(domain)}</button>`)}
</form>
</details>
<details class="others"><summary>A key file</summary>
<input id="sign-in-file" type="file" aria-label="Key file" tabindex="-1" hidden>
<button id="sign-in-choose" type="button" class="way outlined" aria-describedby="sign-in-problem">Choose your key file</button>
<p class="hint">It is read in this page, never sent, and forgotten at once; only the signature is sent.</p>
<p id="sign-in-holder" role="status"></p>
<button id="sign-in-sign" type="button" class="way outlined" hidden>Sign in with this key</button>
</details>
</div></template>`;
}
