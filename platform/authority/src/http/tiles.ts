import type { HttpApp } from '@common/kit/http/app';
import { formatNoteKey } from '@platform/core/log/note/note-key';
import { LogCheckpoints } from '@platform/core/objects/log';
import { Type } from 'typebox';
import { logKeysOf, newestCheckpoint, noteOf } from '../use-cases/checkpoints.ts';
import type { AuthorityDeps } from '../use-cases/deps.ts';
import { proveLeaf, readTile } from '../use-cases/read-tiles.ts';
import { answerRefusal } from './errors.ts';
import { DEFAULT_LIMIT, Limit, refusals } from './schemas.ts';
import { sendJson } from './views.ts';

const Size = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
/** For the description: a text of a format of its own. */
const text = (description: string) => ({
  description,
  content: { 'text/plain': { schema: Type.String() } },
});
const PLAIN = 'text/plain; charset=utf-8';
/** A year, and never asked again: what a tile of full or partial width holds cannot change. */
const FOR_GOOD = 'public, max-age=31536000, immutable';

type Deps = Pick<AuthorityDeps, 'store' | 'crypto' | 'logSigner'>;

/** The log as programs of others read it (C2SP tlog-tiles, tlog-checkpoint, tlog-proof; ADR 0027). */
export function addTileRoutes(app: HttpApp, deps: Deps): void {
  app.get(
    '/checkpoint',
    {
      config: { polled: true },
      schema: {
        summary: 'The newest checkpoint, a signed note',
        description:
          'C2SP tlog-checkpoint: origin, size and root, signed by the log, and by the witnesses that have seen it.',
        tags: ['log'],
        response: { 200: text('A signed note'), ...refusals(404) },
      },
    },
    async (_request, reply) => {
      const newest = await newestCheckpoint(deps);
      reply.header('cache-control', 'no-cache');
      return newest.ok
        ? reply.header('content-type', PLAIN).send(noteOf(newest.value))
        : answerRefusal(reply, newest.error);
    },
  );
  app.get(
    '/tile/*',
    {
      config: { polled: true },
      schema: {
        summary: 'Hashes or entries of the log, 256 to a file',
        description:
          'C2SP tlog-tiles: `/tile/<L>/<N>[.p/<W>]` and `/tile/entries/<N>[.p/<W>]`. Only what the newest checkpoint covers; each file has one address. An entry is the 64 hex digits that a receipt’s leaf is made of, nothing of the receipt.',
        tags: ['log'],
        params: Type.Object({ '*': Type.String({ description: 'Such as `0/000.p/7`' }) }),
        response: {
          200: {
            description: 'Hashes of 32 bytes, or entries, each after its length in two bytes',
            content: { 'application/octet-stream': { schema: Type.String({ format: 'binary' }) } },
          },
          ...refusals(404),
        },
      },
    },
    async (request, reply) => {
      // As it was sent: a percent sign or a query would be a second address of the same file.
      const tile = await readTile(deps, request.url.slice(1));
      if (tile === null) {
        const message =
          'There is no such tile. Read the checkpoint first; write N with three digits, as in tile/0/x001/234.p/5.';
        return answerRefusal(reply.header('cache-control', 'no-store'), { code: 'tile_not_found', message });
      }
      return reply
        .header('content-type', 'application/octet-stream')
        .header('cache-control', FOR_GOOD)
        .send(Buffer.from(tile));
    },
  );
  addProofRoutes(app, deps);
}

function addProofRoutes(app: HttpApp, deps: Deps): void {
  app.get(
    '/log/proof',
    {
      schema: {
        summary: 'Proof that a receipt’s leaf is in the log, to be verified offline',
        description:
          'C2SP tlog-proof, against a checkpoint of the log: for `sanad-verify --proof`, and for any other program that reads the format.',
        tags: ['log'],
        querystring: Type.Object({
          leaf_index: { ...Size, description: 'As in the receipt’s status.log' },
          tree_size: Type.Optional({ ...Size, description: 'Of a checkpoint; default: the newest' }),
        }),
        response: { 200: text('A tlog-proof'), ...refusals(404, 422) },
      },
    },
    async (request, reply) => {
      const { leaf_index: leaf, tree_size: size = null } = request.query;
      const proof = await proveLeaf(deps, leaf, size);
      return proof.ok
        ? reply.header('content-type', PLAIN).send(proof.value)
        : answerRefusal(reply, proof.error);
    },
  );
  app.get(
    '/log/checkpoints',
    {
      schema: {
        summary: 'Checkpoints with their signatures, smallest first',
        tags: ['log'],
        querystring: Type.Object({
          from: Type.Optional({ ...Size, description: 'Smallest size wanted; default 0' }),
          cosigned: Type.Optional(Type.Boolean({ description: 'Only those that a witness signed' })),
          limit: Limit,
        }),
        response: { 200: LogCheckpoints },
      },
    },
    async (request, reply) => {
      const { from = 0, cosigned = false, limit = DEFAULT_LIMIT } = request.query;
      const head = (await deps.store.treeHead(null))?.tree_head;
      if (head === undefined) return sendJson(reply, { vkey: null, checkpoints: [] });
      const origin = deps.logSigner.originOf(head.log_id);
      const [vkey = null, fresh] = logKeysOf(deps, head.log_id).map(formatNoteKey);
      const found = await deps.store.checkpoints({ origin, from, limit, cosigned });
      return sendJson(reply, {
        vkey,
        ...(fresh === undefined ? {} : { new_vkey: fresh }),
        checkpoints: found.map((checkpoint) => ({
          tree_size: checkpoint.treeSize,
          note: noteOf(checkpoint),
        })),
      });
    },
  );
}
