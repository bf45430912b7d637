import type { HttpApp } from '@common/kit/http/app';
import { ConsistencyProof, LogContinuation, SignedTreeHead } from '@platform/core/objects/log';
import { Type } from 'typebox';
import type { AuthorityDeps } from '../use-cases/deps.ts';
import { continueLog, proveConsistency } from '../use-cases/read-log.ts';
import { answerRefusal } from './errors.ts';
import { PAGED, sendPage } from './pages.ts';
import { DEFAULT_LIMIT, Limit, refusals } from './schemas.ts';
import { sendJson } from './views.ts';

const Size = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** The transparency log (RFC 6962): interface document, part 6; DESIGN 6.6 for what is beyond it. */
export function addLogRoutes(app: HttpApp, deps: AuthorityDeps): void {
  app.get(
    '/log/head',
    {
      schema: {
        summary: 'The signed tree head',
        tags: ['log'],
        querystring: Type.Object({
          tree_size: Type.Optional({ ...Size, description: 'Size of a past head; default: the newest' }),
        }),
        response: { 200: SignedTreeHead, ...refusals(404) },
      },
    },
    async (request, reply) => {
      const head = await deps.store.treeHead(request.query.tree_size ?? null);
      if (head !== null) return sendJson(reply, head);
      const message = 'There is no head of that size: the log grows in batches and starts empty.';
      return answerRefusal(reply, { code: 'log_empty', message });
    },
  );
  app.get(
    '/log/heads',
    {
      schema: {
        summary: 'Signed tree heads, newest first',
        tags: ['log'],
        description: PAGED,
        querystring: Type.Object({
          below: Type.Optional({ ...Size, description: 'Size of the last head already known' }),
          limit: Limit,
        }),
        response: { 200: Type.Array(SignedTreeHead) },
      },
    },
    async (request, reply) => {
      const { below = null, limit = DEFAULT_LIMIT } = request.query;
      const items = await deps.store.treeHeads(limit, below);
      const last = items.at(limit - 1);
      const more = last === undefined ? null : { below: String(last.tree_head.tree_size) };
      return sendPage(request, reply, { items, more, rel: 'next' });
    },
  );
  app.get(
    '/log/consistency',
    {
      schema: {
        summary: 'Proof that a later log begins with an earlier one',
        tags: ['log'],
        querystring: Type.Object({ from: Size, to: Type.Optional(Size) }),
        response: { 200: ConsistencyProof, ...refusals(422) },
      },
    },
    async (request, reply) => {
      const proof = await proveConsistency(deps, request.query.from, request.query.to ?? null);
      return proof.ok ? sendJson(reply, proof.value) : answerRefusal(reply, proof.error);
    },
  );
  addContinuation(app, deps);
}

function addContinuation(app: HttpApp, deps: AuthorityDeps): void {
  app.get(
    '/log/continuation',
    {
      config: { polled: true },
      schema: {
        summary: 'How the log and the revocations go on from what you have seen',
        description:
          'For those who rely on the authority: the newest head, the proof that its log begins with yours, and the revocations since. A log that is shorter than yours, or has another beginning, has no proof.',
        tags: ['log'],
        querystring: Type.Object({
          tree_size: Type.Optional({
            ...Size,
            description: 'Of the largest head that you have seen; default 0',
          }),
          event: Type.Optional({
            ...Size,
            description: 'Sequence number of the first event wanted; default 0',
          }),
          limit: Limit,
        }),
        response: { 200: LogContinuation },
      },
    },
    async (request, reply) => {
      const { tree_size: treeSize = 0, event = 0, limit = DEFAULT_LIMIT } = request.query;
      return sendJson(reply, await continueLog(deps, { treeSize, event }, limit));
    },
  );
}
