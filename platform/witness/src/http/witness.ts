import { type HttpApp, refuse } from '@common/kit/http/app';
import { addRawRoutes, RawBody } from '@common/kit/http/body-kinds';
import { clientNetwork, type RateLimiter, rateHeaders } from '@common/kit/rate-limit';
import { RefusalBody } from '@platform/api/route';
import { Type } from 'typebox';
import { type AddRefusal, addCheckpoint, type WitnessDeps } from '../use-cases/add-checkpoint.ts';
import { originIn } from '../use-cases/read-request.ts';

const STATUS: Readonly<Record<AddRefusal, number>> = {
  malformed: 400,
  log_signature_invalid: 403,
  log_unknown: 404,
  size_differs: 409,
  not_consistent: 422,
  ending_left_out: 422,
  standing_left_out: 422,
  too_many: 429,
};

const TEXT = 'text/plain; charset=utf-8';
const SIZE_TYPE = 'text/x.tlog.size';
const ORIGIN_HASH = '^[0-9a-f]{64}$';

interface HttpDeps extends WitnessDeps {
  /** Limits requests, by address. */
  readonly addresses: RateLimiter;
  /** Called for each answer to `add-checkpoint`, with the origin that the request names. */
  readonly onAnswer: (origin: string | null, status: number) => void;
}

/** Adds both endpoints of C2SP tlog-witness under the service’s root. */
export async function addWitnessRoutes(app: HttpApp, deps: HttpDeps): Promise<void> {
  limitAddresses(app, deps.addresses);
  // Clients send this body under different types, or none. Its form is what counts.
  await addRawRoutes(app, (scope) => addCheckpointRoute(scope, deps), '*');
  const origins = new Map(deps.logs.map(({ name }) => [deps.crypto.sha256(name), name]));
  app.get(
    '/:origin/checkpoint',
    {
      schema: {
        summary: 'The newest checkpoint of a log that was cosigned here',
        tags: ['witness'],
        params: Type.Object({
          origin: Type.String({ pattern: ORIGIN_HASH, description: 'SHA-256 of the log’s origin, in hex' }),
        }),
        response: { 200: Type.String(), 404: RefusalBody },
      },
    },
    async (request, reply) => {
      const origin = origins.get(request.params.origin);
      const cosigned = origin === undefined ? null : await deps.store.cosigned(origin);
      if (cosigned !== null) {
        return reply.header('cache-control', 'no-cache').header('content-type', TEXT).send(cosigned.note);
      }
      const message = 'Nothing of a log with this origin was cosigned here.';
      return refuse(reply, { status: 404, code: 'not_cosigned', message });
    },
  );
}

/** Counts requests before their body is read, except those of operators and load balancers. */
function limitAddresses(app: HttpApp, addresses: RateLimiter): void {
  app.addHook('onRequest', async (request, reply) => {
    const { url, config } = request.routeOptions;
    if (config.polled === true || url === '/healthz') return;
    const allowance = await addresses.take(clientNetwork(request.ip));
    if (allowance.allowed) return;
    reply.headers(rateHeaders(addresses.policy, allowance));
    const message = `More than ${addresses.policy.requests} requests came from this address within a minute: ask again in ${allowance.resetS} s.`;
    return refuse(reply, { status: 429, code: 'too_many_requests', message });
  });
}

function addCheckpointRoute(scope: HttpApp, deps: HttpDeps): void {
  // Refusals before the handler count as answers, too.
  scope.addHook('onSend', ({ body }, reply, payload, done) => {
    deps.onAnswer(body instanceof Uint8Array ? originIn(body) : null, reply.statusCode);
    done(null, payload);
  });
  scope.post(
    '/add-checkpoint',
    {
      schema: {
        summary: 'Cosign a checkpoint that continues the last one (C2SP tlog-witness)',
        description:
          'The body: “old” and the size cosigned last, the hashes of the consistency proof in base64, an empty line, the checkpoint. The answer: the witness’s signature lines. 409 carries the size cosigned last.',
        tags: ['witness'],
        body: RawBody,
        response: {
          200: Type.String({ description: 'Signature lines' }),
          409: Type.String({ description: 'The size cosigned last' }),
          ...Object.fromEntries([400, 403, 404, 422, 429].map((status) => [status, RefusalBody])),
        },
      },
    },
    async (request, reply) => {
      const added = await addCheckpoint(deps, request.body);
      if (added.ok) return reply.header('content-type', TEXT).send(added.value.lines);
      const { code, message, detail } = added.error;
      if (code === 'size_differs') {
        return reply.status(409).header('content-type', SIZE_TYPE).send(`${detail?.size}\n`);
      }
      if (code === 'too_many') reply.header('retry-after', String(detail?.retry_after_s));
      return refuse(reply, { status: STATUS[code], code, message });
    },
  );
}
