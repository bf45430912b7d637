import { isDatabaseAway } from '@common/kit/database-failures';
import type { HttpFailure } from '@common/kit/http/errors';

const DATABASE_AWAY: HttpFailure = {
  status: 503,
  code: 'database_unavailable',
  message: 'The database of this service cannot be reached. Try again in a few seconds.',
  headers: { 'retry-after': '5' },
};

/**
 * Returns the answer to a request that failed because the database cannot be reached; undefined for other
 * exceptions.
 */
export function databaseAway(error: unknown): HttpFailure | undefined {
  return isDatabaseAway(error) ? DATABASE_AWAY : undefined;
}
