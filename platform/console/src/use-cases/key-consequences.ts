import { requiredMs } from '@common/base/instant';
import { hardwareGround } from '@platform/core/decide/hardware';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { KeyEntry, KeySet } from '@platform/core/objects/key-entry';
import type { MandateRecord } from '@platform/core/objects/mandate';
import type { SignedProfile } from '@platform/core/objects/profile';
import type { Authority } from './authority.ts';
import type { AuthorityAnswer } from './authority-reader.ts';

/** Everything in a deployment that a key may have signed, or may be asked to sign. */
interface Standing {
  readonly keys: KeySet;
  readonly mandates: readonly MandateRecord[];
  /** The pending and active grants. */
  readonly grants: readonly GrantRecord[];
  readonly profiles: readonly SignedProfile[];
}

/** What marking a key as compromised stops, by id. */
export interface Consequences {
  /** The keys that no longer count, because this one enrolled them. */
  readonly enrolled: readonly string[];
  readonly profiles: readonly string[];
  /** The mandates that it signed; nothing more is done under them. */
  readonly mandatesSigned: readonly string[];
  /** The mandates whose routes name its holder, who has no other key that will do. */
  readonly mandatesWithout: readonly string[];
  /** The mandates whose routes name its holder, who has another key that will do. */
  readonly mandatesWith: readonly string[];
  /** The requests that wait under mandates that it signed or that name its holder. */
  readonly waiting: readonly string[];
  /** The requests that it approved. They are no longer executed, or must be approved again. */
  readonly approvals: readonly string[];
}

type Part<Name extends keyof Authority> = Pick<Authority, Name>;

export async function readStanding(
  authority: Part<'keys' | 'mandates' | 'openGrants' | 'plugins' | 'profile'>,
): AuthorityAnswer<Standing> {
  const [keys, mandates, plugins, grants] = await Promise.all([
    authority.keys(),
    authority.mandates(),
    authority.plugins(),
    authority.openGrants(),
  ]);
  if (!keys.ok) return keys;
  if (!mandates.ok) return mandates;
  if (!plugins.ok) return plugins;
  if (!grants.ok) return grants;
  const asked = await Promise.all(plugins.value.map(({ profile }) => authority.profile(profile)));
  // A profile that cannot be read is in force nowhere.
  const profiles = asked.flatMap((profile) => (profile.ok ? [profile.value] : []));
  return { ok: true, value: { keys: keys.value, mandates: mandates.value, grants: grants.value, profiles } };
}

/** The consequences of marking this entry’s present key. */
export function consequencesOf(entry: KeyEntry, standing: Standing, now: string): Consequences {
  const { keys, mandates, grants, profiles } = standing;
  const { kid } = entry;
  const active = mandates.filter(({ status }) => status === 'active');
  const signed = active.filter(({ signature }) => signature.kid === kid);
  const naming = active.filter(({ contract }) => names(contract, entry));
  const with_ = naming.filter(({ contract }) => hasAnother(contract, entry, keys, now));
  const id = ({ contract }: MandateRecord) => contract.contract_id;
  const touched = new Set([...signed, ...naming].map(id));
  const grantId = ({ grant }: GrantRecord) => grant.grant_id;
  return {
    enrolled: Object.values(keys).flatMap((other) =>
      other.kid !== kid && other.enrolment?.signature.kid === kid ? [other.kid] : [],
    ),
    profiles: profiles.flatMap(({ profile, signature }) => (signature.kid === kid ? [profile.name] : [])),
    mandatesSigned: signed.map(id),
    mandatesWithout: naming.filter((mandate) => !with_.includes(mandate)).map(id),
    mandatesWith: with_.map(id),
    waiting: grants
      .filter(({ status, grant }) => status === 'pending' && touched.has(grant.contract_id))
      .map(grantId),
    approvals: grants.filter((grant) => approvedBy(grant, kid)).map(grantId),
  };
}

function approvedBy({ grant, earlier_approvals: earlier = [] }: GrantRecord, kid: string): boolean {
  return grant.approved_by === kid || earlier.some(({ signature }) => signature.kid === kid);
}

type Contract = MandateRecord['contract'];

type Route = NonNullable<Contract['approval']['routes']>[number];

/** Whether a route names this key, or its holder. */
function asks({ approvers }: Route, { kid, person }: KeyEntry): boolean {
  return approvers.includes(kid) || (person !== null && approvers.includes(person));
}

function names({ approval }: Contract, entry: KeyEntry): boolean {
  return entry.role === 'approver' && (approval.routes ?? []).some((route) => asks(route, entry));
}

/** Whether the same person’s other keys meet every route that names them. */
function hasAnother({ approval }: Contract, entry: KeyEntry, keys: KeySet, now: string): boolean {
  const others = Object.values(keys).filter(
    (key) =>
      key.kid !== entry.kid &&
      key.role === 'approver' &&
      key.person === entry.person &&
      key.compromised_at === null &&
      (key.not_after === null || requiredMs(key.not_after) > requiredMs(now)),
  );
  return (approval.routes ?? [])
    .filter((route) => asks(route, entry))
    .every((route) =>
      others.some(
        (key) => asks(route, key) && (route.assurance === 'signature' || hardwareGround(key) !== null),
      ),
    );
}
