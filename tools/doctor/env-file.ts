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

/** A value in quotes may go on over several lines. */
const QUOTED = /=[ \t]*(["'`]).*?\1/gs;
/** With a name and a value, empty, or a comment. */
const READ = /^\s*(#.*)?$|=/;
const NAMED = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=/;

/**
 * What the launcher could not read, or what the file of settings has that no program reads: a misspelt name, a line without
 * a name and a value, or a value that a later line replaces would be passed over in silence.
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
  // Editors on Windows begin a file with a mark, which the launcher passes over, too.
  const text = (await readFile(file, 'utf8').catch(() => '')).replace(/^\uFEFF/, '');
  const known = new Set([SCREENER_CONFIG, ...Object.values(PLATFORM_CONFIGS)].flatMap(Object.keys));
  const misspelt = Object.keys(parseEnv(text))
    .filter((name) => !known.has(name) && !OF_OTHERS.test(name))
    .map((name) =>
      found.warn(name, `stands in ${file}, and no program reads it: compare its spelling with .env.example`),
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

/** By their numbers: what stands in them may be a secret. */
function linesWithoutValue(lines: readonly string[], file: string): readonly Finding[] {
  return lines.flatMap((line, index) =>
    READ.test(line)
      ? []
      : [found.warn(`line ${index + 1}`, `of ${file} is no NAME=value, and no program reads it`)],
  );
}
