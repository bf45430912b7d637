import { dirname } from 'node:path';
import { REPOSITORY } from '@common/kit/repository';
import type { Migration } from '@common/kit/sql/migrate';
import { absoluteDatabaseUrl, parseDatabaseUrl } from '@common/kit/sql/url';
import { MIGRATIONS as AUTHORITY } from '@platform/authority/store/migrations';
import { MIGRATIONS as COUNTERPARTIES } from '@platform/counterparties/store/migrations';
import { MIGRATIONS as GATEWAY } from '@platform/gateway/store/migrations';
import { MIGRATIONS as PEP } from '@platform/pep/store/migrations';
import { MIGRATIONS as SCREENER } from '@screener/service/store/migrations';

type Environment = Readonly<Record<string, string | undefined>>;

/** A service's database and its migrations. */
export interface ServiceDatabase {
  readonly name: string;
  readonly setting: string;
  /** The default of the setting. */
  readonly url: string;
  readonly migrations: Readonly<Record<string, Migration>>;
}

export const DATABASES: readonly ServiceDatabase[] = [
  {
    name: 'screener',
    setting: 'DATABASE_URL',
    migrations: SCREENER,
    url: 'sqlite:var/screener.sqlite',
  },
  ofPlatform('authority', AUTHORITY),
  ofPlatform('pep', PEP),
  ofPlatform('gateway', GATEWAY),
  ...Object.entries(COUNTERPARTIES).map(([name, migrations]) => ofPlatform(name, migrations)),
];

function ofPlatform(name: string, migrations: ServiceDatabase['migrations']): ServiceDatabase {
  const setting = `${name.toUpperCase()}_DATABASE_URL`;
  return { name, setting, url: `sqlite:var/platform/${name}.sqlite`, migrations };
}

/** The settings, with absolute paths of files. */
export function urlOf({ setting, url }: ServiceDatabase, env: Environment): string {
  return absoluteDatabaseUrl(env[setting] || url, REPOSITORY);
}

/** The file of a SQLite database; null for PostgreSQL and for a text that is no database URL. */
export function fileOf(url: string): string | null {
  const target = parseDatabaseUrl(url);
  return target.ok && target.value.engine === 'sqlite' ? target.value.file : null;
}

/** The folders of the databases that are files. */
export function databaseFolders(env: Environment): readonly string[] {
  return DATABASES.flatMap((each) => {
    const file = fileOf(urlOf(each, env));
    return file === null || file === ':memory:' ? [] : [dirname(file)];
  });
}
