import { fail, ok, type Result } from '@common/base/result';
import { canonicalText } from '@common/evidence/canonical';
import type { Crypto } from '@common/evidence/crypto';
import { hashOf } from '@common/evidence/hash';
import type { Connector, PluginManifest } from '../objects/plugin.ts';
import type { Counterparty, Profile } from '../objects/profile.ts';

/** The two files of a plugin that decide what is allowed and what is done. */
export interface PluginFiles {
  readonly manifest: PluginManifest;
  readonly connector: Connector;
}

export interface Plugin extends PluginFiles {
  readonly hash: string;
}

/** The hash of the plugin in a signed profile. One changed rule, tool or body mapping changes it. */
export function pluginHash(crypto: Crypto, { manifest, connector }: PluginFiles): string {
  return hashOf(crypto, { type: 'sanad/plugin/1', manifest, connector });
}

/**
 * The connector's part that a person can read and judge.
 * @example counterpartyOf({ kid: 'bank', operations: [{ facade: 'pay.see', operation: 'see', ack: null }] })
 *   // { kid: 'bank', operations: [{ facade: 'pay.see', operation: 'see', acknowledged: false }] }
 */
export function counterpartyOf({ kid, adapter, operations }: Connector): Counterparty {
  return {
    kid,
    ...(adapter === undefined ? {} : { adapter }),
    operations: operations.map(({ facade, operation, ack }) => ({
      facade,
      operation,
      acknowledged: ack !== null,
    })),
  };
}

/** Whether the plugin is the one that was signed with the profile. */
export function checkPlugin(
  profile: Pick<Profile, 'name' | 'version' | 'plugin' | 'plugin_hash' | 'counterparty'>,
  { manifest, connector, hash }: Plugin,
): Result<void, 'plugin_hash_mismatch'> {
  const { name, version, plugin } = profile;
  const isSame =
    hash === profile.plugin_hash &&
    manifest.name === plugin &&
    manifest.profile === name &&
    connector.plugin === plugin &&
    canonicalText(counterpartyOf(connector)) === canonicalText(profile.counterparty);
  if (isSame) return ok(undefined);
  return fail(
    'plugin_hash_mismatch',
    `The plugin ${plugin} (${hash}) is not the one that was signed with ${name}@${version} (${profile.plugin_hash}): after an upgrade, sign its profile again with sanad profile renew ${name}; otherwise restore its manifest.json and connector.json.`,
  );
}
