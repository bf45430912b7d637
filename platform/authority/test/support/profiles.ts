import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { unwrap } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import type { Profile, ProfileDraft } from '@platform/core/objects/profile';
import { counterpartyOf, type Plugin } from '@platform/core/signed/plugin';
import { type Signer, signObject } from '@platform/core/signed/signed';
import { pluginOfProfile, watchPlugins } from '@platform/keys/plugin-folders';
import { DEPLOYMENT } from './keys.ts';
import type { Deployment } from './types.ts';

const PLUGINS = fileURLToPath(new URL('../../../plugins', import.meta.url));

let shipped: Promise<Shipped> | undefined;

interface Shipped {
  readonly plugins: ReadonlyMap<string, Plugin>;
  readonly drafts: ReadonlyMap<string, ProfileDraft>;
}

async function readShipped(): Promise<Shipped> {
  const { plugins } = watchPlugins(PLUGINS, nodeCrypto)();
  const drafts = new Map<string, ProfileDraft>();
  for (const name of plugins.keys()) {
    drafts.set(`${name}.v1`, JSON.parse(await readFile(`${PLUGINS}/${name}/profile.json`, 'utf8')));
  }
  return { plugins, drafts };
}

/** The plugins of the repository, read once a file, and a profile of each, in memory. */
export async function publishProfiles(signer: (kid: string) => Signer, now: () => string) {
  shipped ??= readShipped();
  const { drafts } = await shipped;
  const plugins = new Map((await shipped).plugins);
  const profileFiles = new Map<string, string>();
  const publish: Deployment['publish'] = (name, patch = {}) => {
    const draft = drafts.get(name);
    if (draft === undefined) throw new Error(`no profile ${name}`);
    const plugin = unwrap(pluginOfProfile({ plugins, fault: null }, name));
    const profile: Profile = {
      type: 'sanad/profile/1',
      deployment: DEPLOYMENT,
      ...draft,
      plugin_hash: plugin.hash,
      counterparty: counterpartyOf(plugin.connector),
      published_by: 'amina',
      published_at: now(),
      reason: 'test',
      ...patch,
    };
    const { hash, signature } = signObject(nodeCrypto, signer('principal_amina'), profile);
    profileFiles.set(name, JSON.stringify({ profile, profile_hash: hash, signature }));
  };
  for (const name of drafts.keys()) publish(name);
  return { plugins, profileFiles, publish };
}

/** As a gateway with these files sends it: of the plugin with the facade, or of the treasury. */
export function pluginHashOf(plugins: ReadonlyMap<string, Plugin>, facade = ''): string {
  return plugins.get(pluginOf(plugins, facade))?.hash ?? '';
}

/** The plugin of a facade; `treasury` for one that no plugin has. */
export function pluginOf(plugins: ReadonlyMap<string, Plugin>, facade: string): string {
  const found = [...plugins.values()].find(({ manifest }) =>
    manifest.facades.some(({ name }) => name === facade),
  );
  return found?.manifest.name ?? 'treasury';
}
