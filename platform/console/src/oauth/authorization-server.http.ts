import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AgentToken } from '@platform/core/objects/agent-token';
import type { Asking } from './client-words.ts';
import {
  CODE_S,
  configurationOf,
  OAUTH_PATHS,
  type OAuthLibrary,
  SCOPE,
  type ServerDeps,
  type Waiting,
} from './library-settings.ts';
import { createRegisteredClients } from './registered-clients.ts';

interface Signed {
  readonly token: AgentToken;
  readonly clientId: string;
  readonly untilMs: number;
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
  // Else it writes to the console.
  provider.silent = true;
  provider.proxy = true;
  const { protocol, host } = new URL(issuer);
  const scheme = protocol.slice(0, -1);
  const answer = provider.callback();
  const known = (request: IncomingMessage) => {
    // The library asks by which address it is reached, which our own says and no header of a stranger.
    request.headers['x-forwarded-proto'] = scheme;
    request.headers['x-forwarded-host'] = host;
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
      const untilMs = clock() + 2 * CODE_S * 1_000;
      signed.set(token.token_id, { token, clientId: asking.clientId, untilMs });
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
