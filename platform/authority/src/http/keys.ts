import type { HttpApp } from '@common/kit/http/app';
import { KeyEntry, SignedCompromise, SignedEnrolment } from '@platform/core/objects/key-entry';
import { Kid } from '@platform/core/objects/signature';
import { Type } from 'typebox';
import { enrolKey, markCompromised } from '../use-cases/change-keys.ts';
import type { AuthorityDeps } from '../use-cases/deps.ts';
import { answerRefusal } from './errors.ts';
import { refusals } from './schemas.ts';
import { sendJson } from './views.ts';

/** What principals say of people's keys. `GET /.well-known/keys.json` shows the outcome. */
export function addKeyRoutes(app: HttpApp, deps: AuthorityDeps): void {
  app.post(
    '/keys',
    {
      schema: {
        summary: 'Enrol a person’s key',
        description:
          'Signed by a principal whose key enrols others. A root of trust is not taken here: its operator puts it into the keys folder.',
        tags: ['keys'],
        body: SignedEnrolment,
        response: { 200: KeyEntry, 201: KeyEntry, ...refusals(403, 409, 413, 422) },
      },
    },
    async (request, reply) => {
      const enrolled = await enrolKey(deps, request.body);
      if (!enrolled.ok) return answerRefusal(reply, enrolled.error);
      return sendJson(reply, enrolled.value.entry, enrolled.value.isNew ? 201 : 200);
    },
  );
  app.post(
    '/keys/:kid/compromise',
    {
      schema: {
        summary: 'Mark a person’s key as compromised',
        description:
          'Signed by a principal whose key enrols others. What the key signs from that instant on counts nowhere; of a principal’s own, no key that it enrolled counts any more.',
        tags: ['keys'],
        params: Type.Object({ kid: Kid }),
        body: SignedCompromise,
        response: { 200: KeyEntry, ...refusals(403, 404, 413, 422) },
      },
    },
    async (request, reply) => {
      const marked = await markCompromised(deps, request.params.kid, request.body);
      if (!marked.ok) return answerRefusal(reply, marked.error);
      return sendJson(reply, marked.value.entry);
    },
  );
}
