import { createSecretKey, generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { formatInstant, requiredMs } from '@common/base/instant';
import type { Result } from '@common/base/result';
import type { AgentToken } from '@platform/core/objects/agent-token';
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { agentTokenClaims } from '../use-cases/issue-agent-token.ts';
import { keptForAWhile } from './kept-for-a-while.ts';
import { createRegisteredClients } from './registered-clients.ts';

export const OAUTH_PATHS = {
  metadata: '/.well-known/oauth-authorization-server',
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  consent: '/connect',
} as const;

/** The only scope: the tools of the mandate. What a token allows is in the mandate. */
export const SCOPE = 'tools';

/** How long a person has to choose and sign, and a client to fetch its token. */
const CONSENT_S = 900;
const CODE_S = 60;

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

interface ServerDeps extends OAuth {
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

/** A client that waits for a person’s answer. Its name is its own word; its addresses are those it is held to. */
export interface Asking {
  readonly uid: string;
  readonly clientId: string;
  readonly clientName: string | null;
  readonly redirectUri: string;
  /** Whether the name comes from the address that is the client’s id. */
  readonly isDescribed: boolean;
}

interface Signed {
  readonly token: AgentToken;
  readonly clientId: string;
  readonly untilMs: number;
}

/** What people have signed and clients have not fetched. */
interface Waiting {
  recordOf(id: string | undefined): AgentToken | null;
  hasCode(clientId: string): boolean;
}

export type AuthorizationServer = ReturnType<typeof createAuthorizationServer>;

/**
 * OAuth for `/mcp`: codes with PKCE for public clients, by the library; the token is the one whose record a principal signed.
 * INVARIANT: each authorization asks a person anew, and no code is made without a record that the authority has registered.
 */
export function createAuthorizationServer(library: OAuthLibrary, deps: ServerDeps) {
  const { errors, Provider } = library;
  const { issuer, secret, clock } = deps;
  const clients = createRegisteredClients(secret, clock);
  /** The records of codes that were not exchanged yet, by their ids, which are the library’s “accounts”. */
  const signed = new Map<string, Signed>();
  const now = () => [...signed.values()].filter(({ untilMs }) => untilMs > clock());
  const waiting: Waiting = {
    recordOf: (id) => now().find(({ token }) => token.token_id === id)?.token ?? null,
    hasCode: (clientId) => now().some((one) => one.clientId === clientId),
  };
  const provider = new Provider(issuer, configurationOf(library, deps, clients, waiting));
  provider.on('server_error', (_ctx, error) => deps.onFault(error));
  provider.proxy = true;
  const scheme = new URL(issuer).protocol.slice(0, -1);
  const answer = provider.callback();
  const known = (request: IncomingMessage) => {
    // The library asks whether cookies may be secure, which our own address says and no header.
    request.headers['x-forwarded-proto'] = scheme;
    return request;
  };
  return {
    register: clients.register,
    /** Whether the library accepts the client as it is described. */
    accepts: async (clientId: string): Promise<boolean> => {
      try {
        return (await provider.Client.find(clientId)) !== undefined;
      } catch (error) {
        if (error instanceof errors.OIDCProviderError) return false;
        throw error;
      }
    },
    answer: (request: IncomingMessage, response: ServerResponse) => answer(known(request), response),
    /** The client that this browser was sent here by; null if that was too long ago, or in another browser. */
    async asking(request: IncomingMessage, response: ServerResponse): Promise<Asking | null> {
      try {
        const { uid, params } = await provider.interactionDetails(known(request), response);
        const client = await provider.Client.find(String(params.client_id));
        if (client === undefined) return null;
        return {
          uid,
          clientId: client.clientId,
          clientName: client.clientName ?? null,
          redirectUri: String(params.redirect_uri),
          isDescribed: clients.find(client.clientId) === null,
        };
      } catch (error) {
        if (error instanceof errors.OIDCProviderError) return null;
        throw error;
      }
    },
    /** Lets the client have its code for a record that was just registered. Returns where the browser goes on. */
    async allow(request: IncomingMessage, response: ServerResponse, asking: Asking, token: AgentToken) {
      const grant = new provider.Grant({ accountId: token.token_id, clientId: asking.clientId });
      grant.addResourceScope(deps.resource, SCOPE);
      for (const [id, { untilMs }] of signed) if (untilMs <= clock()) signed.delete(id);
      // The clock of the signer’s machine may be ahead, and gateways refuse what was made in the future.
      const made_at = formatInstant(Math.min(requiredMs(token.made_at), clock()));
      const untilMs = clock() + 2 * CODE_S * 1_000;
      signed.set(token.token_id, { token: { ...token, made_at }, clientId: asking.clientId, untilMs });
      const result = {
        login: { accountId: token.token_id, remember: false },
        consent: { grantId: await grant.save() },
      };
      return provider.interactionResult(known(request), response, result);
    },
    /** Tells the client that the person said no. */
    refuse: (request: IncomingMessage, response: ServerResponse) =>
      provider.interactionResult(known(request), response, { error: 'access_denied' }),
  };
}

function configurationOf(
  { errors, interactionPolicy }: OAuthLibrary,
  { issuer, resource, agentSecret, fetchPublic, clock, refusal }: ServerDeps,
  clients: ReturnType<typeof createRegisteredClients>,
  { recordOf, hasCode }: Waiting,
): Configuration {
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
          parts.payload = { ...agentTokenClaims(token), aud: resource };
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
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      dPoP: { enabled: false },
      clientIdMetadataDocument: {
        enabled: true,
        ack: 'draft-02',
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
    },
  };
}

function clientAdapter(clients: ReturnType<typeof createRegisteredClients>, clock: () => number) {
  return { ...keptForAWhile(clock), find: async (id: string) => clients.find(id) ?? undefined };
}

/** RFC 8414. What the library would add is for features that are off. */
export function metadataOf(issuer: string) {
  return {
    issuer,
    authorization_endpoint: issuer + OAUTH_PATHS.authorize,
    token_endpoint: issuer + OAUTH_PATHS.token,
    registration_endpoint: issuer + OAUTH_PATHS.register,
    scopes_supported: [SCOPE],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code'],
    token_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  };
}
