import { requiredMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import type { KeyEntry } from '../objects/key-entry.ts';
import type { ApprovalRoute, Mandate } from '../objects/mandate.ts';
import { isTenantOf, tenantsInWords } from '../objects/tenants.ts';
import { type DeviceFacts, hardwareGround } from './hardware.ts';

const APPROVER_REFUSALS = [
  'approver_role_needed',
  'approver_is_agent',
  'approver_not_listed',
  'assurance_not_met',
  'approval_too_late',
  'approver_already_approved',
] as const;
export type ApproverRefusal = (typeof APPROVER_REFUSALS)[number];

const MS_PER_SECOND = 1000;

type ApproverKey = Pick<KeyEntry, 'kid' | 'role' | 'person' | 'tenants'> & DeviceFacts;

/**
 * Whether this key's holder may approve a held action at that moment, and by which routes of the mandate. One route must
 * provide all of it: the approver, the assurance and the time.
 */
function routesOf(
  { mandate, proposedAt }: Pick<ApprovalsInput, 'mandate' | 'proposedAt'>,
  { key, approvedMs }: GivenApproval,
): Result<readonly ApprovalRoute[], ApproverRefusal> {
  const named = namingRoutes(mandate, key);
  if (!named.ok) return named;
  const isHardware = hardwareGround(key) !== null;
  const assured = named.value.filter(({ assurance }) => assurance !== 'hardware' || isHardware);
  if (assured.length === 0)
    return fail('assurance_not_met', `The mandate requires a hardware key: ${HARDWARE}`);
  const waited = approvedMs - requiredMs(proposedAt);
  const open = assured.filter(({ wait_s }) => waited >= 0 && waited < wait_s * MS_PER_SECOND);
  if (open.length > 0) return ok(open);
  return fail('approval_too_late', 'The approval route’s time is over; the agent must propose again.');
}

/** The routes that name this key's holder as an approver, who is not the agent. */
function namingRoutes(
  mandate: ApprovalsInput['mandate'],
  key: ApproverKey,
): Result<readonly ApprovalRoute[], ApproverRefusal> {
  if (key.role !== 'approver') {
    return fail(
      'approver_role_needed',
      `${key.kid} has the role ${key.role}: approve with an approver's key.`,
    );
  }
  // Nobody can show that a key without a person's name does not belong to the agent.
  if (key.person === null) return fail('approver_not_listed', `${key.kid} is not enrolled for a person.`);
  if (key.tenants !== null && !isTenantOf(key, mandate.tenant)) {
    const message = `${key.kid} may sign for ${tenantsInWords(key)}, not for ${mandate.tenant}.`;
    return fail('approver_not_listed', message);
  }
  if (isSameHolder(mandate.agent, key.person) || isSameHolder(mandate.agent, key.kid)) {
    const message = `${key.person} (${key.kid}) and the agent ${mandate.agent} have the same name, or names that look alike: another person must approve.`;
    return fail('approver_is_agent', message);
  }
  const listed = (mandate.approval.routes ?? []).filter(
    ({ approvers }) => approvers.includes(key.kid) || (key.person !== null && approvers.includes(key.person)),
  );
  if (listed.length > 0) return ok(listed);
  return fail(
    'approver_not_listed',
    `${key.person} (${key.kid}) is not an approver in any route of the mandate.`,
  );
}

const HARDWARE =
  'a device-bound passkey, an attested app or a key in a device (es256), enrolled as hardware with its ground. A passkey that is synced between devices is none.';

export interface ApprovalsInput {
  readonly mandate: Pick<Mandate, 'agent' | 'approval' | 'tenant'>;
  readonly proposedAt: string;
  readonly approvals: readonly GivenApproval[];
}

export interface GivenApproval {
  /** The key that signed. Its validity at `approvedMs` and the signature are checked elsewhere. */
  readonly key: ApproverKey;
  /** The present for the authority; for later checks, the instant in the approval. */
  readonly approvedMs: number;
}

/**
 * Whether these people may approve a held action, and how many more one of the mandate's routes needs (0 if
 * none); or why one of them does not count. INVARIANT: only this function decides it; the authority, the
 * enforcement point and the verifier each call it. All approvals that count belong to one route, and each to
 * a different person.
 * @example mayApprove({
 *     mandate: { agent: 'bot', approval: {} }, proposedAt: '2026-03-02T09:00:00Z', approvals: [],
 *   }) // ok({ missing: 1 })
 */
export function mayApprove({
  mandate,
  proposedAt,
  approvals,
}: ApprovalsInput): Result<{ readonly missing: number }, ApproverRefusal> {
  const people = new Map<ApprovalRoute, string[]>();
  const everyone: string[] = [];
  for (const approval of approvals) {
    const routes = routesOf({ mandate, proposedAt }, approval);
    if (!routes.ok) return routes;
    const { key } = approval;
    const person = key.person ?? key.kid;
    if (everyone.some((other) => isSameHolder(other, person))) {
      return fail(
        'approver_already_approved',
        `${person} (${key.kid}) has approved already, or has a name that looks like one who has: another person must approve too.`,
      );
    }
    everyone.push(person);
    for (const route of routes.value) people.set(route, [...(people.get(route) ?? []), person]);
  }
  const missing = [...people].map(([route, by]) => Math.max(0, (route.approvals_needed ?? 1) - by.length));
  return ok({ missing: missing.length === 0 ? 1 : Math.min(...missing) });
}

/**
 * Whether this key's holder may reject a request that waits for approval: anyone whom a route names may, with
 * any of their keys. A rejection needs no assurance and takes effect alone, even against those who have
 * approved.
 */
export function mayReject(
  mandate: Pick<Mandate, 'agent' | 'approval' | 'tenant'>,
  key: ApproverKey,
): Result<void, ApproverRefusal> {
  const named = namingRoutes(mandate, key);
  return named.ok ? ok(undefined) : named;
}

/**
 * Whether two names of a mandate or a key can belong to one holder, or look as if they did: equal except for
 * case and characters that look alike, or keys (`approver_<name>[.<device>]`) of such a name.
 * @example isSameHolder('CFO', 'approver_cf0.phone') // true
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

/**
 * Returns the same for `CFO`, `cfo` and `CF0`. Names are ASCII (`Name`), so these pairs are all (Unicode TR
 * 39, confusables).
 */
function appearance(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('0', 'o')
    .replaceAll(/[1i]/g, 'l')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll(/[-_.]/g, '_');
}
