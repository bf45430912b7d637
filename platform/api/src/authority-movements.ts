import { MovementPage, SignedMovementPage } from '@platform/core/objects/movement';
import { Name, TenantId } from '@platform/core/objects/primitives';
import { Type } from 'typebox';
import type { ClosableTable } from './route.ts';

const { from, until } = MovementPage.properties;

/** What counterparties list of tenants' accounts. */
export const MOVEMENTS = {
  listMovements: {
    method: 'GET',
    path: '/accounts/:account/movements',
    reads: 'account',
    areas: ['statements'],
    summary: 'A counterparty’s own list of an account’s movements in a period',
    description:
      'Asked by the enforcement point, which alone has the credential, and signed by it. Oldest first, in pages; `more` says whether another follows, which `after` asks for with the id of the last movement.',
    tag: 'receipts',
    params: Type.Object({ account: Name }),
    query: Type.Object({
      tenant: TenantId,
      from,
      until,
      after: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
    }),
    answer: SignedMovementPage,
    refusals: [404, 422, 429, 503],
  },
} satisfies ClosableTable;
