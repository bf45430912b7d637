import { createSecretKey, generateKeyPairSync } from 'node:crypto';
import { requiredMs } from '@common/base/instant';
import type { Result } from '@common/base/result';
import type { AgentToken } from '@platform/core/objects/agent-token';
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { isLoopback } from '../access/loopback.ts';
import { PROGRAMS } from '../access/programs-paths.ts';
import { agentTokenClaims } from '../use-cases/issue-agent-token.ts';
import { keptForAWhile } from './kept-for-a-while.ts';
import type { RegisteredClients } from './registered-clients.ts';

export const OAUTH_PATHS = {
  ...PROGRAMS,
  authorize: '/oauth/authorize',
  consent: '/connect',
} as const;

/** The only scope: the tools of the mandate. What a token allows is in the mandate. */
export const SCOPE = 'tools';

/** How long a person has to choose and sign, and a client to fetch its token. */
const CONSENT_S = 900;
export const CODE_S = 60;

/** Loaded only where it is used: it takes a second. */
export type OAuthLibrary = Pick<typeof import('oidc-provider'), 'errors' | 'interactionPolicy' | 'Provider'>;

export interface OAuth {
  /** The address of the gateway’s `/mcp` for clients, which each token names as its audience. */
  readonly resource: string;
  /** The secret of agents’ tokens, read anew each time. */
  readonly agentSecret: () => Promise<Result<string, 'agent_secret_missing'>>;
  /** Fetches a client’s own description from the public internet. */
  readonly fetchPublic: (url: string) => Promise<Response>;
}

export interface ServerDeps extends OAuth {
  readonly issuer: string;
  readonly secret: string;
  readonly clock: () => number;
  /** Told what the library did not expect. */
  readonly onFault: (error: Error) => void;
  /** The page for a person whose client asked for what it cannot have. */
  readonly refusal: (why: string) => {
    readonly body: string;
    readonly headers: Readonly<Record<string, string>>;
  };
}

/** What people have signed and clients have not fetched. */
export interface Waiting {
  recordOf(id: string | undefined): AgentToken | null;
  hasCode(clientId: string): boolean;
}

/** The library, with everything off but codes with PKCE for public clients and one resource. */
export function configurationOf(
  library: OAuthLibrary,
  deps: ServerDeps,
  clients: RegisteredClients,
  waiting: Waiting,
): Configuration {
  const { errors, interactionPolicy } = library;
  const { issuer, resource, fetchPublic, clock, refusal } = deps;
  const { recordOf } = waiting;
  const cookie = {
    // A random id needs no signature.
    signed: false,
    httpOnly: true,
    sameSite: 'lax',
    secure: issuer.startsWith('https:'),
  } as const;
  const { Prompt, Check } = interactionPolicy;
  const asked = new Check(
    'not_asked',
    'a person must choose and sign',
    ({ oidc }) => oidc.result?.login === undefined,
  );
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    adapter: (name) => (name === 'Client' ? clientAdapter(clients, clock) : keptForAWhile(clock)),
    // No ID token is ever made, but the library wants a key for them.
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }] },
    clientDefaults: {
      id_token_signed_response_alg: 'ES256',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code'],
      response_types: ['code'],
    },
    clientAuthMethods: ['none'],
    responseTypes: ['code'],
    scopes: [],
    claims: {},
    pkce: { required: () => true },
    routes: { authorization: OAUTH_PATHS.authorize, token: OAUTH_PATHS.token },
    cookies: {
      names: { session: 'sanad_oauth_none', interaction: 'sanad_oauth', resume: 'sanad_oauth_resume' },
      short: cookie,
      // INVARIANT: no browser sends it back, so nobody is ever “signed in” here and not asked.
      long: { ...cookie, path: '/oauth/none' },
    },
    ttl: {
      Interaction: CONSENT_S,
      Session: CONSENT_S,
      Grant: CONSENT_S,
      AuthorizationCode: CODE_S,
      AccessToken: (_ctx, { accountId }) => {
        const until = recordOf(accountId)?.expires_at;
        return until === undefined ? 1 : Math.max(1, Math.floor((requiredMs(until) - clock()) / 1_000));
      },
    },
    expiresWithSession: async () => false,
    issueRefreshToken: async () => false,
    interactions: {
      policy: [new Prompt({ name: 'login', requestable: false }, asked)],
      url: (_ctx, { uid }) => `${OAUTH_PATHS.consent}/${uid}`,
    },
    loadExistingGrant: async ({ oidc }) => {
      const grantId = oidc.result?.consent?.grantId;
      return grantId === undefined ? undefined : oidc.provider.Grant.find(grantId);
    },
    findAccount: async (_ctx, id) =>
      recordOf(id) === null ? undefined : { accountId: id, claims: async () => ({ sub: id }) },
    formats: {
      customizers: {
        jwt: async (_ctx, issued, parts) => {
          const token = 'accountId' in issued ? recordOf(issued.accountId) : null;
          if (token === null) throw new errors.InvalidGrant('the record of the token is not known here');
          parts.payload = { ...agentTokenClaims(token, clock()), aud: resource };
        },
      },
    },
    renderError: (ctx, { error, error_description: why }) => {
      const { body, headers } = refusal(
        `The program that sent you here asked for what it cannot have (${error}): ${why ?? 'no reason is known'}.`,
      );
      ctx.set(headers);
      ctx.body = body;
    },
    fetch: async (address) => fetchPublic(String(address)),
    features: featuresOf(library, deps, waiting),
  };
}

function featuresOf(
  { errors }: OAuthLibrary,
  { resource, agentSecret }: ServerDeps,
  { hasCode }: Waiting,
): NonNullable<Configuration['features']> {
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    dPoP: { enabled: false },
    clientIdMetadataDocument: {
      enabled: true,
      ack: 'draft-02',
      allowClient: async (_ctx, { redirectUris = [] }) => redirectUris.every(isPrivate),
      // Everything but this is for people who signed in: strangers make us fetch nothing.
      allowFetch: async (ctx: KoaContextWithOIDC | undefined, id) =>
        ctx?.oidc.route !== 'token' || hasCode(id),
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: async () => {
        throw new errors.InvalidTarget(`name the resource: ${resource}`);
      },
      useGrantedResource: async () => true,
      getResourceServerInfo: async (_ctx, asked) => {
        if (asked !== resource) throw new errors.InvalidTarget(`the resource here is ${resource}`);
        const key = await agentSecret();
        if (!key.ok) throw new errors.TemporarilyUnavailable(key.error.message);
        return {
          scope: SCOPE,
          audience: resource,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'HS256', key: createSecretKey(Buffer.from(key.value)) } },
        };
      },
    },
  };
}

/** Whether nobody on the way reads what the browser brings there. */
function isPrivate(redirectUri: string): boolean {
  const { protocol, hostname } = new URL(redirectUri);
  return protocol !== 'http:' || isLoopback(hostname);
}

function clientAdapter(clients: RegisteredClients, clock: () => number) {
  return { ...keptForAWhile(clock), find: async (id: string) => clients.find(id) ?? undefined };
}
