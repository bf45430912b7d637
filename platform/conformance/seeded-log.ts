import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { nodeCrypto } from '@common/evidence/node';
import { createHttpApp } from '@common/kit/http/app';
import { openDatabase } from '@common/kit/sql/database';
import { migrate } from '@common/kit/sql/migrate';
import { createLog } from '@common/kit/telemetry/log';
import { addEndingRoutes } from '@platform/authority/http/log';
import { addTileRoutes } from '@platform/authority/http/tiles';
import { MIGRATIONS } from '@platform/authority/store/migrations';
import type { AuthoritySchema } from '@platform/authority/store/schema';
import { createSqlStore } from '@platform/authority/store/sql-store';
import { enterEndings } from '@platform/authority/use-cases/endings';
import { growLog } from '@platform/authority/use-cases/grow-log';
import { formatNoteKey, KEY_TYPES, noteKey } from '@platform/core/log/note/note-key';
import { entryLeaf } from '@platform/core/receipt/assemble';
import { generatePrivateKey, readPrivateKey } from '@platform/keys/key-files/key-pair';
import { openLogKeys } from '@platform/keys/key-files/log-keys';

export interface SeededLog {
  readonly url: string;
  readonly vkey: string;
  close(): Promise<void>;
}

/** The number of leaves in one transaction. */
const FILL = 2_000;
const ORIGIN = 'seeded.example/1';

/**
 * Serves the authority's own log and routes, with leaves of invented receipts: only their places are stored.
 */
export async function serveSeededLog(folder: string, size: number): Promise<SeededLog> {
  const database = await openDatabase<AuthoritySchema>({ url: `sqlite:${join(folder, 'log.sqlite')}` });
  await migrate(database, MIGRATIONS);
  const store = createSqlStore(database);
  const pair = readPrivateKey(generatePrivateKey('ed25519'), 'seeded log');
  const { keys } = await openLogKeys(join(folder, 'keys'));
  const deps = {
    store,
    crypto: nodeCrypto,
    clock: Date.now,
    randomBytes,
    deployment: `dp_${'0'.repeat(24)}`,
    authority: { kid: 'authority', alg: pair.alg, sign: pair.sign },
    logSigner: { keys, originOf: () => ORIGIN },
  };
  const ended = ['ic_1', 'ic_2', 'ic_3'].map((id) => ({ kind: 'mandate' as const, id, by: entryOf(0) }));
  await store.atomically((unit) => enterEndings(deps, unit, ended));
  for (let start = 0; start < size; start += FILL) {
    const entries = Array.from({ length: Math.min(FILL, size - start) }, (_, at) => entryOf(start + at));
    await store.atomically(async (unit) => {
      await growLog(
        deps,
        unit,
        start,
        entries.map((entry) => entryLeaf(nodeCrypto, entry)),
      );
      for (const [at, entry] of entries.entries())
        await unit.insertLostReceipt(placeOf(start + at, entry), 'evt_none');
    });
  }
  const log = createLog({ level: 'silent' });
  const app = await createHttpApp({
    name: 'Seeded log',
    version: '1',
    description: '',
    tags: [],
    log,
    randomBytes,
  });
  addTileRoutes(app, deps);
  addEndingRoutes(app, deps);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const { publicKey = new Uint8Array() } = keys().signing[0] ?? {};
  return {
    url,
    vkey: formatNoteKey(noteKey(nodeCrypto, { name: ORIGIN, type: KEY_TYPES.log, publicKey })),
    async close() {
      await app.close();
      await database.close();
    },
  };
}

function entryOf(index: number): string {
  return createHash('sha256').update(`receipt ${index}`).digest('hex');
}

function placeOf(index: number, entry: string) {
  return {
    log_id: 'log_seeded',
    leaf_index: index,
    log_entry: entry,
    receipt_id: `rcpt_${index}`,
    grant_id: `gr_${index}`,
    tenant: 'local',
    sequence: index,
    receipt_body_hash: null,
    profile: 'treasury',
    assembled_at: '2026-03-02T09:00:00.000Z',
  };
}
