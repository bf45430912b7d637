import { loadLibsodium } from '@common/evidence/libsodium';
import { readConfig } from '@common/kit/config';
import { REPOSITORY } from '@common/kit/repository';
import { VERSION } from '@common/kit/version';
import { AUTHORITY_CONFIG } from '@platform/authority/config';
import { databaseFolders } from '../databases.ts';
import { closedPlaces, closedWords, type MayUse } from '../start/places.ts';
import { checkDatabases } from './databases.ts';
import { checkEnvFile } from './env-file.ts';
import { checkBackup, checkDisk, checkKeys, checkReaders } from './folders.ts';
import { checkClock, checkLog } from './log.ts';
import { checkLogWitnesses } from './log-witnesses.ts';
import { checkOperations } from './operations.ts';
import { checkPlugins } from './plugins.ts';
import { checkPorts } from './ports.ts';
import { type Environment, found, type Section, tried } from './report.ts';
import { checkSettings, checkSources } from './settings.ts';
import { checkWitness } from './witness.ts';

interface Machine {
  readonly env: Environment;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly node: string;
  readonly freeBytes: (folder: string) => Promise<number>;
  readonly mayUse?: MayUse;
}

const FOLDERS = {
  SERVICE_KEYS_DIR: AUTHORITY_CONFIG.SERVICE_KEYS_DIR,
  RECEIPTS_DIR: AUTHORITY_CONFIG.RECEIPTS_DIR,
};

/** Services choose the same way. Both libraries give the same answers, so neither is a fault. */
function ed25519Library(): string {
  return loadLibsodium() === null
    ? 'OpenSSL, in twice the time of libsodium (sodium-native), which does not load here'
    : 'libsodium';
}

/** Checks everything that a deployment on this machine needs, and changes none of it. */
export async function examine({ env, now, node, freeBytes, mayUse }: Machine): Promise<readonly Section[]> {
  const read = readConfig(FOLDERS, env, REPOSITORY);
  const folders = read.ok ? read.value.config : null;
  const keys = folders?.SERVICE_KEYS_DIR ?? null;
  const unknown = [found.fail('SERVICE_KEYS_DIR', 'wrong, so that this cannot be looked at')];
  const witnesses = await tried('witnesses', () => checkLogWitnesses(env, now));
  const closed = await closedPlaces(env, mayUse);
  const disk = [...databaseFolders(env), ...(folders === null ? [] : [folders.RECEIPTS_DIR])];
  return [
    {
      title: 'Versions',
      findings: [found.ok('Node', node), found.ok('Sanad', VERSION), found.ok('Ed25519', ed25519Library())],
    },
    { title: 'Settings', findings: [...checkSettings(env), ...(await checkEnvFile(env))] },
    { title: 'Plugins', findings: await tried('plugins', () => checkPlugins(env)) },
    {
      title: 'Databases',
      findings: await checkDatabases(
        env,
        closed.flatMap(({ settings }) => settings),
      ),
    },
    { title: 'Operations', findings: await tried('operations', () => checkOperations(env, now)) },
    {
      title: 'Disk',
      findings: [
        ...closed.map((place) => found.fail(place.path, closedWords(place))),
        ...(await tried('disk', () => checkDisk(disk, freeBytes))),
        ...(await tried('files', () => checkReaders(disk, env))),
      ],
    },
    { title: 'Clock', findings: await tried('clock', () => checkClock(env, now)) },
    { title: 'Sources', findings: checkSources(env) },
    {
      title: 'Keys',
      findings: keys === null ? unknown : await tried('keys', () => checkKeys(keys, env, now)),
    },
    { title: 'Log', findings: keys === null ? unknown : await tried('log', () => checkLog(keys, env)) },
    ...(witnesses.length === 0 ? [] : [{ title: 'Witnesses of the log', findings: witnesses }]),
    { title: 'Backup', findings: keys === null ? unknown : await checkBackup(keys, now) },
    ...((env.WITNESS_NAME ?? '') === ''
      ? []
      : [{ title: 'Witness', findings: await tried('witness', () => checkWitness(env)) }]),
    { title: 'Ports', findings: await checkPorts(env) },
  ];
}
