import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ok, type Result } from '@common/base/result';
import { parseStrict } from '@platform/core/crypto/canonical';
import type { Crypto } from '@platform/core/crypto/crypto';
import { readConnector, readManifest } from '@platform/core/objects/read-plugin';
import { type Plugin, pluginHash } from '@platform/core/signed/plugin';

/** A plugins' folder at this moment. */
interface PluginFolders {
  /** The plugins by name, in folder order. */
  readonly plugins: ReadonlyMap<string, Plugin>;
  /** Why the folder cannot be used now. `plugins` is then its earlier content. */
  readonly fault: string | null;
}

export type WatchPlugins = () => PluginFolders;

const LOOK_MS = 100;
const FILES = ['manifest.json', 'connector.json'] as const;

/**
 * Reads `manifest.json` and `connector.json` of every plugin. They are read again only when the listing, or a file's
 * size or times, has changed; until then each call returns the same objects. It looks at most every `lookMs`.
 */
export function watchPlugins(folder: string, crypto: Crypto, lookMs: number = LOOK_MS): WatchPlugins {
  let known: PluginFolders & { readonly state: string | null } = {
    plugins: new Map(),
    fault: null,
    state: null,
  };
  let lookedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - lookedAt < lookMs) return known;
    const state = stateOf(folder);
    // This is synchronous, because the thread pool would cost ten times as much for so short a look at each
    // file.
    if (known.state !== state || state === null) {
      const read = readPlugins(folder, crypto);
      known = read.ok
        ? { plugins: read.value, fault: null, state }
        : { plugins: known.plugins, fault: read.error.message, state };
    }
    lookedAt = performance.now();
    return known;
  };
}

/** The plugin of a profile, as its folder is now. */
export function pluginOfProfile(
  { plugins, fault }: PluginFolders,
  profile: string,
): Result<Plugin, 'plugin_hash_mismatch' | 'plugin_missing'> {
  if (fault !== null) {
    return fail('plugin_hash_mismatch', `${fault} Restore the file as it was signed.`);
  }
  const plugin = [...plugins.values()].find(({ manifest }) => manifest.profile === profile);
  return plugin === undefined
    ? fail('plugin_missing', `No plugin here has the profile ${profile}.`)
    : ok(plugin);
}

function stateOf(folder: string): string | null {
  try {
    const states = namesIn(folder).flatMap((name) =>
      FILES.map((file) => {
        const found = statSync(join(folder, name, file), { bigint: true, throwIfNoEntry: false });
        return `${name}/${file} ${found?.ino} ${found?.size} ${found?.mtimeNs} ${found?.ctimeNs}`;
      }),
    );
    return states.join('\n');
  } catch {
    return null;
  }
}

function namesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/** Reads every plugin once, by name. It refuses the first invalid file, with the path in it. */
export function readPlugins(
  folder: string,
  crypto: Crypto,
): Result<ReadonlyMap<string, Plugin>, 'plugins_unusable'> {
  let names: readonly string[];
  try {
    names = namesIn(folder);
  } catch {
    return fail('plugins_unusable', `PLUGINS_DIR: ${folder} is not a readable folder.`);
  }
  if (names.length === 0) return fail('plugins_unusable', `${folder} contains no plugin; set PLUGINS_DIR.`);
  const plugins = new Map<string, Plugin>();
  for (const name of names) {
    const manifest = readFile(join(folder, name, 'manifest.json'), readManifest);
    if (!manifest.ok) return manifest;
    if (manifest.value.name !== name)
      return fail('plugins_unusable', `${join(folder, name)} belongs to plugin ${manifest.value.name}.`);
    const connector = readFile(join(folder, name, 'connector.json'), (value) =>
      readConnector(manifest.value, value),
    );
    if (!connector.ok) return connector;
    const files = { manifest: manifest.value, connector: connector.value };
    plugins.set(name, { ...files, hash: pluginHash(crypto, files) });
  }
  return ok(plugins);
}

function readFile<Value>(
  file: string,
  read: (value: unknown) => Result<Value, 'plugin_invalid'>,
): Result<Value, 'plugins_unusable'> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return fail('plugins_unusable', `${file} cannot be read.`);
  }
  const parsed = parseStrict(text);
  if (!parsed.ok) return fail('plugins_unusable', `${file} is not valid JSON: ${parsed.error.message}.`);
  const value = read(parsed.value);
  return value.ok ? value : fail('plugins_unusable', `${file}: ${value.error.message}.`);
}
