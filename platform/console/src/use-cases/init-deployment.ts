import { formatInstant } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import type { Crypto } from '@common/evidence/crypto';
import { KeyEntry, type KeyRole } from '@platform/core/objects/key-entry';
import type { Mandate } from '@platform/core/objects/mandate';
import type { PluginManifest } from '@platform/core/objects/plugin';
import { declaredRules, isInMandate } from '@platform/core/objects/plugin-schemas';
import type { ProfileDraft, SignedProfile } from '@platform/core/objects/profile';
import { MandateRules, type ProfileRules } from '@platform/core/objects/rules';
import { readKeyRegistry } from '@platform/core/signed/key-registry';
import { Value } from 'typebox/value';
import type { Deployment, PersonSigner, PluginFolder } from './deployment.ts';
import { enrol } from './enrol.ts';
import { listedValues, listsIn, signFirstEntries, withDirectories } from './lists.ts';
import { type Fresh, freshId, signMandate } from './mandates.ts';
import { checkProfile, pluginFacts, readDraft, signProfile } from './profiles.ts';

export interface InitDeps extends Fresh {
  readonly crypto: Crypto;
  readonly deployment: Deployment;
}

/** The names in a local deployment. */
export const LOCAL = {
  principal: 'local',
  principalKid: 'principal_local',
  approver: 'cfo',
  approverKid: 'approver_cfo',
  agent: 'agent_local',
  tenant: 'tn_local',
} as const;

const SERVICE_KEYS: readonly {
  readonly kid: string;
  readonly role: KeyRole;
}[] = [
  { kid: 'pep', role: 'pep' },
  { kid: 'authority', role: 'authority' },
  { kid: 'service_assembly', role: 'service_assembly' },
];

const MS_PER_DAY = 86_400_000;
const SEED_DAYS = 365;
const APPROVAL_WAIT_S = 3_600;

/** One line for each thing created, in order; empty if nothing was missing. */
type CreationLines = readonly string[];
type InitRefusal = 'draft_invalid' | 'profile_disagrees' | 'root_differs' | 'principal_key_missing';

/**
 * Creates a local deployment, or its missing parts: the services’ keys, secrets, two people’s keys, all
 * plugins’ profiles with the first entries of their directories, and a mandate for each plugin. It leaves unchanged what
 * exists.
 */
export async function initDeployment(deps: InitDeps): Promise<Result<CreationLines, InitRefusal>> {
  const { deployment } = deps;
  const made: string[] = [];
  const plugins = await deployment.plugins();
  // A counterparty with an address on this machine is simulated here. Any other makes its key itself: sanad
  // counterparty add.
  const played = plugins.filter(({ connector }) => connector.base_url_default !== undefined);
  const counterparties = [...new Set(played.map(({ connector }) => connector.kid))];
  for (const key of [
    ...SERVICE_KEYS,
    // The mock counterparties’ own keys. A real counterparty is enrolled by its public key.
    ...counterparties.map((kid) => ({ kid, role: 'counterparty' as const })),
  ]) {
    const { created } = await deployment.ensureServiceKey(key);
    if (created) made.push(`key ${key.kid} (role ${key.role})`);
  }
  if (await deployment.ensureLogKey()) made.push('key checkpoint, of the log');
  await deployment.ensureFolders();
  for (const name of ['jwt.secret', 'gateway.secret', 'broker.secret'] as const) {
    if (await deployment.ensureSecret(name)) made.push(`secret ${name}`);
  }
  // People who enrol themselves also sign profiles and mandates, with keys of their own.
  if (await deployment.hasOwnPeople()) return ok(made);
  const principal = await openPrincipal(deps);
  if (!principal.ok) return principal;
  const people = await enrolPeople(deps, principal.value);
  if (!people.ok) return people;
  made.push(...people.value);
  for (const plugin of plugins) {
    const seeded = await seedPlugin(deps, principal.value, plugin);
    if (!seeded.ok) return seeded;
    made.push(...seeded.value);
  }
  return ok(made);
}

/**
 * The principal’s key, which is created with a deployment. INVARIANT: if its public half exists, no other key
 * replaces it. A person may keep the private half elsewhere, and then signs with it through the other
 * commands.
 */
async function openPrincipal({ deployment }: InitDeps): Promise<Result<PersonSigner | null, 'root_differs'>> {
  const kid = LOCAL.principalKid;
  const known = (await deployment.publicKeys())[kid];
  if (known === undefined) return ok(await deployment.ensurePersonKey(kid, 'ed25519'));
  const key = await deployment.personKey(kid);
  if (!key.ok) return ok(null);
  if (Value.Check(KeyEntry, known) && known.public_key === key.value.public_key) {
    return ok(key.value);
  }
  return fail(
    'root_differs',
    `people/${kid}.pem is not the key published as ${kid}: restore the published one.`,
  );
}

async function enrolPeople(
  { crypto, deployment, clock }: InitDeps,
  principal: PersonSigner | null,
): Promise<Result<CreationLines, 'principal_key_missing'>> {
  const known = await deployment.publicKeys();
  const made: string[] = [];
  const people = [
    { kid: LOCAL.principalKid, alg: 'ed25519', role: 'principal', person: LOCAL.principal, tenants: ['*'] },
    { kid: LOCAL.approverKid, alg: 'es256', role: 'approver', person: LOCAL.approver, tenants: null },
  ] as const;
  for (const { kid, alg, role, person, tenants } of people) {
    if (known[kid] !== undefined) continue;
    if (principal === null) return principalMissing(`enrol ${kid}`);
    const key = await deployment.ensurePersonKey(kid, alg);
    const entry = enrol(crypto, principal, {
      type: 'sanad/enrolment/1',
      deployment: await deployment.id(),
      kid,
      alg: key.alg,
      public_key: key.public_key,
      fingerprint: key.fingerprint,
      role,
      person,
      tenants: tenants === null ? null : [...tenants],
      independent: false,
      hardware: false,
      not_before: formatInstant(clock()),
      not_after: null,
    });
    if (await deployment.writePublicKey(entry)) {
      made.push(`key ${kid} of ${person}${role === 'principal' ? ', the root of trust' : ''}`);
    }
  }
  return ok(made);
}

function principalMissing(what: string): Result<never, 'principal_key_missing'> {
  return fail(
    'principal_key_missing',
    `people/${LOCAL.principalKid}.pem is needed to ${what}, but it is missing: put it back.`,
  );
}

async function seedPlugin(
  deps: InitDeps,
  principal: PersonSigner | null,
  plugin: PluginFolder,
): Promise<Result<CreationLines, InitRefusal>> {
  const { manifest, connector, profileDraft } = plugin;
  const { crypto, deployment, clock } = deps;
  const now = clock();
  const made: string[] = [];
  let inForce = await deployment.profile(manifest.profile);
  if (inForce === null) {
    if (principal === null) return principalMissing(`publish ${manifest.profile}`);
    const draft = readDraft([manifest], profileDraft);
    if (!draft.ok)
      return fail('draft_invalid', `plugins/${manifest.name}/profile.json: ${draft.error.message}`);
    // Before the profile that names their directories, so that a start that was cut off here makes the rest later.
    made.push(...(await seedDirectories(deps, principal, plugin, draft.value)));
    const first = signProfile(crypto, principal, withDirectories(manifest, draft.value), {
      deployment: await deployment.id(),
      ...pluginFacts(crypto, { manifest, connector }),
      published_by: LOCAL.principal,
      published_at: formatInstant(now),
      reason: 'First publication of the local deployment',
    });
    if (await deployment.writeFirstProfile(first)) {
      made.push(`profile ${manifest.profile}@${first.profile.version}, signed by ${principal.kid}`);
    }
    inForce = (await deployment.profile(manifest.profile)) ?? first;
  }
  if (await deployment.hasMandate(manifest.name)) return ok(made);
  if (principal === null) return principalMissing(`sign a mandate for ${manifest.name}`);
  const { keys } = readKeyRegistry(crypto, await deployment.id(), await deployment.publicKeys());
  const trusted = checkProfile(crypto, keys, inForce);
  if (!trusted.ok) return trusted;
  const mandate = seedMandate(manifest, trusted.value, now, freshId('ic_', deps));
  if (await deployment.writeMandate(manifest.name, signMandate(crypto, principal, mandate)))
    made.push(`mandate ${mandate.contract_id} for ${manifest.name}, valid to ${mandate.valid_to}`);
  return ok(made);
}

/** The lists of a plugin’s draft as entries of directories, so that a payee can be added without a new profile. */
async function seedDirectories(
  { crypto, deployment, clock }: InitDeps,
  principal: PersonSigner,
  plugin: PluginFolder,
  draft: ProfileDraft,
): Promise<CreationLines> {
  const made: string[] = [];
  for (const directory of listsIn(plugin.manifest, draft)) {
    const id = { deployment: await deployment.id(), tenant: LOCAL.tenant, profile: draft.name, directory };
    const { values, left } = listedValues(plugin, draft, id);
    for (const { why } of left)
      made.push(`directory ${directory} of ${draft.name} without one entry: ${why}`);
    const entries = signFirstEntries(crypto, principal, id, { plugin, values, now: formatInstant(clock()) });
    if (entries.length > 0 && (await deployment.writeFirstEntries(entries))) {
      const count = entries.length === 1 ? 'one entry' : `${entries.length} entries`;
      made.push(`directory ${directory} of ${draft.name}, ${count} signed by ${principal.kid}`);
    }
  }
  return made;
}

/** The mandate that a deployment starts with: everything that the profile allows, within its bounds. */
function seedMandate(
  manifest: PluginManifest,
  { profile }: SignedProfile,
  now: number,
  mandateId: string,
): Mandate {
  const days = Math.min(SEED_DAYS, profile.limits.validity_max_days);
  return {
    type: 'sanad/mandate/1',
    deployment: profile.deployment,
    contract_id: mandateId,
    tenant: LOCAL.tenant,
    principal: LOCAL.principal,
    agent: LOCAL.agent,
    profile: profile.name,
    scope: profile.scope,
    limits: {
      runtime_max_s: profile.limits.runtime_max_s,
      use_count_max: profile.limits.use_count_max,
    },
    approval: {
      routes: [
        {
          approver_type: 'person',
          approvers: [LOCAL.approver],
          wait_s: APPROVAL_WAIT_S,
          notify: ['app'],
          assurance: 'signature',
        },
      ],
    },
    forbidden: [...manifest.never],
    valid_from: formatInstant(now),
    valid_to: formatInstant(now + days * MS_PER_DAY),
    policy_version: `${profile.name}@${profile.version}`,
    rules: rulesOf(manifest, profile.rules),
  };
}

/** A mandate’s rules, at the profile’s bounds. */
function rulesOf(manifest: PluginManifest, bounds: ProfileRules): MandateRules {
  const inMandate = [...declaredRules(manifest).values()].flatMap(({ rule }) => {
    const bound = bounds[rule.name];
    return isInMandate(rule) && bound !== undefined ? [[rule.name, bound]] : [];
  });
  const rules: unknown = Object.fromEntries(inMandate);
  if (Value.Check(MandateRules, rules)) return rules;
  throw new Error(`the bounds of ${manifest.profile} are not those of mandates`);
}
