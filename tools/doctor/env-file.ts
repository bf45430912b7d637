import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { SCREENER_CONFIG } from '@screener/service/config';
import { PLATFORM_CONFIGS } from '../docs/platform-config-page.ts';
import { ROOT_FOLDER } from '../source/codebase.ts';
import { type Environment, type Finding, found } from './report.ts';

/** Variables that compose, Node, the C library or our libraries read, and that no schema of ours names. */
const OF_OTHERS =
  /^(BASE_IMAGE|POSTGRES_\w+|COMPOSE_\w+|DOCKER_\w+|NODE_\w+|UV_\w+|OTEL_\w+|MALLOC_\w+|PG[A-Z]+|SANAD_\w+|(HTTPS?|NO|ALL)_PROXY|TZ|LANG|LC_\w+|PATH|HOME|NO_COLOR|FORCE_COLOR)$/i;

/** A value in quotes may span several lines. */
const QUOTED = /=[ \t]*(["'`]).*?\1/gs;
/** A valid line has a name and a value, is empty, or is a comment. */
const READ = /^\s*(#.*)?$|=/;
const NAMED = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=/;

/**
 * Reports what the launcher could not read, and settings in the file that no program reads. A misspelt name,
 * a line without a name and a value, or a value that a later line replaces would otherwise be ignored
 * silently.
 */
export async function checkEnvFile(env: Environment): Promise<readonly Finding[]> {
  if (env.SANAD_ENV_FAULT !== undefined)
    return [
      found.fail(
        'SANAD_ENV_FILE',
        `${env.SANAD_ENV_FAULT}. Nothing starts until then; this page shows defaults`,
      ),
    ];
  const file = env.SANAD_ENV_FILE ?? join(ROOT_FOLDER, '.env');
  if (file === '') return [];
  // Editors on Windows begin a file with a mark, which the launcher also ignores.
  const text = (await readFile(file, 'utf8').catch(() => '')).replace(/^\uFEFF/, '');
  const known = new Set([SCREENER_CONFIG, ...Object.values(PLATFORM_CONFIGS)].flatMap(Object.keys));
  const misspelt = Object.keys(parseEnv(text))
    .filter((name) => !known.has(name) && !OF_OTHERS.test(name))
    .map((name) =>
      found.warn(name, `is set in ${file}, but no program reads it: compare its spelling with .env.example`),
    );
  const lines = text.replace(QUOTED, (value) => `=${'\n'.repeat(value.split('\n').length - 1)}`).split('\n');
  return [...linesWithoutValue(lines, file), ...namesSetTwice(lines, file), ...misspelt];
}

function namesSetTwice(lines: readonly string[], file: string): readonly Finding[] {
  const at = Map.groupBy(lines.keys(), (index) => NAMED.exec(lines[index] ?? '')?.[1]);
  return [...at].flatMap(([name, indices]) =>
    name === undefined || indices.length < 2
      ? []
      : [
          found.warn(
            name,
            `is set ${indices.length} times in ${file}, in lines ${indices.map((index) => index + 1).join(', ')}: the last one counts; remove the others`,
          ),
        ],
  );
}

/** Names lines by their numbers, since their text may be secret. */
function linesWithoutValue(lines: readonly string[], file: string): readonly Finding[] {
  return lines.flatMap((line, index) =>
    READ.test(line)
      ? []
      : [found.warn(`line ${index + 1}`, `of ${file} is not NAME=value, so no program reads it`)],
  );
}
