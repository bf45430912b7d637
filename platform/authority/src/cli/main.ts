import { readConfig } from '@common/kit/config';
import { REPOSITORY } from '@common/kit/repository';
import { openDatabase } from '@common/kit/sql';
import { absoluteDatabaseUrl } from '@common/kit/sql/url';
import { readKeyRegistry } from '@platform/proof/key-registry';
import { nodeCrypto } from '@platform/proof/node';
import { openDeploymentId } from '@platform/trust/deployment-id';
import { watchPublicKeys } from '@platform/trust/keys';
import { Command } from 'commander';
import { AUTHORITY_CONFIG } from '../config.ts';
import type { AuthoritySchema } from '../store/schema.ts';
import { createSqlStore } from '../store/sql-store.ts';
import { verifyLog } from '../use-cases/verify-log.ts';

const FAULTS_FOUND = 1;
const UNUSABLE_SETTINGS = 78;

const program = new Command('authority')
  .description('Maintenance of the authority’s store. Configured by environment variables, like the service.')
  .showHelpAfterError();

program
  .command('fsck')
  .description(
    'Rebuild the transparency log from its receipts, starting at leaf 0, and compare every node and head',
  )
  .action(async () => {
    const settings = readConfig(AUTHORITY_CONFIG, process.env, REPOSITORY);
    if (!settings.ok) {
      process.stderr.write(`authority: ${settings.error.message}\n`);
      process.exitCode = UNUSABLE_SETTINGS;
      return;
    }
    const { config, secrets } = settings.value;
    const database = await openDatabase<AuthoritySchema>({
      url: absoluteDatabaseUrl(secrets.AUTHORITY_DATABASE_URL, REPOSITORY),
    });
    const store = createSqlStore(database);
    const deployment = await openDeploymentId(config.SERVICE_KEYS_DIR);
    const readKeys = watchPublicKeys(config.SERVICE_KEYS_DIR);
    const keys = async () => readKeyRegistry(nodeCrypto, deployment, await readKeys()).keys;
    const faults = await verifyLog({ store, keys, crypto: nodeCrypto });
    const size = (await store.treeHead(null))?.tree_head.tree_size ?? 0;
    await database.close();
    for (const { leafIndex, message } of faults) {
      process.stdout.write(`${leafIndex === null ? 'log' : `leaf ${leafIndex}`}: ${message}\n`);
    }
    process.stdout.write(
      faults.length === 0 ? `log of ${size} leaves: intact\n` : `${faults.length} faults\n`,
    );
    if (faults.length > 0) process.exitCode = FAULTS_FOUND;
  });

await program.parseAsync();
