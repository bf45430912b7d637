import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '@sanad/base/result';
import { SignedMandate } from '@sanad/protocol/mandate';
import { PluginManifest as Manifest, type PluginManifest } from '@sanad/protocol/plugin';
import type { Receipt } from '@sanad/protocol/receipt';
import { Value } from 'typebox/value';

/** Files that the authority reads and writes, each in the folder that its configuration names. */

export async function readProfileFile(folder: string, name: string): Promise<string | null> {
  return readText(join(folder, `${name}.json`));
}

/** All plugins of a folder, by name. Refuses the first manifest that is not one. */
export async function readPlugins(
  folder: string,
): Promise<Result<ReadonlyMap<string, PluginManifest>, 'plugin_invalid'>> {
  const plugins = new Map<string, PluginManifest>();
  for (const entry of (await readdir(folder, { withFileTypes: true })).filter((item) => item.isDirectory())) {
    const text = await readText(join(folder, entry.name, 'manifest.json'));
    if (text === null) continue;
    const value = parseJson(text);
    if (!Value.Check(Manifest, value)) {
      const where = Value.Errors(Manifest, value)[0]?.instancePath ?? '';
      return fail(
        'plugin_invalid',
        `${entry.name}/manifest.json is no plugin manifest (at ${where || 'its root'}).`,
      );
    }
    plugins.set(value.name, value);
  }
  return ok(plugins);
}

/** Signed mandates that a deployment begins with. Files that are none are named in `refused`. */
export async function readMandateFiles(
  folder: string,
): Promise<{ readonly mandates: readonly SignedMandate[]; readonly refused: readonly string[] }> {
  const names = await readdir(folder).catch(() => []);
  const mandates: SignedMandate[] = [];
  const refused: string[] = [];
  for (const name of names.filter((file) => file.endsWith('.json')).sort()) {
    const value = parseJson((await readText(join(folder, name))) ?? '');
    if (Value.Check(SignedMandate, value)) mandates.push(value);
    else refused.push(name);
  }
  return { mandates, refused };
}

/** Whole or not at all: a reader never sees half a receipt. */
export async function writeReceiptFile(folder: string, receipt: Receipt): Promise<void> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${receipt.receipt_id}.json`);
  await writeFile(`${file}.part`, `${JSON.stringify(receipt, null, 2)}\n`);
  try {
    await rename(`${file}.part`, file);
  } catch (error) {
    // Another process has renamed the same text first.
    if (!isMissing(error)) throw error;
  }
}

async function readText(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
