import type { Mandate } from '@platform/core/objects/mandate';
import type { Receipt } from '@platform/core/objects/receipt';
import { signHash } from '@platform/core/signed/signed';
import { draftOf } from '../../../core/test/verify/hostile/resign.ts';
import { at, CAST, type Plot, tell } from '../../../core/test/verify/story.ts';
import { enrol, type Party, party } from '../../../core/test/verify/story-keys.ts';
import { altered, castWith, type KitCase, type Refusal, seal, sealed, signed, told } from './case.ts';

type Route = NonNullable<Mandate['approval']['routes']>[number];
const ROUTE: Route = {
  approver_type: 'finance',
  approvers: ['badr'],
  wait_s: 3_600,
  notify: [],
  assurance: 'signature',
};
const routes = (...changes: readonly Partial<Route>[]): Partial<Plot> => ({
  mandate: { approval: { routes: changes.map((change) => ({ ...ROUTE, ...change })) } },
});
const FILE = enrol(party('approver_badr', 'approver', { person: 'badr' }), CAST.principal.signer);

const ROUTES: readonly KitCase[] = [
  told('approved by one person', {}, null),
  told('an approver whom the route names by kid', routes({ approvers: ['approver_badr.phone'] }), null),
  told('an approver whom no route names', routes({ approvers: ['carla'] }), [4, 'approver_not_listed']),
  told('an approval at the last moment', routes({ wait_s: 4 }), null),
  told('an approval at the end of the route’s time', routes({ wait_s: 3 }), [4, 'approval_too_late']),
  told('an approval later than the route allows', routes({ wait_s: 2 }), [4, 'approval_too_late']),
  told('an approval from before the proposal', { action: { proposed_at: at('09:00:03.001') } }, [
    4,
    'approval_too_late',
  ]),
  told('an approver who is the agent', { mandate: { agent: 'badr' } }, [4, 'approver_is_agent']),
  told('an approver whose name looks like the agent’s', { mandate: { agent: 'BADR' } }, [
    4,
    'approver_is_agent',
  ]),
  told('an agent with the name of the approver’s key', { mandate: { agent: 'approver_badr.laptop' } }, [
    4,
    'approver_is_agent',
  ]),
  told('a key file, and the route asks for hardware', castWith({ approver: FILE }), [4, 'assurance_not_met']),
  told(
    'a key file in time only for the hardware route',
    { ...castWith({ approver: FILE }), ...routes({ assurance: 'hardware' }, { wait_s: 1 }) },
    [4, 'approval_too_late'],
  ),
  told('an approval without a route', { mandate: { approval: {} } }, [4, 'approver_not_listed']),
  told('two people needed, and one approved', routes({ approvals_needed: 2, approvers: ['badr', 'dina'] }), [
    4,
    'approvals_too_few',
  ]),
  told(
    'an approver without a person’s name',
    castWith({
      approver: enrol(
        party('approver_x', 'approver', { alg: 'es256', hardware: true }),
        CAST.principal.signer,
      ),
    }),
    [4, 'approver_not_listed'],
  ),
  told(
    'a principal in an approver’s place',
    castWith({ approver: CAST.principal }),
    [4, 'role_not_allowed'],
    { keys: null },
  ),
  sealed(
    'the approval of another action',
    ({ signatures }) => {
      signatures.approver = signHash(CAST.approver.signer, 'ab'.repeat(32));
    },
    [4, 'signature_invalid'],
  ),
  sealed('the grant names another approver', ({ how }) => (how.grant.approved_by = 'approver_dina'), [
    4,
    'contradiction',
  ]),
  signed(
    'the approval left out',
    (draft) => {
      draft.signatures.approver = null;
    },
    [4, 'contradiction'],
  ),
  signed(
    'held, and approved by nobody',
    (draft) => {
      draft.signatures.approver = null;
      Object.assign(draft.how.grant, {
        approved_by: null,
        approved_at: null,
        outcome: 'allow',
        reason: 'ok',
      });
    },
    [5, 'approval_needed'],
  ),
  signed(
    'an approval without its time',
    ({ how }) => {
      how.grant.approved_at = null;
    },
    [4, 'missing'],
  ),
  altered(
    'an earlier approval without a last one',
    ({ signatures, how, what }) => {
      const { approver } = signatures;
      if (approver === null) return;
      how.earlier_approvals = [
        { action_hash: what.action_hash, approved_at: at('09:00:02.000'), signature: approver },
      ];
      signatures.approver = null;
    },
    [4, 'unexpected'],
  ),
];

const person = (name: string, facts = {}): Party =>
  enrol(
    party(`approver_${name}`, 'approver', {
      person: name,
      alg: 'es256',
      hardware: true,
      independent: true,
      ...facts,
    }),
    CAST.principal.signer,
  );
const DINA = person('dina');
const BADR_AGAIN = enrol(
  party('approver_badr.laptop', 'approver', { person: 'badr', alg: 'es256', hardware: true }),
  CAST.principal.signer,
);

interface Earlier {
  readonly by: Party;
  readonly at?: string;
  readonly route?: Partial<Route>;
  readonly hash?: string;
}

/** Badr approves last; others, or he, before. */
function several(name: string, earlier: readonly Earlier[], refused: Refusal | null): KitCase {
  const route = {
    approvers: ['badr', 'dina', 'emil'],
    approvals_needed: earlier.length + 1,
    assurance: 'hardware' as const,
    ...earlier[0]?.route,
  };
  const plot: Partial<Plot> = { ...routes(route), keys: earlier.map(({ by }) => by.key) };
  return {
    name,
    refused,
    make: () => {
      const draft = draftOf(tell(plot));
      draft.how.earlier_approvals = earlier.map(
        ({ by, at: when = at('09:00:02.000'), hash = draft.what.action_hash }) => ({
          action_hash: hash,
          approved_at: when,
          signature: signHash(by.signer, hash),
        }),
      );
      const receipt: Receipt = seal(draft);
      return { receipt, keys: { ...receipt.bundle.keys } };
    },
  };
}

const TOGETHER: readonly KitCase[] = [
  several('approved by two people', [{ by: DINA }], null),
  several('approved by three people', [{ by: DINA, at: at('09:00:01.000') }, { by: person('emil') }], null),
  several('approved by one person with two devices', [{ by: BADR_AGAIN }], [4, 'approver_already_approved']),
  several('approved by one person twice', [{ by: CAST.approver }], [4, 'approver_already_approved']),
  several(
    'approved by two people whose names look alike',
    [{ by: person('8adr'.replace('8', 'B')), route: { approvers: ['badr', 'Badr'] } }],
    [4, 'approver_already_approved'],
  ),
  several(
    'the earlier approval is of another action',
    [{ by: DINA, hash: 'ab'.repeat(32) }],
    [4, 'other_object'],
  ),
  several(
    'the earlier approval is too late',
    [{ by: DINA, at: at('10:00:00.000') }],
    [4, 'approval_too_late'],
  ),
  several('the earlier approver is not listed', [{ by: person('zoe') }], [4, 'approver_not_listed']),
  several(
    'the earlier approver has no hardware key',
    [{ by: enrol(party('approver_dina', 'approver', { person: 'dina' }), CAST.principal.signer) }],
    [4, 'assurance_not_met'],
  ),
  several(
    'the earlier approver was not enrolled',
    [{ by: party('approver_dina', 'approver', { person: 'dina', alg: 'es256', hardware: true }) }],
    [4, 'not_enrolled'],
  ),
  several(
    'two approvals, and three are needed',
    [{ by: DINA, route: { approvals_needed: 3 } }],
    [4, 'approvals_too_few'],
  ),
];

export const PEOPLE: readonly KitCase[] = [...ROUTES, ...TOGETHER];
