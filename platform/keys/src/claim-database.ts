import { fail, ok, type Result } from '@common/base/result';
import type { Database } from '@common/kit/sql/database';
import { claimDatabase } from '@common/kit/sql/owner';

/**
 * Ties a service's database to the deployment whose keys it has. INVARIANT: an object that was signed in
 * another deployment, or before objects named theirs, never counts as this one's. `setting` names the
 * database; `isUsed` says whether anything is in it.
 */
export async function claimForDeployment<Schema>(
  setting: string,
  database: Database<Schema>,
  deployment: string,
  isUsed: Parameters<typeof claimDatabase<Schema>>[2],
): Promise<Result<void, 'unusable_settings'>> {
  const claimed = await claimDatabase(database, deployment, isUsed);
  if (claimed.ok) return ok(undefined);
  return fail(
    'unusable_settings',
    claimed.error.code === 'owner_unknown'
      ? `${setting}: this database is of an older format, which names no deployment: name an empty one, or make the local deployment anew with npm start -- --renew, which moves the old one aside.`
      : `${setting}: ${claimed.error.message}, whose keys are in SERVICE_KEYS_DIR: give both settings of one deployment.`,
  );
}
