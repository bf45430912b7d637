import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nodeCrypto } from '@common/evidence/node';
import { formatNoteKey, KEY_TYPES, type NoteKey, noteKey } from '@platform/core/log/note/note-key';
import { openNoteKey } from '@platform/keys/key-files/note-key-file';

export const WITNESSES = ['witness-ana', 'witness-bert'] as const;
type WitnessName = (typeof WITNESSES)[number];

interface WitnessPlace {
  readonly name: WitnessName;
  /** The folder of its key. */
  readonly folder: string;
  readonly port: number;
  readonly url: string;
}

/** A log that two witnesses cosign, each a service with its own key and database. */
export interface WitnessedLog {
  readonly origin: string;
  readonly key: NoteKey;
  /** The file for `WITNESS_LOGS`. */
  readonly admitted: string;
  /** The file for `LOG_WITNESSES`; see `writePolicy`. */
  readonly policy: string;
  readonly witnesses: readonly WitnessPlace[];
}

/** Makes the log's key here, because witnesses must know it before there is an authority to make it. */
export async function layOutWitnesses(
  folder: string,
  keys: string,
  ports: readonly number[],
): Promise<WitnessedLog> {
  const origin = 'log.example/1';
  const { publicKey } = await openNoteKey(keys, 'checkpoint');
  const key = noteKey(nodeCrypto, { name: origin, type: KEY_TYPES.log, publicKey });
  // A witness refuses a key that is older than its database, so each attempt to start has its own.
  const own = await mkdtemp(join(folder, 'witnesses-'));
  const admitted = join(own, 'logs.policy');
  await writeFile(admitted, `log ${formatNoteKey(key)}\nquorum none\n`);
  const witnesses = WITNESSES.map((name, index) => {
    const port = ports[index] ?? 0;
    return { name, port, folder: join(own, name), url: `http://127.0.0.1:${port}` };
  });
  for (const witness of witnesses) await mkdir(witness.folder);
  return { origin, key, admitted, policy: join(own, 'witnesses.policy'), witnesses };
}

export function witnessVariables(
  { admitted }: WitnessedLog,
  { name, port, folder }: WitnessPlace,
  database: string,
): Readonly<Record<string, string>> {
  return {
    WITNESS_PORT: String(port),
    WITNESS_NAME: nameOf(name),
    WITNESS_LOGS: admitted,
    WITNESS_KEYS_DIR: folder,
    WITNESS_DATABASE_URL: database,
  };
}

/** Reads the key of a witness that has been started. */
export async function witnessKey({ name, folder }: WitnessPlace): Promise<NoteKey> {
  const { publicKey } = await openNoteKey(folder, 'witness');
  return noteKey(nodeCrypto, { name: nameOf(name), type: KEY_TYPES.cosigner, publicKey });
}

/**
 * Writes the policy for authorities, with all witnesses. They must have been started, so that they have keys.
 */
export async function writePolicy({ policy, witnesses }: WitnessedLog): Promise<void> {
  const lines = await Promise.all(
    witnesses.map(
      async (place) => `witness ${place.name} ${formatNoteKey(await witnessKey(place))} ${place.url}`,
    ),
  );
  const names = witnesses.map(({ name }) => name).join(' ');
  await writeFile(policy, `${lines.join('\n')}\ngroup all ${witnesses.length} ${names}\nquorum all\n`);
}

function nameOf(name: WitnessName): string {
  return `${name}.example`;
}
