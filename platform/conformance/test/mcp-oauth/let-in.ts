import assert from 'node:assert/strict';
import { formatInstant } from '@common/base/instant';
import { nodeCrypto } from '@common/evidence/node';
import type { OAuthClientProvider } from '@modelcontextprotocol/client';
import type { AgentToken, AgentTokenEnd, AgentTokenRecord } from '@platform/core/objects/agent-token';
import type { MandateRecord } from '@platform/core/objects/mandate';
import { signObject } from '@platform/core/signed/signed';
import { send } from '../../client.ts';
import type { Deployment } from '../../deployment.ts';

/** A port that browsers go to; nothing needs to listen there. */
export const REDIRECT = 'http://127.0.0.1:33418/callback';
const HOUR_MS = 3_600_000;
let made = 0;

/** A person’s browser, as far as cookies and redirects go. */
function browser(consoleUrl: string) {
  const cookies = new Map<string, string>();
  return async (address: string | URL, body?: unknown) => {
    const answer = await fetch(address, {
      redirect: 'manual',
      headers: {
        accept: 'text/html',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body === undefined
          ? {}
          : { 'content-type': 'application/json', origin: consoleUrl, 'sec-fetch-site': 'same-origin' }),
      },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (!/path=\/oauth\/none/.test(set)) cookies.set(name, value);
    }
    return answer;
  };
}

/** The principal reads who asks, signs for the treasury’s mandate, and the browser goes back. Returns where it goes. */
export async function letIn(
  d: Deployment,
  authorize: URL | null,
): Promise<{ readonly back: URL; readonly tokenId: string }> {
  assert.ok(authorize !== null, 'it never asked');
  const consoleUrl = d.urls.console.replace('127.0.0.1', 'localhost');
  const go = browser(consoleUrl);
  const asked = await go(authorize);
  const page = new URL(asked.headers.get('location') ?? '', consoleUrl);
  assert.match(page.pathname, /^\/connect\//, await asked.text());
  const shown = await go(page);
  assert.equal(shown.status, 200, await shown.text());
  const { body: mandate } = await send<MandateRecord>(`${d.urls.authority}/contracts/${d.mandates.treasury}`);
  const { deployment, contract_id, tenant, principal, agent } = mandate.contract;
  made += 1;
  const token: AgentToken = {
    ...{ type: 'sanad/agent-token/1', deployment, token_id: `at_hosted_${made}`, name: 'A hosted client' },
    ...{ tenant, principal, agent, contracts: [contract_id], made_at: formatInstant(Date.now()) },
    expires_at: formatInstant(Date.now() + HOUR_MS),
  };
  const { hash, signature } = signObject(nodeCrypto, await d.signer('principal_local'), token);
  const allowed = await go(page, { token, token_hash: hash, signature });
  const { next } = (await allowed.json()) as { readonly next?: string };
  assert.ok(next !== undefined, `not let in: ${allowed.status}`);
  const back = await go(next);
  return { back: new URL(back.headers.get('location') ?? '', consoleUrl), tokenId: token.token_id };
}

/** The principal ends a token. */
export async function endOf(d: Deployment, tokenId: string): Promise<void> {
  const listed = await send<readonly AgentTokenRecord[]>(
    `${d.urls.authority}/tokens?contract_id=${d.mandates.treasury}`,
  );
  const record = listed.body.find(({ token }) => token.token_id === tokenId);
  assert.ok(record !== undefined);
  const { deployment } = record.token;
  const end: AgentTokenEnd = {
    ...{ type: 'sanad/agent-token-end/1', deployment, token_id: tokenId, token_hash: record.token_hash },
    ...{ ended_at: formatInstant(Date.now()), reason: 'no longer needed' },
  };
  const { hash, signature } = signObject(nodeCrypto, await d.signer('principal_local'), end);
  const body = { end, end_hash: hash, signature };
  assert.equal((await send(`${d.urls.authority}/tokens/${tokenId}/end`, { body })).status, 200);
}

/** A hosted client, as its own SDK keeps it; `asked` is where it sends the person. */
export function hostedClient() {
  const kept: Record<string, unknown> = {};
  let asked: URL | null = null;
  const provider: OAuthClientProvider = {
    redirectUrl: REDIRECT,
    clientMetadata: { redirect_uris: [REDIRECT], client_name: 'A hosted client' },
    clientInformation: () => kept.client as never,
    saveClientInformation: (client) => {
      kept.client = client;
    },
    tokens: () => kept.tokens as never,
    saveTokens: (tokens) => {
      kept.tokens = tokens;
    },
    redirectToAuthorization: (url) => {
      asked = url;
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier;
    },
    codeVerifier: () => String(kept.verifier),
  };
  return { provider, asked: () => asked, accessToken: () => String(Object(kept.tokens).access_token) };
}
