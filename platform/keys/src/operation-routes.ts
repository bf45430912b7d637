import type { Result } from '@common/base/result';
import { type HttpApp, refuse } from '@common/kit/http/app';
import { VERSION } from '@common/kit/version';
import { KeySet } from '@platform/core/objects/key-entry';
import { type TProperties, type TSchema, Type } from 'typebox';
import { PlatformErrorSchema } from './error-bodies.ts';

interface KeysRouteOptions {
  readonly summary: string;
  readonly description?: string;
  /** Default `operation`. */
  readonly tag?: string;
  readonly keys: () => KeySet | Promise<KeySet>;
}

/** The schema has no type, because this module writes the text to send, not the framework. */
const Keys: TSchema = KeySet;

/** `GET /.well-known/keys.json`. */
export function addKeysRoute(app: HttpApp, options: KeysRouteOptions): void {
  const { summary, description, tag = 'operation', keys } = options;
  const about = { summary, tags: [tag], ...(description === undefined ? {} : { description }) };
  app.get(
    '/.well-known/keys.json',
    { schema: { ...about, response: { 200: Keys } } },
    // Send it unchanged: a serialiser built from a schema could drop or coerce a field of a signed object.
    async (_request, reply) =>
      reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(await keys())),
  );
}

const JwkSet: TSchema = Type.Object({ keys: Type.Array(Type.Record(Type.String(), Type.String())) });

/** `GET /.well-known/cloud-keys.json`. `text`: a JWK set. */
export function addCloudKeysRoute(app: HttpApp, text: () => Promise<string>): void {
  app.get(
    '/.well-known/cloud-keys.json',
    {
      schema: {
        summary: 'The cloud’s keys that signed the identity tokens in decisions, as a JWK set',
        description:
          'For `sanad-verify --cloud-keys`. Kept for good, since the cloud publishes a key for some weeks only. A reader who does not trust this service compares them with what the cloud publishes.',
        tags: ['operation'],
        response: { 200: JwkSet },
      },
    },
    async (_request, reply) =>
      reply.header('content-type', 'application/json; charset=utf-8').send(await text()),
  );
}

/** Whether a service's database takes writes. */
export type WriteProbe = () => Promise<Result<void, 'database_not_writable'>>;

interface HealthRouteOptions<Facts extends TProperties> {
  readonly summary: string;
  /** The members of the answer besides `status` and `version`. */
  readonly facts: Facts;
  /** Throws if the service cannot work. */
  readonly read: () => Promise<Readonly<Record<keyof Facts, unknown>>>;
  /** Only for a service with a database. */
  readonly writable?: WriteProbe;
}

/** `GET /healthz`: `{"status": "ok", "version"}` and the service's own facts; 503 if its database takes no writes. */
export function addHealthRoute<Facts extends TProperties>(
  app: HttpApp,
  { summary, facts, read, writable }: HealthRouteOptions<Facts>,
): void {
  const Health: TSchema = Type.Object({ status: Type.Literal('ok'), version: Type.String(), ...facts });
  const refusal: Record<number, TSchema> = writable === undefined ? {} : { 503: PlatformErrorSchema };
  const schema = { summary, tags: ['operation'], response: { 200: Health, ...refusal } };
  app.get('/healthz', { schema }, async (_request, reply) => {
    const writes = await writable?.();
    if (writes?.ok === false) return refuse(reply, { status: 503, ...writes.error });
    return { status: 'ok', version: VERSION, ...(await read()) };
  });
}
