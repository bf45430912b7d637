import type { PersonsRole } from '@platform/core/objects/key-entry';

const ALL_BUT_CLERKS = ['principal', 'approver', 'auditor', 'viewer'] as const;
const WHO_SEE_ALL = ['principal', 'auditor'] as const;

/**
 * The parts of the console, and the roles that each is for. The console shows its pages by it, and an authority that closes
 * its reads answers by it what these pages show.
 */
const ROLES_OF_AREA = {
  home: ALL_BUT_CLERKS,
  approvals: ['principal', 'approver', 'auditor'],
  answer: ['principal', 'approver'],
  payments: ALL_BUT_CLERKS,
  statements: ['principal', 'auditor', 'viewer'],
  export: WHO_SEE_ALL,
  mandates: ALL_BUT_CLERKS,
  payees: ['principal', 'approver', 'clerk', 'auditor'],
  record: ['principal', 'approver', 'clerk'],
  policy: ['principal', 'approver', 'auditor'],
  evidence: WHO_SEE_ALL,
  sign: ['principal'],
} as const satisfies Readonly<Record<string, readonly PersonsRole[]>>;

export type Area = keyof typeof ROLES_OF_AREA;

export function isAreaOf(area: Area, role: PersonsRole): boolean {
  const roles: readonly PersonsRole[] = ROLES_OF_AREA[area];
  return roles.includes(role);
}
