import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { SCREENER_CONFIG } from '@screener/service/config';
import { PLATFORM_CONFIGS } from '../docs/platform-config-page.ts';
import { ROOT_FOLDER } from '../source/codebase.ts';
import { type Environment, type Finding, found } from './report.ts';

/** What compose, Node, the C library or the libraries here read, and no schema of ours names. */
const OF_OTHERS =
  /^(BASE_IMAGE|POSTGRES_\w+|COMPOSE_\w+|DOCKER_\w+|NODE_\w+|UV_\w+|OTEL_\w+|MALLOC_\w+|PG[A-Z]+|SANAD_\w+|(HTTPS?|NO|ALL)_PROXY|TZ|LANG|LC_\w+|PATH|HOME|NO_COLOR|FORCE_COLOR)$/i;

/**
 * What the launcher could not read, or names in the file of settings that no program reads: a misspelt one would be passed
 * over in silence.
 */
export async function checkEnvFile(env: Environment): Promise<readonly Finding[]> {
  if (env.SANAD_ENV_FAULT !== undefined)
    return [
      found.fail('SANAD_ENV_FILE', `${env.SANAD_ENV_FAULT}, so nothing starts, and this page shows defaults`),
    ];
  const file = env.SANAD_ENV_FILE ?? join(ROOT_FOLDER, '.env');
  if (file === '') return [];
  const text = await readFile(file, 'utf8').catch(() => '');
  const known = new Set([SCREENER_CONFIG, ...Object.values(PLATFORM_CONFIGS)].flatMap(Object.keys));
  return Object.keys(parseEnv(text))
    .filter((name) => !known.has(name) && !OF_OTHERS.test(name))
    .map((name) =>
      found.warn(name, `stands in ${file}, and no program reads it: compare its spelling with .env.example`),
    );
}
