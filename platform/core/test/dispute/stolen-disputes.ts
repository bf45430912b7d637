import type { Dispute } from '../../src/objects/dispute.ts';
import type { KeySet } from '../../src/objects/key-entry.ts';
import type { Receipt } from '../../src/objects/receipt.ts';
import { at, CAST, tell } from '../verify/story.ts';
import { changed, newerStanding, PINNED, rejectionOf, revocationOf } from './made-files.ts';

const [ROUTE] = tell().who.contract.approval.routes ?? [];
const TWO_OF_TWO = ROUTE === undefined ? [] : [{ ...ROUTE, approvers: ['badr', 'eve'], approvals_needed: 2 }];
const MARKED = { ...CAST.approver.key, compromised_at: at('08:00:00.000') };

/** What a thief leaves out of a receipt that is otherwise good, signed by all services; and by which keys it is judged. */
export const OMISSIONS: Readonly<
  Record<string, readonly [receipt: Receipt, beside?: Partial<Dispute>, keys?: KeySet]>
> = {
  'an approval that was needed': [
    changed(tell(), ({ signatures, how }) => {
      signatures.approver = null;
      Object.assign(how.grant, { approved_by: null, approved_at: null });
    }),
  ],
  'the first of two approvals': [tell({ mandate: { approval: { routes: TWO_OF_TWO } } })],
  'a revocation, with a head that proves that there is none': [
    tell(),
    { kept: [revocationOf(tell(), at('08:00:00.000'))], standing: newerStanding(tell(), []) },
  ],
  'a rejection': [tell(), { kept: [rejectionOf(tell())] }],
  'the mark on the approver’s key': [tell(), {}, { ...PINNED, [MARKED.kid]: MARKED }],
};
