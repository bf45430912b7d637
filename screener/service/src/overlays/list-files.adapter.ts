import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fail, ok, type Result } from '@common/base/result';
import type { OfficialList } from '@screener/engine/overlays/official-list';
import { distilList } from './distil-list.ts';
import { checkList, type ListRefusal, refuse } from './list-schema.ts';

const LARGEST_FILE_BYTES = 16 * 1_048_576;
const MOST_FILES = 500;

interface ImportedList {
  readonly list: OfficialList;
  /** The file's name within the folder. */
  readonly file: string;
  readonly outcome: 'imported' | 'replaced' | 'unchanged';
}

/** Reads every list in a folder, in order of file name. */
export async function readListFolder(folder: string): Promise<Result<readonly OfficialList[], ListRefusal>> {
  let names: readonly string[];
  try {
    names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  } catch {
    return fail(
      'list_refused',
      `${folder} is not a readable folder: set LISTS_DIR to the folder of the lists.`,
    );
  }
  if (names.length > MOST_FILES) return fail('list_refused', `${folder} has more than ${MOST_FILES} lists.`);
  const lists: OfficialList[] = [];
  for (const name of names) {
    const list = await readList(folder, name);
    if (!list.ok) return list;
    lists.push(list.value);
  }
  return ok(lists);
}

async function readList(folder: string, name: string): Promise<Result<OfficialList, ListRefusal>> {
  const text = await readText(join(folder, name));
  if (!text.ok) return text;
  let value: unknown;
  try {
    value = JSON.parse(text.value);
  } catch (error) {
    return refuse(name, `it is not JSON: ${error instanceof Error ? error.message : error}`);
  }
  const list = checkList(value, name);
  if (!list.ok) return list;
  const expected = fileNameOf(list.value);
  return expected === name ? list : refuse(name, `by its id and date it should be ${expected}: rename it`);
}

/**
 * Distils transcribed lists into the folder, or none of them if one is refused. Keeps an older list with the
 * same id, because screenings of its time need it. Importing twice changes nothing.
 */
export async function importLists(
  folder: string,
  paths: readonly string[],
): Promise<Result<readonly ImportedList[], ListRefusal>> {
  const lists = new Map<string, OfficialList>();
  for (const path of paths) {
    const text = await readText(path);
    if (!text.ok) return text;
    const list = distilList(text.value, basename(path));
    if (!list.ok) return list;
    const name = fileNameOf(list.value);
    if (lists.has(name)) return refuse(basename(path), `another of these files is also ${name}`);
    lists.set(name, list.value);
  }
  await mkdir(folder, { recursive: true });
  const imported: ImportedList[] = [];
  for (const [file, list] of lists) {
    const text = textOf(list);
    const present = await readText(join(folder, file));
    const isSame = present.ok && present.value === text;
    if (!isSame) {
      // The new file is written beside the old one and renamed, so a reader finds either the old file or the
      // new one.
      await writeFile(join(folder, `${file}.new`), text);
      await rename(join(folder, `${file}.new`), join(folder, file));
    }
    imported.push({ list, file, outcome: isSame ? 'unchanged' : present.ok ? 'replaced' : 'imported' });
  }
  return ok(imported);
}

async function readText(path: string): Promise<Result<string, ListRefusal>> {
  try {
    const { size } = await stat(path);
    if (size > LARGEST_FILE_BYTES) return refuse(path, `it is larger than ${LARGEST_FILE_BYTES} bytes`);
    return ok(await readFile(path, 'utf8'));
  } catch (error) {
    return refuse(path, `it cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

function fileNameOf({ id, list_date }: OfficialList): string {
  return `${id}_${list_date}.json`;
}

/** Formats a list with one entry per line, so that a correction shows up as changed lines. */
function textOf({ entries, ...head }: OfficialList): string {
  const members = Object.entries(head).map(
    ([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},`,
  );
  const rows = entries.map((entry) => `    ${JSON.stringify(entry)}`).join(',\n');
  return `{\n${members.join('\n')}\n  "entries": [\n${rows}\n  ]\n}\n`;
}
