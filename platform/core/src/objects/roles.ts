import { type KeyRole, PEOPLES_ROLES } from './key-entry.ts';

/**
 * Which role's key signs which object. INVARIANT: with the type inside each hashed object, a signature given in one
 * role is valid in no other.
 */
export const ROLES_OF_TYPE = {
  'sanad/mandate/1': ['principal'],
  'sanad/revocation/1': ['principal'],
  'sanad/cancellation/1': ['principal'],
  'sanad/settlement/1': ['principal'],
  'sanad/agent-token/1': ['principal'],
  'sanad/agent-token-end/1': ['principal'],
  'sanad/profile/1': ['principal'],
  'sanad/directory-entry/1': ['principal', 'approver', 'clerk'],
  'sanad/enrolment/1': ['principal'],
  'sanad/compromise/1': ['principal'],
  'sanad/action/1': ['approver'],
  'sanad/rejection/1': ['approver'],
  'sanad/session/1': PEOPLES_ROLES,
  'sanad/grant/1': ['authority'],
  'sanad/redemption/1': ['pep'],
  'sanad/doubt/1': ['pep'],
  'sanad/decision/1': ['pep', 'authority'],
  'sanad/statement/1': ['attester'],
  'sanad/ack/1': ['counterparty'],
  'sanad/movement-question/1': ['authority'],
  'sanad/movements/1': ['pep'],
  'sanad/event/1': ['authority'],
  'sanad/tree-head/1': ['authority'],
  'sanad/receipt/0.3': ['service_assembly'],
} as const satisfies Readonly<Record<string, readonly KeyRole[]>>;

export type SignedType = keyof typeof ROLES_OF_TYPE;
