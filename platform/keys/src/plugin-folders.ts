import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ok, type Result } from '@common/base/result';
import { parseStrict } from '@common/evidence/canonical';
import type { Crypto } from '@common/evidence/crypto';
import { readConnector, readManifest } from '@platform/core/objects/read-plugin';
import { type Plugin, pluginHash } from '@platform/core/signed/plugin';
import type { PluginPlaces } from './plugin-settings.ts';

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
 * `places` may be one folder.
 */
export function watchPlugins(
  places: string | PluginPlaces,
  crypto: Crypto,
  lookMs: number = LOOK_MS,
): WatchPlugins {
  let known: PluginFolders & { readonly state: string | null } = {
    plugins: new Map(),
    fault: null,
    state: null,
  };
  let lookedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - lookedAt < lookMs) return known;
    const state = stateOf(places);
    // This is synchronous, because the thread pool would cost ten times as much for so short a look at each
    // file.
    if (known.state !== state || state === null) {
      const read = readPlugins(places, crypto);
      known = read.ok
        ? { plugins: read.value, fault: null, state }
        : { plugins: known.plugins, fault: read.error.message, state };
    }
    lookedAt = performance.now();
    return known;
  };
}

/** The same for a service, which says once in its log what lies beside the plugins. */
export function watchOwnPlugins(
  places: PluginPlaces,
  crypto: Crypto,
  warn: (fields: Readonly<Record<string, unknown>>, message: string) => void,
): WatchPlugins {
  const folders = otherFolders(places);
  if (folders.length > 0)
    warn({ folders }, 'ignored beside the plugins: neither manifest.json nor connector.json');
  return watchPlugins(places, crypto);
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

function stateOf(places: string | PluginPlaces): string | null {
  try {
    const states = foldersIn(places).flatMap((folder) =>
      namesIn(folder).flatMap((name) => FILES.map((file) => stateOfFile(join(folder, name, file)))),
    );
    return states.join('\n');
  } catch {
    return null;
  }
}

function stateOfFile(file: string): string {
  try {
    const found = statSync(file, { bigint: true, throwIfNoEntry: false });
    return `${file} ${found?.ino} ${found?.size} ${found?.mtimeNs} ${found?.ctimeNs}`;
  } catch {
    // Of a folder that only another account may read, such as `lost+found`.
    return `${file} unreadable`;
  }
}

function foldersIn(places: string | PluginPlaces): readonly string[] {
  return typeof places === 'string' ? [places] : places.folders;
}

/**
 * Folders, and links, which Kubernetes makes for what it mounts. What is hidden is of a tool: `.git`, or `..data` and
 * `..2026_11_27` of such a mount.
 */
function namesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !entry.name.startsWith('.'))
    .filter((entry) => entry.isDirectory() || (entry.isSymbolicLink() && !isFile(join(folder, entry.name))))
    .map(({ name }) => name)
    .sort();
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** One of the two files is enough: with the other gone, it is a plugin that cannot be used, and not none. */
function isPlugin(folder: string): boolean {
  return FILES.some((file) => existsSync(join(folder, file)));
}

/** Folders, and links that lead nowhere, which are no plugins; hidden ones are not named. */
export function otherFolders(places: string | PluginPlaces): readonly string[] {
  return foldersIn(places).flatMap((folder) => {
    try {
      return namesIn(folder)
        .map((name) => join(folder, name))
        .filter((path) => !isPlugin(path));
    } catch {
      return [];
    }
  });
}

/** The folder of each chosen plugin, by name. `places` may be one folder. */
export function pluginFolders(
  places: string | PluginPlaces,
): Result<ReadonlyMap<string, string>, 'plugins_unusable'> {
  const { folders, only } = typeof places === 'string' ? { folders: [places], only: null } : places;
  const found = new Map<string, string>();
  for (const folder of folders) {
    let names: readonly string[];
    try {
      names = namesIn(folder).filter((name) => isPlugin(join(folder, name)));
    } catch {
      return fail('plugins_unusable', `PLUGINS_DIR: ${folder} is not a readable folder.`);
    }
    if (names.length === 0) return fail('plugins_unusable', `${folder} contains no plugin; set PLUGINS_DIR.`);
    for (const name of names) found.set(name, join(folder, name));
  }
  if (only === null) return ok(found);
  const unknown = only.filter((name) => !found.has(name));
  if (unknown.length > 0) {
    const message = `PLUGINS names ${unknown.join(', ')}, which is in no folder: there is ${[...found.keys()].join(', ')}.`;
    return fail('plugins_unusable', message);
  }
  return ok(new Map([...found].filter(([name]) => only.includes(name))));
}

/** Reads every chosen plugin once, by name. It refuses the first invalid file, with the path in it. */
export function readPlugins(
  places: string | PluginPlaces,
  crypto: Crypto,
): Result<ReadonlyMap<string, Plugin>, 'plugins_unusable'> {
  const folders = pluginFolders(places);
  if (!folders.ok) return folders;
  const plugins = new Map<string, Plugin>();
  for (const [name, folder] of folders.value) {
    const manifest = readFile(join(folder, 'manifest.json'), readManifest);
    if (!manifest.ok) return manifest;
    if (manifest.value.name !== name)
      return fail('plugins_unusable', `${folder} belongs to plugin ${manifest.value.name}.`);
    const connector = readFile(join(folder, 'connector.json'), (value) =>
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
