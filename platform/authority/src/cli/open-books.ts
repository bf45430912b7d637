import { nodeCrypto } from '@common/evidence/node';
import { readConfig } from '@common/kit/config';
import { REPOSITORY } from '@common/kit/repository';
import type { KeySet } from '@platform/core/objects/key-entry';
import { readKeyRegistry } from '@platform/core/signed/key-registry';
import { openDeploymentId } from '@platform/keys/deployment-id';
import { watchPublicKeys } from '@platform/keys/key-files/keys';
import { AUTHORITY_CONFIG, type AuthoritySettings } from '../config.ts';
import { createNoticeStore } from '../notices/notices.sql.ts';
import { openBooks } from '../open-authority.ts';
import type { NoticeStore } from '../store/notices.store.ts';
import { createSqlStore } from '../store/sql-store.ts';
import type { AuthorityStore } from '../store/store.ts';

export type CliProcess = Pick<NodeJS.Process, 'env' | 'stdout' | 'stderr' | 'exitCode'>;

export interface Books {
  readonly config: AuthoritySettings['config'];
  readonly store: AuthorityStore;
  readonly notices: NoticeStore;
  readonly deployment: string;
  readonly keys: () => Promise<KeySet>;
}

const UNUSABLE_SETTINGS = 78;

/**
 * Opens the service's own database and keys with the same settings, and closes them afterwards. Refusals exit
 * with code 78.
 */
export async function withBooks(process: CliProcess, work: (books: Books) => Promise<void>): Promise<void> {
  const settings = readSettings(process);
  if (settings === null) return;
  const { config } = settings;
  const deployment = await openDeploymentId(config.SERVICE_KEYS_DIR);
  const opened = await openBooks(settings, deployment);
  if (!opened.ok) return refuseSettings(process, opened.error.message);
  const readKeys = watchPublicKeys(config.SERVICE_KEYS_DIR);
  const keys = async () => readKeyRegistry(nodeCrypto, deployment, await readKeys()).keys;
  try {
    const database = opened.value;
    await work({
      config,
      store: createSqlStore(database),
      notices: createNoticeStore(database),
      deployment,
      keys,
    });
  } finally {
    await opened.value.close();
  }
}

/** The service's settings; null if they cannot be used, which the exit code then says. */
export function readSettings(process: CliProcess): AuthoritySettings | null {
  const settings = readConfig(AUTHORITY_CONFIG, process.env, REPOSITORY);
  if (settings.ok) return settings.value;
  refuseSettings(process, settings.error.message);
  return null;
}

function refuseSettings(process: CliProcess, message: string): void {
  process.stderr.write(`authority: ${message}\n`);
  process.exitCode = UNUSABLE_SETTINGS;
}
