import type { HttpApp } from '@common/kit/http/app';
import { AUTHORITY } from '@platform/api/authority';
import { DEFAULT_LIMIT } from '@platform/api/lists';
import { formatNoteKey } from '@platform/core/log/note/note-key';
import { addRoute } from '@platform/keys/add-route';
import { logKeysOf, newestCheckpoint, noteOf } from '../use-cases/checkpoints.ts';
import type { AuthorityDeps } from '../use-cases/deps.ts';
import { createLogStatements } from '../use-cases/read-log-statement.ts';
import { proveEntryLeaf, proveLeaf, readTile } from '../use-cases/read-tiles.ts';
import { answerRefusal } from './errors.ts';
import { sendJson } from './views.ts';

const PLAIN = 'text/plain; charset=utf-8';
/** Cached for a year without revalidation: the content of a tile, full or partial, cannot change. */
const FOR_GOOD = 'public, max-age=31536000, immutable';

type Deps = Pick<AuthorityDeps, 'store' | 'crypto' | 'logSigner'>;

/**
 * The log in the formats that other parties' programs read (C2SP tlog-tiles, tlog-checkpoint, tlog-proof; ADR
 * 0027).
 */
export function addTileRoutes(app: HttpApp, deps: Deps): void {
  addRoute(app, AUTHORITY.readCheckpoint, async (_request, reply) => {
    const newest = await newestCheckpoint(deps);
    reply.header('cache-control', 'no-cache');
    return newest.ok
      ? reply.header('content-type', PLAIN).send(noteOf(newest.value))
      : answerRefusal(reply, newest.error);
  });
  addRoute(app, AUTHORITY.readTile, async (request, reply) => {
    // The raw URL: a percent sign or a query would give the same file a second address.
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
  });
  addProofRoutes(app, deps);
  const statementOf = createLogStatements(deps);
  addRoute(app, AUTHORITY.readLogStatement, async (request, reply) => {
    const statement = await statementOf(request.query.leaf_index);
    return statement.ok
      ? reply.header('content-type', 'application/cose').send(Buffer.from(statement.value))
      : answerRefusal(reply, statement.error);
  });
}

function addProofRoutes(app: HttpApp, deps: Deps): void {
  addRoute(app, AUTHORITY.proveLeaf, async (request, reply) => {
    const { leaf_index: leaf, entry_hash: hash, tree_size: size = null } = request.query;
    if ((leaf === undefined) === (hash === undefined)) {
      const message = 'Name one leaf: by its leaf_index, or an entry of a directory by its entry_hash.';
      return answerRefusal(reply, { code: 'leaf_invalid', message });
    }
    const proof =
      hash === undefined ? await proveLeaf(deps, leaf ?? 0, size) : await proveEntryLeaf(deps, hash, size);
    return proof.ok
      ? reply.header('content-type', PLAIN).send(proof.value)
      : answerRefusal(reply, proof.error);
  });
  addRoute(app, AUTHORITY.listCheckpoints, async (request, reply) => {
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
  });
}
