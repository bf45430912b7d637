import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import { addEnding, checkedKeys, NOTHING_ENDED } from '@platform/core/log/standing/endings';
import { type MapNode, proveInMap } from '@platform/core/log/standing/sparse-map';
import type { Receipt } from '@platform/core/objects/receipt';
import type { Endable, Ending, StandingHead } from '@platform/core/objects/standing';
import { reliedOn } from '@platform/core/receipt/relied-on';
import { signHash } from '@platform/core/signed/signed';
import { type Draft, draftOf } from '../../../core/test/verify/hostile/resign.ts';
import { at, CAST, type Plot, tell } from '../../../core/test/verify/story.ts';
import { enrol, type Party } from '../../../core/test/verify/story-keys.ts';
import { altered, documentOf, flipped, type KitCase, PINNED, type Refusal, signed, told } from './case.ts';

const NOT_PROVEN: Refusal = [8, 'inclusion_not_proven'];

/** Changes the place in the log, whose head the authority signs again. */
function placed(
  name: string,
  change: (log: NonNullable<Draft['status']['log']>, draft: Draft) => void,
  refused: Refusal | null,
  plot: Partial<Plot> = {},
): KitCase {
  return altered(
    name,
    (draft) => {
      const { log } = draft.status;
      if (log === null) return;
      change(log, draft);
      signHead(draft);
    },
    refused,
    { plot },
  );
}

function signHead({ status: { log }, bundle }: Draft): void {
  if (log !== null)
    bundle.log_root_signature = signHash(CAST.authority.signer, hashOf(nodeCrypto, log.tree_head));
}

const PLACES: readonly KitCase[] = [
  told('the only leaf of its log', { logSize: 0 }, null),
  told('the last but two of a log of 8', { logSize: 5 }, null),
  told('in a log of 131', { logSize: 128 }, null),
  told('in a log of 1,002', { logSize: 999 }, null),
  placed('another index', (log) => (log.leaf_index -= 1), NOT_PROVEN),
  placed('an index beyond the tree', (log) => (log.leaf_index = 8), NOT_PROVEN),
  placed('another size', (log) => (log.tree_head.tree_size += 1), NOT_PROVEN),
  placed('another root', (log) => (log.tree_head.root_hash = flipped(log.tree_head.root_hash)), NOT_PROVEN),
  placed('a proof with a hash too many', (log) => log.inclusion_proof.push('ab'.repeat(32)), NOT_PROVEN),
  placed('a proof with a hash too few', (log) => log.inclusion_proof.pop(), NOT_PROVEN),
  placed('a proof in the other order', (log) => log.inclusion_proof.reverse(), NOT_PROVEN),
  placed('the only leaf, with a proof', (log) => log.inclusion_proof.push('ab'.repeat(32)), NOT_PROVEN, {
    logSize: 0,
  }),
  placed('an empty tree', (log) => Object.assign(log.tree_head, { tree_size: 0 }), NOT_PROVEN),
  placed(
    'the root in place of the leaf',
    (log) => {
      Object.assign(log, { leaf_index: 0, inclusion_proof: [] });
      log.tree_head.tree_size = 1;
    },
    NOT_PROVEN,
  ),
  placed('a head of another deployment', (log) => (log.tree_head.deployment = `dp_${'f'.repeat(24)}`), [
    8,
    'deployment_mismatch',
  ]),
  placed(
    'a head from a minute before the receipt',
    (log) => (log.tree_head.timestamp = at('08:59:08.000')),
    null,
  ),
  placed(
    'a head from more than a minute before the receipt',
    (log) => (log.tree_head.timestamp = at('08:59:07.999')),
    [8, 'out_of_order'],
  ),
  placed(
    'heads of directories that decided nothing',
    (log) => (log.heads = { beneficiaries: { leaf_index: 0, inclusion_proof: [] } }),
    [8, 'unexpected'],
  ),
  altered(
    'a head signed with the key of the service',
    ({ bundle, status }) => {
      if (status.log !== null)
        bundle.log_root_signature = signHash(CAST.service.signer, hashOf(nodeCrypto, status.log.tree_head));
    },
    [8, 'role_not_allowed'],
  ),
  placed('another log’s name, which is signed', (log) => (log.tree_head.log_id = 'another-log'), null),
];

const FIRST = () => tell();
const chained = (
  name: string,
  previous: () => Receipt,
  refused: Refusal | null,
  plot: Partial<Plot> = { previous: FIRST() },
): KitCase => ({
  name,
  refused,
  make: () => ({ receipt: tell(plot), previous: previous(), keys: PINNED }),
});
const CHAIN: readonly KitCase[] = [
  told('the second of its chain, without the first', { previous: FIRST() }, null),
  chained('the second of its chain, with the first', FIRST, null),
  chained('with itself as the one before', () => tell({ previous: FIRST() }), [7, 'chain_broken']),
  chained('with another receipt as the one before', () => tell({ mandate: { agent: 'agent-8' } }), [
    7,
    'chain_broken',
  ]),
  chained(
    'with a receipt of another tenant as the one before',
    () => tell({ mandate: { tenant: 'tn_other' } }),
    [7, 'contradiction'],
  ),
  chained(
    'with an altered receipt as the one before',
    () => ({ ...FIRST(), when: { ...FIRST().when, assembled_at: at('09:30:00.000') } }),
    [7, 'hash_mismatch'],
  ),
  chained('the first, with another before it', () => tell({ previous: FIRST() }), [7, 'chain_broken'], {}),
  altered('number 1 without one before it', ({ bundle }) => (bundle.sequence = 1), [7, 'chain_broken']),
];

interface Standing {
  readonly ended?: readonly Ending[];
  /** Others that ended, whom the receipt does not stand on. */
  readonly others?: number;
}

const ending = (kind: Ending['kind'], id: string, ended_at = at('08:00:00.000')): Ending => ({
  kind,
  id,
  ended_at,
  by: 'cd'.repeat(32),
});

/** The map of what ended, and the receipt’s proof in it. */
function standingOf(things: readonly Endable[], { ended = [], others = 20 }: Standing) {
  let head: StandingHead = NOTHING_ENDED;
  const nodes = new Map<string, MapNode>();
  const all = [...Array.from({ length: others }, (_, index) => ending('mandate', `ic_${index}`)), ...ended];
  for (const one of all) {
    const added = addEnding(nodeCrypto, nodes, head, one);
    for (const [hash, node] of added.nodes) nodes.set(hash, node);
    head = added.head;
  }
  const proof = proveInMap(nodes, head.root_hash, checkedKeys(nodeCrypto, things));
  return { head, standing: { proof, ...(ended.length === 0 ? {} : { ended: [...ended] }) } };
}

type Proof = ReturnType<typeof standingOf>;
function standing(
  name: string,
  made: Standing | ((draft: Draft) => Standing),
  refused: Refusal | null,
  change: (proof: Proof, draft: Draft) => void = () => {},
): KitCase {
  return placed(
    name,
    (log, draft) => {
      const proof = standingOf(reliedOn(draft as never), typeof made === 'function' ? made(draft) : made);
      change(proof, draft);
      log.tree_head.standing = proof.head;
      log.standing = proof.standing;
    },
    refused,
  );
}
const UNPROVEN: Refusal = [9, 'standing_not_proven'];
const ENDED: Refusal = [9, 'ended_before_sent'];
const MANDATE = 'ic_0123456789abcdef01234567';
const later = (time: string) => ({ ended: [ending('mandate', MANDATE, at(time))] });

const STANDING: readonly KitCase[] = [
  standing('nothing at all had ended', { others: 0 }, null),
  standing('one other thing had ended', { others: 1 }, null),
  standing('twenty other things had ended', {}, null),
  standing('five hundred other things had ended', { others: 500 }, null),
  standing('the mandate ended long after the call', later('09:00:08.000'), null),
  standing('the mandate ended as long before the call as clocks may differ', later('08:58:53.000'), null),
  standing('the mandate ended a millisecond earlier', later('08:58:52.999'), ENDED),
  standing(
    'the version of the profile had ended',
    ({ why }) => ({ ended: [ending('profile', why.profile_hash)] }),
    ENDED,
  ),
  standing(
    'the key of the approver had been stolen',
    { ended: [ending('key', CAST.approver.key.fingerprint)] },
    ENDED,
  ),
  standing(
    'the enrolment of the approver had ended',
    { ended: [ending('enrolment', CAST.approver.key.fingerprint)] },
    ENDED,
  ),
  standing(
    'two things had ended',
    {
      ended: [
        ending('mandate', MANDATE, at('09:00:08.000')),
        ending('enrolment', CAST.approver.key.fingerprint),
      ],
    },
    ENDED,
  ),
  standing(
    'an ending that is not told',
    later('08:00:00.000'),
    UNPROVEN,
    ({ standing: shown }) => delete shown.ended,
  ),
  standing(
    'an ending that is told, and is not in the map',
    {},
    UNPROVEN,
    ({ standing: shown }) => (shown.ended = [ending('mandate', MANDATE)]),
  ),
  standing(
    'an ending at another time than the map’s',
    later('08:00:00.000'),
    UNPROVEN,
    ({ standing: shown }) => (shown.ended = [ending('mandate', MANDATE, at('09:00:08.000'))]),
  ),
  standing('an ending told twice', later('09:00:08.000'), UNPROVEN, ({ standing: shown }) =>
    shown.ended?.push(ending('mandate', MANDATE, at('09:00:08.000'))),
  ),
  standing(
    'the ending of what was not asked about',
    { ended: [] },
    UNPROVEN,
    ({ standing: shown }) => (shown.ended = [ending('mandate', 'ic_1')]),
  ),
  standing('a proof without its last part', {}, UNPROVEN, ({ standing: { proof } }) => proof.pop()),
  standing('a proof with a part too many', {}, UNPROVEN, ({ standing: { proof } }) => proof.push('-')),
  standing(
    'a proof of another map',
    {},
    UNPROVEN,
    ({ standing: shown }) =>
      (shown.proof = standingOf([{ kind: 'mandate', id: MANDATE }], { others: 3 }).standing.proof),
  ),
  standing('a proof that all is empty', {}, UNPROVEN, ({ standing: shown }) => (shown.proof = ['-'])),
  standing('a proof that nothing ended, at a root that says so', {}, null, (proof) => {
    proof.head = NOTHING_ENDED;
    proof.standing.proof = ['-'];
  }),
  standing(
    'a proof for other things',
    {},
    UNPROVEN,
    ({ standing: shown }) =>
      (shown.proof = standingOf([{ kind: 'mandate', id: MANDATE }], {}).standing.proof),
  ),
  standing(
    'a leaf that is hidden behind its hash',
    later('08:00:00.000'),
    UNPROVEN,
    ({ standing: shown }) => {
      const at_ = shown.proof.findIndex((part) => part.length === 128);
      shown.proof[at_] = 'ab'.repeat(32);
      delete shown.ended;
    },
  ),
  standing(
    'an empty subtree beside a leaf',
    { others: 1 },
    UNPROVEN,
    ({ standing: shown }) => (shown.proof = ['/', ...shown.proof, '-']),
  ),
  placed('a proof of standing, and a head without', (log) => (log.standing = { proof: ['-'] }), UNPROVEN),
  placed('a head with standing, and no proof', (log) => (log.tree_head.standing = NOTHING_ENDED), null),
  altered(
    'the standing of a head, changed after signing',
    (draft) => {
      const { log } = draft.status;
      if (log === null) return;
      log.tree_head.standing = { size: 1, root_hash: 'ab'.repeat(32) };
    },
    [8, 'signature_invalid'],
  ),
];

/** A receipt that tells of an end itself, and the end that its own head of the log has. */
function ended(
  name: string,
  tells: (draft: Draft) => void,
  head: (draft: Draft) => Ending,
  refused: Refusal | null,
  plot: Partial<Plot> = {},
): KitCase {
  const made = signed(name, tells, refused, { plot });
  return {
    ...made,
    make: () => {
      const given = made.make();
      const draft = draftOf(given.receipt as Receipt);
      const { log } = draft.status;
      if (log === null) throw new Error('the receipt is not in a log');
      const proof = standingOf(reliedOn(draft as never), { ended: [head(draft)] });
      Object.assign(log, { standing: proof.standing });
      Object.assign(log.tree_head, { standing: proof.head });
      signHead(draft);
      return { ...given, receipt: documentOf(draft) };
    },
  };
}

const EARLY = at('08:00:00.000');
/** Then the approver’s key signs nothing. */
const UNAPPROVED: Partial<Plot> = { approved: false, mandate: { approval: {} } };
const byHash = (draft: Draft) => draft.status.revocation?.revocation_hash ?? '';
const endOfMandate = (ended_at: string) => (draft: Draft) => ({
  ...ending('mandate', MANDATE, ended_at),
  by: byHash(draft),
});
const recordedAt = (instant: string) => (draft: Draft) => {
  draft.status.revocation_recorded_at = instant;
};
const stolen =
  ({ key: { kid, fingerprint } }: Party, since: string, recorded?: string) =>
  ({ bundle, status }: Draft) => {
    const key = bundle.keys[kid];
    if (key !== undefined) key.compromised_at = since;
    if (recorded !== undefined) status.marks = [{ kid, fingerprint, recorded_at: recorded }];
  };
const endOfKey =
  ({ key }: Party, ended_at: string) =>
  () =>
    ending('key', key.fingerprint, ended_at);
/** An approver whose enrolment says when it ends. */
const UNTIL = enrol(
  { ...CAST.approver, key: { ...CAST.approver.key, not_after: at('09:30:00.000') } },
  CAST.principal.signer,
);
const endOfEnrolment = (by: string) => () => ({ ...ending('enrolment', UNTIL.key.fingerprint), by });

const TOLD: readonly KitCase[] = [
  ended(
    'the revocation, recorded when the receipt says',
    recordedAt(at('09:00:06.000')),
    endOfMandate(at('09:00:06.000')),
    null,
    { revokedAt: at('09:00:06.000') },
  ),
  ended(
    'the revocation, recorded earlier than the receipt says',
    recordedAt(at('09:00:06.000')),
    endOfMandate(EARLY),
    ENDED,
    { revokedAt: at('09:00:06.000') },
  ),
  ended(
    'the mark on the approver’s key, recorded when the receipt says',
    stolen(CAST.approver, at('09:00:04.000'), at('09:00:05.000')),
    endOfKey(CAST.approver, at('09:00:05.000')),
    null,
  ),
  ended(
    'the mark on the approver’s key, recorded earlier than the receipt says',
    stolen(CAST.approver, at('09:00:04.000'), at('09:00:05.000')),
    endOfKey(CAST.approver, EARLY),
    ENDED,
  ),
  ended(
    'the mark on the approver’s key, of which the receipt does not say when it was recorded',
    (draft) => {
      stolen(CAST.approver, at('09:00:04.000'))(draft);
      const lease = { asked_at: at('09:01:06.000'), send_within_ms: 2_000 };
      Object.assign(draft.how.decision, { lease, sent_at: lease.asked_at, decided_at: lease.asked_at });
    },
    endOfKey(CAST.approver, at('09:00:04.000')),
    ENDED,
  ),
  ended(
    'a key that signed nothing here, stolen before its mark was recorded',
    stolen(CAST.approver, EARLY),
    endOfKey(CAST.approver, EARLY),
    null,
    UNAPPROVED,
  ),
  ended(
    'a key that signed nothing here, stolen only after its mark was recorded',
    stolen(CAST.approver, at('08:00:00.001')),
    endOfKey(CAST.approver, EARLY),
    ENDED,
    UNAPPROVED,
  ),
  ended(
    'the enrolment that the receipt has, recorded before its end',
    () => {},
    endOfEnrolment(UNTIL.key.enrolment?.enrolment_hash ?? ''),
    null,
    { cast: { ...CAST, approver: UNTIL } },
  ),
  ended(
    'the enrolment, ended by another than the receipt has',
    () => {},
    endOfEnrolment('cd'.repeat(32)),
    ENDED,
    { cast: { ...CAST, approver: UNTIL } },
  ),
];

export const LOG: readonly KitCase[] = [...PLACES, ...CHAIN, ...STANDING, ...TOLD];
