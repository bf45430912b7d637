import { randomBytes } from 'node:crypto';
import { open, readFile, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { fail, ok, type Result } from '@common/base/result';
import { isErrorCode } from '@common/kit/private-file';

const PRIVATE_MODE = 0o600;
const MOST_BYTES = 65_536;
const QUOTES = ['"', "'", '`'] as const;

type EnvFileRefusal = 'unusable_env_file';

/**
 * Sets variables in an env file, which is created if it is missing. All other lines stay as they are, and so
 * does the file's line ending. A file in which another variable would change is refused. The file is replaced
 * as a whole and is readable by its owner alone.
 */
export async function setInEnvFile(
  file: string,
  values: Readonly<Record<string, string>>,
): Promise<Result<'written', EnvFileRefusal>> {
  const unprintable = Object.keys(values).find((name) => /\p{Cc}/u.test(values[name] ?? ''));
  if (unprintable !== undefined) {
    return fail('unusable_env_file', `${unprintable} has a line break or another control character in it.`);
  }
  const earlier = await readEarlier(file);
  if (!earlier.ok) return earlier;
  const { path, text } = earlier.value;
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  // A carriage return stays part of its line, because a file may have both line endings.
  const kept = text.split('\n').filter((line) => !sets(line, Object.keys(values)));
  while (kept.at(-1)?.trim() === '') kept.pop();
  const keptText = kept.join('\n').replace(/\r$/, '');
  const added: string[] = [];
  for (const [name, value] of Object.entries(values)) {
    const quote = QUOTES.find((one) => !value.includes(one));
    if (quote === undefined) return fail('unusable_env_file', `${name} has too many kinds of quotes.`);
    added.push(`${name}=${quote}${value}${quote}`);
  }
  const written = [...(kept.length === 0 ? [] : [keptText]), ...added, ''].join(lineEnd);
  const read = parseEnv(written);
  const wrong = Object.keys(values).find((name) => read[name] !== values[name]);
  if (wrong !== undefined) {
    return fail(
      'unusable_env_file',
      `${wrong} cannot be written to ${file}: a line before it has an open quote.`,
    );
  }
  const changed = changedBeside(parseEnv(text), read, values);
  if (changed !== undefined) {
    return fail(
      'unusable_env_file',
      `${file} was left as it is: ${changed} would change, because a value there has several lines and one looks like a setting. Write ${Object.keys(values).join(' and ')} into the file yourself.`,
    );
  }
  await replaceFile(path, written);
  return ok('written');
}

/** Returns the name of a variable that is not set here but would change all the same. */
function changedBeside(
  before: NodeJS.Dict<string>,
  after: NodeJS.Dict<string>,
  values: Readonly<Record<string, string>>,
): string | undefined {
  return Object.keys({ ...before, ...after }).find(
    (name) => !Object.hasOwn(values, name) && before[name] !== after[name],
  );
}

function sets(line: string, names: readonly string[]): boolean {
  const name = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=/.exec(line)?.[1];
  return name !== undefined && names.includes(name);
}

/** Reads the file that links lead to, so that writing it does not replace a link. */
async function readEarlier(
  file: string,
): Promise<Result<{ readonly path: string; readonly text: string }, EnvFileRefusal>> {
  try {
    const path = await realpath(file);
    const text = await readFile(path, 'utf8');
    if (text.length > MOST_BYTES) return fail('unusable_env_file', `${file} is too long for an env file.`);
    return ok({ path, text });
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return ok({ path: file, text: '' });
    const cause = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    return fail('unusable_env_file', `${file} cannot be read (${cause}).`);
  }
}

/** Replaces a file atomically: a reader finds the old file or the new one, never a part of it. */
async function replaceFile(path: string, text: string): Promise<void> {
  const draft = join(dirname(path), `.${basename(path)}.${randomBytes(8).toString('hex')}.tmp`);
  const handle = await open(draft, 'wx', PRIVATE_MODE);
  try {
    await handle.writeFile(text);
    await handle.sync();
    await handle.close();
    await rename(draft, path);
  } catch (error) {
    await handle.close();
    await rm(draft, { force: true });
    throw error;
  }
}
