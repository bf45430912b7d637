import { createHmac, timingSafeEqual } from 'node:crypto';
import { Type } from 'typebox';
import { Check } from 'typebox/value';

const LIFETIME_MS = 90 * 86_400_000;
const MOST_URIS = 5;
const MOST_URI_LENGTH = 300;
/** Of what is sealed: the id is part of an address, which browsers and proxies bound. */
const MOST_SEALED_BYTES = 900;

/** What counts of a client’s own words; whatever else it says is not kept. */
export const ClientWords = Type.Object({
  redirect_uris: Type.Array(Type.String({ minLength: 1, maxLength: MOST_URI_LENGTH }), {
    minItems: 1,
    maxItems: MOST_URIS,
  }),
  client_name: Type.Optional(Type.String({ maxLength: 100 })),
});
type ClientWords = Type.Static<typeof ClientWords>;

const Sealed = Type.Object({
  at: Type.Integer(),
  uris: ClientWords.properties.redirect_uris,
  name: Type.String(),
});

/**
 * Clients that registered themselves. A registration is its own id, under a code that only this console makes: nothing is
 * stored that strangers could fill, and it outlives a restart if the secret does.
 */
export function createRegisteredClients(secret: string, clock: () => number) {
  const codeOf = (body: string) =>
    createHmac('sha256', secret).update(`oauth client ${body}`).digest('base64url');
  return {
    /** Null if the words are too long for an id. */
    register({ redirect_uris: uris, client_name: name = '' }: ClientWords) {
      const sealed = JSON.stringify({ at: Math.floor(clock() / 1_000), uris, name });
      if (Buffer.byteLength(sealed) > MOST_SEALED_BYTES) return null;
      const body = Buffer.from(sealed).toString('base64url');
      return { id: `${body}.${codeOf(body)}`, ...publicClient(uris, name) };
    },
    /** The metadata of a client that registered here within ninety days. */
    find(id: string) {
      const [body = '', code = '', ...rest] = id.split('.');
      const [given, expected] = [Buffer.from(code), Buffer.from(codeOf(body))];
      if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected))
        return null;
      const sealed: unknown = JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));
      if (!Check(Sealed, sealed) || sealed.at * 1_000 + LIFETIME_MS <= clock()) return null;
      return { client_id: id, ...publicClient(sealed.uris, sealed.name) };
    },
  };
}

export type RegisteredClients = ReturnType<typeof createRegisteredClients>;

const WEB = /^https:\/\//i;

/** Programs on a person’s machine come back to that machine, or by a scheme of their own. */
function publicClient(uris: readonly string[], name: string) {
  return {
    redirect_uris: [...uris],
    ...(name !== '' && { client_name: name }),
    application_type: uris.every((uri) => WEB.test(uri)) ? ('web' as const) : ('native' as const),
    token_endpoint_auth_method: 'none' as const,
    grant_types: ['authorization_code'],
    response_types: ['code' as const],
  };
}
