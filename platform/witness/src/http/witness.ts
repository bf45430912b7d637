import { type HttpApp, refuse } from '@common/kit/http';
import { addRawRoutes, RawBody } from '@common/kit/http/body-kinds';
import { PlatformErrorSchema } from '@platform/trust/error-bodies';
import { Type } from 'typebox';
import { type AddRefusal, addCheckpoint, type WitnessDeps } from '../use-cases/add-checkpoint.ts';

const STATUS: Readonly<Record<AddRefusal, number>> = {
  malformed: 400,
  log_signature_invalid: 403,
  log_unknown: 404,
  size_differs: 409,
  not_consistent: 422,
};

const TEXT = 'text/plain; charset=utf-8';
const SIZE_TYPE = 'text/x.tlog.size';
const ORIGIN_HASH = '^[0-9a-f]{64}$';

/** C2SP tlog-witness: both endpoints under the service's root. */
export async function addWitnessRoutes(app: HttpApp, deps: WitnessDeps): Promise<void> {
  // Clients send this body under different types, or none: its form is what counts.
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
        response: { 200: Type.String(), 404: PlatformErrorSchema },
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

function addCheckpointRoute(scope: HttpApp, deps: WitnessDeps): void {
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
          ...Object.fromEntries([400, 403, 404, 422].map((status) => [status, PlatformErrorSchema])),
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
      return refuse(reply, { status: STATUS[code], code, message });
    },
  );
}
