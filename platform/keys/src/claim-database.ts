import { fail, ok, type Result } from '@common/base/result';
import type { Database } from '@common/kit/sql/database';
import { claimDatabase } from '@common/kit/sql/owner';

/**
 * Ties a service's database to the deployment whose keys it has. INVARIANT: what was signed in one deployment is never
 * read as another's. `setting` names the database.
 */
export async function claimForDeployment<Schema>(
  setting: string,
  database: Database<Schema>,
  deployment: string,
): Promise<Result<void, 'unusable_settings'>> {
  const claimed = await claimDatabase(database, deployment, true);
  if (claimed.ok) return ok(undefined);
  return fail(
    'unusable_settings',
    `${setting}: ${claimed.error.message}, whose keys are in SERVICE_KEYS_DIR: give both settings of one deployment.`,
  );
}
