import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '@common/base/result';
import { PluginManifest } from '@platform/protocol/plugin';
import { Value } from 'typebox/value';

/** Reads `<folder>/<plugin>/manifest.json` of every plugin, in folder order. Refuses the first that is not a manifest. */
export async function readPluginManifests(
  folder: string,
): Promise<Result<readonly PluginManifest[], 'plugins_unusable'>> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => null);
  if (entries === null) {
    return fail('plugins_unusable', `PLUGINS_DIR: ${folder} is not a readable folder.`);
  }
  const manifests: PluginManifest[] = [];
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  for (const name of names.sort()) {
    const manifest = await readManifest(join(folder, name, 'manifest.json'));
    if (!manifest.ok) return manifest;
    manifests.push(manifest.value);
  }
  return ok(manifests);
}

async function readManifest(file: string): Promise<Result<PluginManifest, 'plugins_unusable'>> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (Value.Check(PluginManifest, value)) return ok(value);
    const [fault] = Value.Errors(PluginManifest, value);
    return fail('plugins_unusable', `${file}: ${fault?.instancePath ?? ''} ${fault?.message ?? ''}`);
  } catch (error) {
    return fail('plugins_unusable', `${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
