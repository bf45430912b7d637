import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '@common/base/result';
import { describeConfig, readConfig } from '@common/kit/config';
import { REPOSITORY } from '@common/kit/repository';
import { AUTHORITY_CONFIG } from '@platform/authority/config';
import { databaseFolders } from '../databases.ts';
import { PLATFORM_CONFIGS } from '../docs/platform-config-page.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The local deployment, below the repository. */
const FOLDER = 'var/platform';
/** Settings that put a part of the deployment elsewhere: those whose default is in the folder. */
const ELSEWHERE: ReadonlySet<string> = new Set(
  Object.values(PLATFORM_CONFIGS)
    .flatMap(describeConfig)
    .filter(({ default: place = '' }) => place.replace(/^sqlite:/, '').startsWith(`${FOLDER}/`))
    .map(({ name }) => name),
);

/** The folders of a deployment's files, from the settings: receipts, profiles, mandates, databases. */
export function foldersOf(env: Environment): readonly string[] {
  const { RECEIPTS_DIR, PROFILES_DIR, MANDATES_DIR } = AUTHORITY_CONFIG;
  const read = readConfig({ RECEIPTS_DIR, PROFILES_DIR, MANDATES_DIR }, env, REPOSITORY);
  return [...(read.ok ? Object.values(read.value.config) : []), ...databaseFolders(env)];
}

interface RenewOptions {
  /** The repository. */
  readonly root: string;
  readonly env: Environment;
  /** `npm start -- --renew`. */
  readonly renew: boolean;
  readonly now: Date;
}

/**
 * With `--renew`, moves the local deployment aside, under its name and the date, so that the start makes a new one.
 * Deletes nothing. Returns lines for the terminal.
 */
export async function renewDeployment(
  options: RenewOptions,
): Promise<Result<readonly string[], 'not_renewed'>> {
  const { root, env, renew, now } = options;
  if (!renew) return ok([]);
  const folder = join(root, FOLDER);
  const elsewhere = [...ELSEWHERE].filter((name) => (env[name] ?? '') !== '');
  if (elsewhere.length > 0) {
    const names = elsewhere.join(', ');
    return fail(
      'not_renewed',
      `--renew moves ${FOLDER} aside, but ${names} name other places: move those aside yourself, all of one deployment, and start without --renew.`,
    );
  }
  if (!existsSync(folder)) return ok([]);
  const aside = `${FOLDER}.${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
  if (existsSync(join(root, aside))) return fail('not_renewed', `${aside} exists already: start again.`);
  await rename(folder, join(root, aside));
  return ok([`moved the local deployment aside, to ${aside}: its keys, mandates, grants and log stay there`]);
}
