import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, type Result } from '@common/base/result';
import { PluginManifest } from '@platform/protocol/plugin';
import { Value } from 'typebox/value';
import { type Catalogue, makeCatalogue } from './use-cases/catalogue.ts';

/** Reads `<folder>/<plugin>/manifest.json` of every plugin. */
export async function openPlugins(folder: string): Promise<Result<Catalogue, 'plugins_unusable'>> {
  const manifests: PluginManifest[] = [];
  let entries: readonly { readonly name: string; isDirectory(): boolean }[];
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch {
    return fail('plugins_unusable', `PLUGINS_DIR: ${folder} is no folder that can be read.`);
  }
  for (const name of entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()) {
    const manifest = await readManifest(join(folder, name, 'manifest.json'));
    if (!manifest.ok) return manifest;
    manifests.push(manifest.value);
  }
  const catalogue = makeCatalogue(manifests);
  return catalogue.ok ? catalogue : fail('plugins_unusable', catalogue.error.message);
}

async function readManifest(file: string): Promise<Result<PluginManifest, 'plugins_unusable'>> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (Value.Check(PluginManifest, value)) return { ok: true, value };
    const [fault] = Value.Errors(PluginManifest, value);
    return fail('plugins_unusable', `${file}: ${fault?.instancePath ?? ''} ${fault?.message ?? ''}`);
  } catch (error) {
    return fail('plugins_unusable', `${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
