import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { nodeCrypto } from '@common/evidence/node';
import { readConfig } from '@common/kit/config';
import { REPOSITORY } from '@common/kit/repository';
import { AUTHORITY_CONFIG } from '@platform/authority/config';
import { SignedProfile } from '@platform/core/objects/profile';
import type { Plugin } from '@platform/core/signed/plugin';
import { checkPlugin } from '@platform/core/signed/plugin';
import { otherFolders, readPlugins } from '@platform/keys/plugin-folders';
import { PLUGIN_SETTINGS, pluginPlaces } from '@platform/keys/plugin-settings';
import { Value } from 'typebox/value';
import { type Environment, type Finding, found } from './report.ts';

const SETTINGS = { ...PLUGIN_SETTINGS, PROFILES_DIR: AUTHORITY_CONFIG.PROFILES_DIR };

/** Reports which plugins are loaded, and which signed profiles have none: nothing can be done under their mandates. */
export async function checkPlugins(env: Environment): Promise<readonly Finding[]> {
  const read = readConfig(SETTINGS, env, REPOSITORY);
  if (!read.ok) return [found.fail('PLUGINS', 'wrong, so that this cannot be looked at')];
  const { config } = read.value;
  const plugins = readPlugins(pluginPlaces(config), nodeCrypto);
  if (!plugins.ok) return [found.fail('PLUGINS', plugins.error.message)];
  const loaded = [...plugins.value].map(([name, { manifest }]) =>
    found.ok(name, `${manifest.version}, loaded for ${manifest.profile}`),
  );
  const changed = [...plugins.value.values()].flatMap((plugin) => changedSince(plugin, config.PROFILES_DIR));
  const served = new Set([...plugins.value.values()].map(({ manifest }) => manifest.profile));
  const files = await readdir(config.PROFILES_DIR).catch(() => []);
  const signed = files.flatMap((file) => /^(.+)\.json$/.exec(file)?.[1] ?? []);
  const idle = signed
    .filter((profile) => !served.has(profile))
    .sort()
    .map((profile) =>
      found.warn(
        profile,
        'signed, but its plugin is not loaded, so that nothing can be done under its mandates: name the plugin in PLUGINS, or put its folder into PLUGINS_DIR',
      ),
    );
  const ignored = otherFolders(pluginPlaces(config)).map((folder) =>
    found.warn(folder, 'ignored: it has neither manifest.json nor connector.json'),
  );
  return [...loaded, ...changed, ...idle, ...ignored];
}

/** Reports a plugin whose files are not the ones that were signed with its profile. */
function changedSince(plugin: Plugin, folder: string): readonly Finding[] {
  const { profile: name } = plugin.manifest;
  const file = join(folder, `${name}.json`);
  if (!existsSync(file)) return [];
  const signed: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!Value.Check(SignedProfile, signed) || checkPlugin(signed.profile, plugin).ok) return [];
  const todo = `after an upgrade, run npx sanad profile renew ${name} --reason 'upgrade'; otherwise restore the plugin’s files`;
  return [
    found.fail(
      name,
      `nothing is done under it (503 plugin_hash_mismatch): its plugin’s files are not the ones signed with it; ${todo}`,
    ),
  ];
}
