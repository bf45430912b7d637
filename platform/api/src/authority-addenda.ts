import { Addendum } from '@platform/core/objects/log';
import { ReceiptId } from '@platform/core/objects/primitives';
import { SignedSettled } from '@platform/core/objects/settled';
import { Type } from 'typebox';
import type { ClosableTable } from './route.ts';

/** Addenda to receipts (ADR 0034). */
export const ADDENDA = {
  listAddenda: {
    method: 'GET',
    path: '/receipts/:receipt_id/addenda',
    reads: 'receipt',
    areas: ['payments'],
    summary: 'What became later of what the receipt says',
    description:
      'Each with its place in the log, at the newest head, for `sanad-verify --addendum`. Empty while there is none.',
    tag: 'receipts',
    params: Type.Object({ receipt_id: ReceiptId }),
    answer: Type.Array(Addendum),
    refusals: [404],
  },
  recordSettled: {
    method: 'POST',
    path: '/addenda',
    summary: 'Record what became later of what a counterparty accepted',
    description:
      'Sent by the enforcement point, signed by the counterparty. A leaf of the log of its own; no receipt changes. Another one of the same state is answered with the first.',
    tag: 'receipts',
    body: SignedSettled,
    answer: Addendum,
    statuses: [200, 201],
    refusals: [403, 404, 409, 410, 413, 422],
    repeatable: () => true,
  },
} satisfies ClosableTable;
