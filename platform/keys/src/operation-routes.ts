import type { Result } from '@common/base/result';
import { type HttpApp, refuse } from '@common/kit/http/app';
import { VERSION } from '@common/kit/version';
import { HEALTH, type KEYS } from '@platform/api/operation';
import type { Route } from '@platform/api/route';
import type { KeySet } from '@platform/core/objects/key-entry';
import { type TProperties, type TSchema, Type } from 'typebox';
import { addRoute } from './add-route.ts';

/** `GET /.well-known/keys.json`. */
export function addKeysRoute(
  app: HttpApp,
  route: Route & Pick<typeof KEYS, 'answer'>,
  keys: () => KeySet | Promise<KeySet>,
): void {
  // Unchanged: a serialiser built from a schema could drop or coerce a field of what is signed.
  addRoute(app, route, async (_request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(await keys())),
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
  const answer: TSchema = Type.Object({ ...HEALTH.answer.properties, ...facts });
  const route: Route = { ...HEALTH, summary, answer, refusals: writable === undefined ? [] : [503] };
  addRoute(app, route, async (_request, reply) => {
    const writes = await writable?.();
    if (writes?.ok === false) return refuse(reply, { status: 503, ...writes.error });
    return { status: 'ok', version: VERSION, ...(await read()) };
  });
}
