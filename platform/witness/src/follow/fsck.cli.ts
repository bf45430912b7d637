import { nodeCrypto } from '@common/evidence/node';
import { readCheckpoint } from './log-source.ts';
import type { CliProcess } from './monitor.cli.ts';
import { type NamedLog, nameLog } from './named-log.ts';
import { openRemoteLog } from './remote-log.adapter.ts';
import { type Sighting, verifyTiles } from './verify-tiles.ts';

export interface FsckOptions {
  readonly vkey: readonly string[];
  readonly witness: readonly string[];
}

const FAULTS_FOUND = 1;
const UNUSABLE = 2;

/**
 * Runs `sanad log fsck <url>`: compares everything that a log serves with what it signed and what others have
 * seen.
 */
export async function runLogFsck(process: CliProcess, url: string, options: FsckOptions): Promise<void> {
  const refuse = (message: string): void => {
    process.stderr.write(`log fsck: ${message}\n`);
    process.exitCode = UNUSABLE;
  };
  const named = nameLog(nodeCrypto, url, options.vkey);
  if (!named.ok) return refuse(named.error.message);
  const sightings: Sighting[] = [];
  for (const prefix of options.witness) {
    const seen = await askWitness(named.value, prefix);
    if (typeof seen === 'string') return refuse(`${prefix}: ${seen}`);
    // This must not pass, because the caller would take silence for the witness’s confirmation. The address
    // may be another service’s.
    if (seen === null) return refuse(`${prefix} has seen nothing of this log: is it a witness of it?`);
    sightings.push(seen);
  }
  const source = openRemoteLog(url);
  const verified = await verifyTiles({ crypto: nodeCrypto, source, keys: named.value.keys }, sightings);
  source.close();
  if (!verified.ok) return refuse(`${verified.error.code}: ${verified.error.message}`);
  const { size, root, faults } = verified.value;
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  for (const { by, size: seen } of sightings) process.stdout.write(`${by} has seen ${seen} entries\n`);
  process.stdout.write(
    faults.length === 0
      ? `log of ${size} entries, root ${root}: entries, tiles and checkpoint agree\n`
      : `${faults.length} faults\n`,
  );
  if (faults.length > 0) process.exitCode = FAULTS_FOUND;
}

/** What a witness has seen of the log; null if nothing. A text says why that is unknown. */
async function askWitness({ origin, keys }: NamedLog, prefix: string): Promise<Sighting | null | string> {
  const { protocol = '' } = URL.parse(prefix) ?? {};
  if (!['http:', 'https:'].includes(protocol)) return 'this is not the address of a witness.';
  const source = openRemoteLog(prefix);
  const path = `${nodeCrypto.sha256(origin)}/checkpoint`;
  const read = await readCheckpoint(nodeCrypto, source, keys, path);
  source.close();
  if (!read.ok) return read.error.code === 'log_lacks' ? null : read.error.message;
  const { size, root } = read.value.checkpoint;
  return { by: prefix, size, root };
}
