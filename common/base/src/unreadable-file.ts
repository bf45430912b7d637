/** What to do where a file that a person named cannot be read, by the code of the system. */
const ADVICE: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file; check the name, and the folder that this is run in',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EISDIR: 'it is a folder, and a file is needed',
  EACCES: 'this user may not read it; ask its owner, or change its permissions',
};

/**
 * Says why a file cannot be read and, where that is known, what to do.
 * @example unreadableWords('a.json', { code: 'ENOENT' })
 *   // 'a.json cannot be read: there is no such file; check the name, and the folder that this is run in'
 */
export function unreadableWords(file: string, error: unknown): string {
  const code: unknown = Object(error).code;
  const why = error instanceof Error ? error.message : String(error);
  return `${file} cannot be read: ${typeof code === 'string' && Object.hasOwn(ADVICE, code) ? ADVICE[code] : why}`;
}
