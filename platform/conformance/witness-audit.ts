import { nodeCrypto } from '@common/evidence/node';
import { openDatabase } from '@common/kit/sql/database';
import type { AuthoritySchema } from '@platform/authority/store/schema';
import { type OpenedCheckpoint, openCheckpoint } from '@platform/core/log/note/checkpoint';
import { readCosignature } from '@platform/core/log/note/cosignature';
import type { NoteKey } from '@platform/core/log/note/note-key';
import { send } from './client.ts';
import type { Deployment } from './deployment.ts';
import { until } from './wait.ts';
import { type WitnessedLog, witnessKey } from './witnessed-log.ts';

/** Collects every checkpoint that witnesses show publicly. */
interface WitnessWatch {
  stop(): Promise<readonly ShownCheckpoint[]>;
}

interface ShownCheckpoint {
  readonly witness: string;
  readonly note: string;
}

export interface WitnessAudit {
  /** The size of the log, and so of each witness's checkpoint. */
  readonly size: number;
  /** By witness, the number of different heads that it has signed, as far as they were shown or stored. */
  readonly cosigned: Readonly<Record<string, number>>;
}

const PAUSE_MS = 500;

/** Watches what witnesses show. One that is being restarted shows nothing. */
export function watchWitnesses(log: WitnessedLog): WitnessWatch {
  const shown = new Map<string, ShownCheckpoint>();
  let stopped = false;
  const work = async () => {
    while (!stopped) {
      for (const { name, url } of log.witnesses) {
        const note = await shownBy(log, url).catch(() => null);
        if (note !== null) shown.set(`${name} ${note}`, { witness: name, note });
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  };
  const working = work();
  return {
    async stop() {
      stopped = true;
      await working;
      return [...shown.values()];
    },
  };
}

/**
 * Waits until all witnesses have signed the newest checkpoint. Then compares everything that they signed and
 * showed, or that the authority stores, with the log's own heads. Throws if a signature is not valid, if a
 * witness signed a root that is not the log's at that size, or if its size is not the log's.
 */
export async function auditWitnesses(
  d: Deployment,
  log: WitnessedLog,
  shown: readonly ShownCheckpoint[],
): Promise<WitnessAudit> {
  const keys = await Promise.all(
    log.witnesses.map(async (place) => ({ ...place, key: await witnessKey(place) })),
  );
  const { heads, checkpoints } = await readLog(d, log);
  const size = Math.max(...heads.keys());
  await until('the newest checkpoint, signed by all witnesses', async () => {
    const { text } = await send(`${d.urls.authority}/checkpoint`);
    const opened = open(log, text);
    if (opened.size !== size) throw new Error(`the log has ${opened.size} entries, and had ${size}`);
    return keys.every(({ key }) => isCosigned(opened, key)) || null;
  });
  const cosigned: Record<string, number> = {};
  for (const { name, url, key } of keys) {
    const last = open(log, (await shownBy(log, url)) ?? '');
    if (last.size !== size) throw new Error(`${name} has signed ${last.size} entries of ${size}`);
    const notes = shown.filter(({ witness }) => witness === name).map(({ note }) => open(log, note));
    const kept = checkpoints.filter(({ note }) => isCosignedBy(note, key));
    const sizes = new Set<number>();
    for (const checkpoint of [last, ...notes, ...kept]) {
      if (!isCosigned(checkpoint, key))
        throw new Error(`${name} shows ${checkpoint.size} without its signature`);
      if (heads.get(checkpoint.size) !== checkpoint.root)
        throw new Error(`${name} has signed another root of ${checkpoint.size} entries than the log’s`);
      sizes.add(checkpoint.size);
    }
    cosigned[name] = sizes.size;
  }
  return { size, cosigned };
}

/** Reads the log's own heads, as root by size, and its checkpoints with the witnesses' signatures. */
async function readLog(
  d: Deployment,
  log: WitnessedLog,
): Promise<{
  readonly heads: ReadonlyMap<number, string>;
  readonly checkpoints: readonly OpenedCheckpoint[];
}> {
  const authority = await openDatabase<AuthoritySchema>({ url: d.databases.authority });
  try {
    const heads = await authority.db.selectFrom('log_head').select('head_json').execute();
    const notes = await authority.db.selectFrom('log_checkpoint').select(['tree_size', 'note']).execute();
    const lines = await authority.db.selectFrom('log_cosignature').select(['tree_size', 'line']).execute();
    const bySize = Map.groupBy(lines, ({ tree_size }) => Number(tree_size));
    return {
      heads: new Map(
        heads.map(({ head_json }) => {
          const { tree_size, root_hash } = JSON.parse(head_json).tree_head;
          return [tree_size, root_hash];
        }),
      ),
      checkpoints: notes
        .filter(({ tree_size }) => bySize.has(Number(tree_size)))
        .map(({ tree_size, note }) =>
          open(log, `${note}${(bySize.get(Number(tree_size)) ?? []).map(({ line }) => line).join('')}`),
        ),
    };
  } finally {
    await authority.close();
  }
}

/** Returns the checkpoint that a witness shows; null before its first. */
async function shownBy({ origin }: WitnessedLog, url: string): Promise<string | null> {
  const { status, text } = await send(`${url}/${nodeCrypto.sha256(origin)}/checkpoint`);
  return status === 200 ? text : null;
}

function open({ key }: WitnessedLog, note: string): OpenedCheckpoint {
  const opened = openCheckpoint(nodeCrypto, note, key);
  if (!opened.ok) throw new Error(`${opened.error.message}: ${note}`);
  return opened.value;
}

function isCosigned(checkpoint: OpenedCheckpoint, key: NoteKey): boolean {
  return readCosignature(nodeCrypto, checkpoint, key).state === 'valid';
}

function isCosignedBy(note: OpenedCheckpoint['note'], { name, id }: NoteKey): boolean {
  return note.signatures.some((line) => line.name === name && line.keyId === id);
}
