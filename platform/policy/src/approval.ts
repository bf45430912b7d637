import { requiredMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import type { KeyEntry } from '@platform/protocol/key-entry';
import type { ApprovalRoute, Mandate } from '@platform/protocol/mandate';

const APPROVER_REFUSALS = [
  'approver_role_needed',
  'approver_is_agent',
  'approver_not_listed',
  'assurance_not_met',
  'approval_too_late',
] as const;
export type ApproverRefusal = (typeof APPROVER_REFUSALS)[number];

/** Key files hold Ed25519; a person's hardware key is one of these (interface document, 2.5). */
const HARDWARE_ALGORITHMS: readonly string[] = ['es256'];
const MS_PER_SECOND = 1000;

export interface ApprovalInput {
  readonly mandate: Pick<Mandate, 'agent' | 'approval'>;
  /** Of the key that signed; its validity at `approvedMs` and the signature are checked elsewhere. */
  readonly key: Pick<KeyEntry, 'kid' | 'alg' | 'role' | 'person' | 'hardware'>;
  readonly proposedAt: string;
  /** Now for the authority; for whoever looks later, the moment that the approval bears. */
  readonly approvedMs: number;
}

/**
 * Whether this key's holder may approve a held action at that moment, and by which route of the mandate. One route must
 * provide all of it: the approver, the assurance and the time. INVARIANT: the only place that decides this; the
 * authority, the enforcement point and the verifier ask it, each for itself.
 */
export function mayApprove({
  mandate,
  key,
  proposedAt,
  approvedMs,
}: ApprovalInput): Result<ApprovalRoute, ApproverRefusal> {
  if (key.role !== 'approver') {
    return fail(
      'approver_role_needed',
      `${key.kid} has the role ${key.role}: approve with an approver's key.`,
    );
  }
  // A key without a person's name cannot be shown to belong to anyone but the agent.
  if (key.person === null) return fail('approver_not_listed', `${key.kid} is not enrolled for a person.`);
  if (isSameHolder(mandate.agent, key.person) || isSameHolder(mandate.agent, key.kid)) {
    const message = `${key.person} (${key.kid}) and the agent ${mandate.agent} have the same name, or names that look alike: another person must approve.`;
    return fail('approver_is_agent', message);
  }
  const listed = (mandate.approval.routes ?? []).filter(
    ({ approvers }) => approvers.includes(key.kid) || (key.person !== null && approvers.includes(key.person)),
  );
  if (listed.length === 0) {
    return fail(
      'approver_not_listed',
      `${key.person} (${key.kid}) is not an approver in any route of the mandate.`,
    );
  }
  const assured = listed.filter(({ assurance }) => assurance !== 'hardware' || isHardware(key));
  if (assured.length === 0) {
    return fail('assurance_not_met', 'The mandate requires a hardware key (es256, enrolled as hardware).');
  }
  const waited = approvedMs - requiredMs(proposedAt);
  const route = assured.find(({ wait_s }) => waited >= 0 && waited < wait_s * MS_PER_SECOND);
  if (route !== undefined) return ok(route);
  return fail('approval_too_late', 'The approval route’s time is over; the agent must propose again.');
}

function isHardware({ hardware, alg }: ApprovalInput['key']): boolean {
  return hardware && HARDWARE_ALGORITHMS.includes(alg);
}

/**
 * Whether two names of a mandate or a key can be one holder's, or be taken for it: equal but for case and characters
 * that look alike, or keys (`approver_<name>[.<device>]`) of such a name.
 */
export function isSameHolder(a: string, b: string): boolean {
  const names = namesOf(b);
  return namesOf(a).some((name) => names.includes(name));
}

function namesOf(name: string): readonly string[] {
  const rest = /^(?:approver|principal)_(.+)$/i.exec(name)?.[1];
  const names = rest === undefined ? [name] : [name, rest, rest.replace(/\.[^.]*$/, '')];
  return names.map(appearance);
}

/** The same for `CFO`, `cfo` and `CF0`. Names are ASCII (`Name`), so these pairs are all (Unicode TR 39, confusables). */
function appearance(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('0', 'o')
    .replaceAll(/[1i]/g, 'l')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll(/[-_.]/g, '_');
}
