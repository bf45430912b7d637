import { fail, ok } from '@common/base/result';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import type { Mandate, MandateRecord } from '@platform/core/objects/mandate';
import type { Connector, PluginManifest } from '@platform/core/objects/plugin';
import type { Profile, SignedProfile } from '@platform/core/objects/profile';
import { counterpartyOf, pluginHash } from '@platform/core/signed/plugin';
import { signObject } from '@platform/core/signed/signed';
import type { Authority } from '../../src/use-cases/authority.ts';
import { NOW } from './console-app.ts';
import { fakeAuthority } from './fake-authority.ts';
import { holders, keys } from './held-grant.ts';
import { PLUGINS, pluginFile } from './plugins.ts';

/** Profiles and mandates that the principal of `held-grant.ts` signed. */

const { deployment } = holders.principal.entry;

/** The plugin’s first profile, in force since the first of May, with changes. */
export function profileOf(plugin: string, changes: Partial<Profile> = {}): SignedProfile {
  const manifest: PluginManifest = pluginFile(plugin, 'manifest');
  const connector: Connector = pluginFile(plugin, 'connector');
  const profile: Profile = {
    type: 'sanad/profile/1',
    deployment,
    ...pluginFile(plugin, 'profile'),
    plugin_hash: pluginHash(nodeCrypto, { manifest, connector }),
    counterparty: counterpartyOf(connector),
    published_by: 'local',
    published_at: '2026-05-01T09:00:00.000Z',
    reason: 'First rules',
    ...changes,
  };
  const { hash, signature } = signObject(nodeCrypto, holders.principal.signer, profile);
  return { profile, profile_hash: hash, signature };
}

export function mandateOf(changes: Partial<Mandate> = {}): MandateRecord {
  const contract: Mandate = {
    type: 'sanad/mandate/1',
    deployment,
    contract_id: 'ic_first',
    tenant: 'tn_local',
    principal: 'local',
    agent: 'agent_local',
    profile: 'treasury.v1',
    scope: ['bank.readBalance', 'bank.executeTransfer'],
    limits: { runtime_max_s: 3_600, use_count_max: 100 },
    approval: {
      routes: [
        {
          approver_type: 'person',
          approvers: ['cfo'],
          wait_s: 3_600,
          notify: ['app'],
          assurance: 'signature',
        },
      ],
    },
    forbidden: ['bank.addBeneficiary'],
    policy_version: 'treasury.v1@1.0.0',
    valid_from: '2026-05-02T09:00:00.000Z',
    valid_to: '2026-12-31T23:59:59.999Z',
    rules: { amount_max: '5000', daily_max: '20000', threshold: '1000' },
    ...changes,
  };
  const { hash, signature } = signObject(nodeCrypto, holders.principal.signer, contract);
  return {
    contract,
    contract_hash: hash,
    signature,
    status: 'active',
    registered_at: NOW,
    revocation: null,
  };
}

/** An authority with every plugin’s profile, and one mandate. */
export function signedBooks(given: Partial<Authority> = {}): Authority {
  const signed = PLUGINS.map((name) => profileOf(name));
  const profiles = new Map(signed.map((one) => [one.profile.name, one]));
  const record = mandateOf();
  return fakeAuthority([], {
    plugins: async () =>
      ok(
        PLUGINS.map((name) => {
          const { version, tier, description, profile, facades, covered_facade, counterparty_kind } =
            pluginFile(name, 'manifest');
          const names = facades.map((facade: { readonly name: string }) => facade.name);
          return {
            name,
            version,
            tier,
            description,
            profile,
            facades: names,
            covered_facade,
            counterparty_kind,
          };
        }),
      ),
    profile: async (name) => {
      const found = profiles.get(name);
      return found === undefined ? fail('authority_refused', 'There is none.', { status: 404 }) : ok(found);
    },
    versions: async (name) => ok([...profiles].flatMap(([one, signed]) => (one === name ? [signed] : []))),
    mandates: async () => ok([record]),
    mandate: async () => ok(record),
    keys: async () => ok(keys),
    ...given,
  });
}

/** As the authority answers what it registered. */
export function registered(contract: Mandate, signature: MandateRecord['signature']): MandateRecord {
  return {
    contract,
    contract_hash: hashOf(nodeCrypto, contract),
    signature,
    status: 'active',
    registered_at: NOW,
    revocation: null,
  };
}
