import { type HttpApp, refuse } from '@common/kit/http/app';
import { html, type Safe, url } from '@common/web/html';
import { nextPath } from '@common/web/next-path';
import { sendPage } from '@common/web/send-page';
import { Type } from 'typebox';
import type { Sessions } from '../access/sessions.http.ts';
import { signingTemplates } from '../signing/signing.page.ts';
import { leaf, type PagesDeps, renderConsolePage } from '../site/site.page.ts';
import type { Authority } from '../use-cases/authority.ts';
import { SIGN_IN } from './sign-in.http.ts';
import type { SignInData } from './sign-in-data.ts';

interface SignInDeps extends Pick<PagesDeps, 'site' | 'assets'> {
  readonly authority: Pick<Authority, 'keys'>;
  readonly sessions: Sessions;
}

const querystring = Type.Object({ next: Type.Optional(Type.String({ maxLength: 2_000 })) });

/** The page on which a person signs in, with the key with which they sign everything else. */
export function addSignInPage(app: HttpApp, { authority, sessions, site, assets }: SignInDeps): void {
  app.get(SIGN_IN, { schema: { hide: true, querystring } }, async (request, reply) => {
    const keys = await authority.keys();
    if (!keys.ok) return refuse(reply, { status: 503, code: keys.error.code, message: keys.error.message });
    const [deployment] = new Set(Object.values(keys.value).map((entry) => entry.deployment));
    const session = deployment === undefined ? null : await sessions.ask(deployment);
    const next = nextPath(request.query.next, '/');
    const data: SignInData | null = session === null ? null : { session, keys: keys.value, next };
    const page = renderConsolePage(site, {
      title: 'Sign in',
      description: 'Sign in with your key to read this console.',
      bundles: [assets.addresses['sign-in.js']],
      main: signInMain(data),
    });
    return sendPage(request, reply, page);
  });
}

function signInMain(data: SignInData | null): Safe {
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
${signingTemplates('sign-in')}`;
}
