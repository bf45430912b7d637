import { readdir } from 'node:fs/promises';
import { readConfig } from '@common/kit/config';
import { REPOSITORY } from '@common/kit/repository';
import { AUTHORITY_CONFIG } from '@platform/authority/config';
import { nodeCrypto } from '@platform/core/crypto/node';
import { readPlugins } from '@platform/keys/plugin-folders';
import { PLUGIN_SETTINGS, pluginPlaces } from '@platform/keys/plugin-settings';
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
  return [...loaded, ...idle];
}
