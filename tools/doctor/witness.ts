import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { nodeCrypto } from '@common/evidence/node';
import { readConfig } from '@common/kit/config';
import { REPOSITORY } from '@common/kit/repository';
import { openDatabase } from '@common/kit/sql/database';
import { parseLogPolicy } from '@platform/core/log/note/log-policy';
import { WITNESS_CONFIG } from '@platform/witness/config';
import type { WitnessSchema } from '@platform/witness/store/schema';
import { createSqlStore } from '@platform/witness/store/sql-store';
import { fileOf } from '../databases.ts';
import { checkIntegrity } from './integrity.ts';
import { type Environment, type Finding, found } from './report.ts';

const READABLE_BY_OTHERS = 0o077;

/** Checks the settings, key, database and logs of a witness, if `WITNESS_NAME` says that one runs here. */
export async function checkWitness(env: Environment): Promise<readonly Finding[]> {
  const read = readConfig(WITNESS_CONFIG, env, REPOSITORY);
  if (!read.ok) return [found.fail('settings', read.error.message.split('\n').slice(1).join(' ').trim())];
  const { config, secrets } = read.value;
  const key = join(config.WITNESS_KEYS_DIR, 'witness.pem');
  const file = fileOf(secrets.WITNESS_DATABASE_URL);
  const hasDatabase = file === null || existsSync(file);
  const findings = await keyFindings(key, hasDatabase);
  const text = await readFile(config.WITNESS_LOGS, 'utf8').catch(() => null);
  const policy = text === null ? null : parseLogPolicy(nodeCrypto, text);
  if (policy?.ok !== true || policy.value.logs.length === 0) {
    const why = policy === null ? 'cannot be read' : policy.ok ? 'names no log' : policy.error.message;
    return [...findings, found.fail('WITNESS_LOGS', `${config.WITNESS_LOGS}: ${why}`)];
  }
  if (!hasDatabase) return findings;
  const known = { name: 'witness', setting: 'WITNESS_DATABASE_URL' };
  const damage = await checkIntegrity(known, secrets.WITNESS_DATABASE_URL);
  if (damage.length > 0) return [...findings, ...damage];
  const database = await openDatabase<WitnessSchema>({
    url: secrets.WITNESS_DATABASE_URL,
    sqlite: { readOnly: true },
  });
  try {
    const store = createSqlStore(database);
    const origins = [...new Set(policy.value.logs.map(({ key: log }) => log.name))];
    const sizes = await Promise.all(origins.map((origin) => store.cosigned(origin)));
    const said = origins.map((origin, index) => {
      const size = sizes[index]?.size;
      return found.ok(
        origin,
        size === undefined ? 'nothing of it was cosigned yet' : `cosigned ${size} entries`,
      );
    });
    return [...findings, ...said];
  } finally {
    await database.close();
  }
}

async function keyFindings(key: string, hasDatabase: boolean): Promise<readonly Finding[]> {
  const mode = (await stat(key).catch(() => null))?.mode;
  if (mode === undefined)
    return [
      hasDatabase
        ? found.fail(
            'witness.pem',
            'gone, but its database is here: put the key back, or move the database away',
          )
        : found.ok('witness.pem', 'not there yet: the first start makes it'),
    ];
  if (!hasDatabase)
    return [
      found.fail(
        'witness.pem',
        'here, but its database is not: with the key alone it could sign a second history. Put the database back, or move the key away to become a new witness',
      ),
    ];
  return process.platform !== 'win32' && (mode & READABLE_BY_OTHERS) !== 0
    ? [found.fail('witness.pem', `others can read it; run: chmod 600 '${key}'`)]
    : [found.ok('witness.pem', 'there, with its database')];
}
