import type { IncomingMessage, ServerResponse } from 'node:http';
import { type HttpApp, refuse } from '@common/kit/http/app';
import { clientNetwork, createMemoryRateLimiter } from '@common/kit/rate-limit';
import { Check } from 'typebox/value';
import { type AuthorizationServer, metadataOf } from './authorization-server.http.ts';
import { OAUTH_PATHS, SCOPE } from './library-settings.ts';
import { ClientWords } from './registered-clients.ts';

const REGISTRATIONS = { name: 'oauth-register', requests: 20, windowS: 3_600 };
const MOST_WORDS_BYTES = 8_192;
/** All that is read of a client’s request; the library sees nothing else. */
const PARAMETERS: readonly string[] = [
  ...['response_type', 'client_id', 'redirect_uri', 'state', 'resource'],
  ...['code_challenge', 'code_challenge_method'],
];

interface OAuthDeps {
  readonly origin: () => string;
  readonly server: () => AuthorizationServer;
}

/** Adds what clients ask: what there is, to be registered, a code by way of a person’s browser, and their token. */
export function addOAuthRoutes(app: HttpApp, { origin, server }: OAuthDeps): void {
  const hidden = { schema: { hide: true } };
  const registrations = createMemoryRateLimiter(REGISTRATIONS);
  app.get(OAUTH_PATHS.metadata, hidden, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send(metadataOf(origin())),
  );
  app.post(OAUTH_PATHS.register, { bodyLimit: MOST_WORDS_BYTES, ...hidden }, async (request, reply) => {
    const allowance = await registrations.take(clientNetwork(request.ip));
    if (!allowance.allowed) {
      const headers = { 'retry-after': String(allowance.resetS) };
      const message = 'Too many clients registered from here: keep the client_id that you were given.';
      return refuse(reply, { status: 429, code: 'registrations_too_many', message, headers });
    }
    const made = Check(ClientWords, request.body) ? server().register(request.body) : null;
    reply.header('cache-control', 'no-store');
    if (made === null || !(await server().accepts(made.id))) {
      const description = 'Send redirect_uris (1 to 5, https, or of this machine) and a short client_name.';
      return reply.status(400).send({ error: 'invalid_client_metadata', error_description: description });
    }
    const { id, ...metadata } = made;
    return reply.status(201).send({ client_id: id, scope: SCOPE, ...metadata });
  });
  app.get(OAUTH_PATHS.authorize, hidden, (request, reply) => {
    const asked = new URLSearchParams(request.url.replace(/^[^?]*\??/, ''));
    const query = new URLSearchParams([...asked].filter(([name]) => PARAMETERS.includes(name)));
    query.set('scope', SCOPE);
    request.raw.url = `${OAUTH_PATHS.authorize}?${query}`;
    return byLibrary(server(), request, reply);
  });
  app.get(`${OAUTH_PATHS.authorize}/:uid`, hidden, (request, reply) => byLibrary(server(), request, reply));
  void app.register((scope, _options, done) => {
    // The library reads the body itself.
    scope.addContentTypeParser('application/x-www-form-urlencoded', (_request, _payload, parsed) =>
      parsed(null),
    );
    scope.post(OAUTH_PATHS.token, hidden, (request, reply) => byLibrary(server(), request, reply));
    done();
  });
}

function byLibrary(
  server: AuthorizationServer,
  { raw: request }: { readonly raw: IncomingMessage },
  reply: { hijack(): unknown; readonly raw: ServerResponse },
): void {
  reply.hijack();
  void server.answer(request, reply.raw);
}
