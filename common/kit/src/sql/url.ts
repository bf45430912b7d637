import { fail, ok, type Result } from '@common/base/result';

export type Engine = 'sqlite' | 'postgres';

export type DatabaseTarget =
  | { readonly engine: 'sqlite'; readonly file: string }
  | { readonly engine: 'postgres'; readonly connectionString: string };

const FORMS = 'use postgres://user:password@host/name, sqlite:/path/file.db or sqlite::memory:';

/** Reads a `DATABASE_URL`. The refusal never repeats the URL, which may carry a password. */
export function parseDatabaseUrl(url: string): Result<DatabaseTarget, 'invalid_database_url'> {
  if (/^postgres(ql)?:\/\//.test(url)) {
    if (!URL.canParse(url))
      return fail('invalid_database_url', `the PostgreSQL URL cannot be read; ${FORMS}`);
    return ok({ engine: 'postgres', connectionString: url });
  }
  if (url.startsWith('sqlite:')) {
    const file = url.slice('sqlite:'.length).replace(/^\/\/(?=\/)/, '');
    if (file === '' || file.startsWith('//')) {
      return fail('invalid_database_url', `the SQLite URL does not name a file; ${FORMS}`);
    }
    return ok({ engine: 'sqlite', file });
  }
  return fail('invalid_database_url', `the database URL has an unknown scheme; ${FORMS}`);
}

/** Resolves a relative SQLite file against `folder`, which ends in a slash; leaves other URLs unchanged. */
export function absoluteDatabaseUrl(url: string, folder: string): string {
  const relative = /^sqlite:(?![/:])(.+)$/.exec(url)?.[1];
  return relative === undefined ? url : `sqlite:${folder}${relative}`;
}
