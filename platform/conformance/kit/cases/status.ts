import { formatInstant, requiredMs } from '@common/base/instant';
import { nodeCrypto } from '@common/evidence/node';
import { signObject } from '@platform/core/signed/signed';
import type { Draft } from '../../../core/test/verify/hostile/resign.ts';
import { at, CAST } from '../../../core/test/verify/story.ts';
import { enrol, party } from '../../../core/test/verify/story-keys.ts';
import { altered, type KitCase, type Refusal, sealed, signed, told } from './case.ts';

const REVOKED: Refusal = [9, 'revoked'];
const LATE: Refusal = [9, 'sent_late'];
const AFTER = at('09:00:06.000');

const revokedWith = (name: string, change: (draft: Draft) => void, refused: Refusal): KitCase =>
  sealed(name, change, refused, { plot: { revokedAt: AFTER } });
const EVE = enrol(
  party('principal_eve', 'principal', { person: 'eve' }),
  party('principal_eve', 'principal').signer,
);

const REVOCATIONS: readonly KitCase[] = [
  told('revoked a millisecond after the grant was spent', { revokedAt: at('09:00:04.001') }, null),
  told('revoked at the instant at which the grant was spent', { revokedAt: at('09:00:04.000') }, REVOKED),
  told('revoked before, and denied', { revokedAt: at('08:00:00.000'), outcome: 'denied' }, null),
  told(
    'revoked by a principal whose clock is years behind, and denied',
    { revokedAt: '2020-01-01T00:00:00Z', outcome: 'denied' },
    null,
  ),
  revokedWith('the status revoked, without a revocation', ({ status }) => (status.revocation = null), [
    9,
    'status_mismatch',
  ]),
  revokedWith('the status active, with a revocation', ({ status }) => (status.contract = 'active'), [
    9,
    'status_mismatch',
  ]),
  revokedWith(
    'a revocation of another mandate',
    ({ status }) => {
      if (status.revocation !== null) status.revocation.revocation.contract_id = 'ic_other';
    },
    [9, 'contradiction'],
  ),
  revokedWith(
    'a revocation with other words than were signed',
    ({ status }) => {
      if (status.revocation !== null) status.revocation.revocation.reason = 'x';
    },
    [9, 'hash_mismatch'],
  ),
  revokedWith('a revocation by the authority', (draft) => revokedBy(draft, CAST.authority.signer), [
    9,
    'role_not_allowed',
  ]),
  revokedWith(
    'a revocation of another version of the mandate',
    (draft) => revokedBy(draft, CAST.principal.signer, { contract_hash: 'ab'.repeat(32) }),
    [9, 'other_object'],
  ),
  revokedWith(
    'a revocation of another deployment',
    (draft) => revokedBy(draft, CAST.principal.signer, { deployment: `dp_${'f'.repeat(24)}` }),
    [9, 'deployment_mismatch'],
  ),
  sealed('a revocation by another principal', (draft) => revokedBy(draft, EVE.signer), [9, 'contradiction'], {
    plot: { revokedAt: AFTER, keys: [EVE.key] },
  }),
  sealed('recorded, without a revocation', ({ status }) => (status.revocation_recorded_at = AFTER), [
    9,
    'unexpected',
  ]),
  sealed(
    'a cancellation recorded, and none there',
    ({ status }) => (status.cancellation_recorded_at = AFTER),
    [9, 'unexpected'],
  ),
  sealed('the status expired, before the mandate’s end', ({ status }) => (status.contract = 'expired'), [
    9,
    'status_mismatch',
  ]),
  sealed(
    'the status active, at the mandate’s end',
    ({ status }) => (status.checked_at = '2026-07-01T00:00:00.000Z'),
    [9, 'status_mismatch'],
  ),
  told('the status checked long before the grant was spent', { checkedAt: at('08:30:00.000') }, [
    9,
    'out_of_order',
  ]),
  told('the status checked a minute before the grant was spent', { checkedAt: at('08:59:04.000') }, null),
  sealed(
    'the status checked long after the receipt was made',
    ({ status }) => (status.checked_at = at('09:01:08.001')),
    [9, 'out_of_order'],
  ),
];

function revokedBy(draft: Draft, signer: Parameters<typeof signObject>[1], said: object = {}): void {
  const { revocation } = draft.status;
  if (revocation === null) return;
  Object.assign(revocation.revocation, said);
  const { hash, signature } = signObject(nodeCrypto, signer, revocation.revocation);
  Object.assign(revocation, { revocation_hash: hash, signature });
}

const asOf = (name: string, instant: string, refused: Refusal | null, plot = {}): KitCase =>
  told(name, plot, refused, { asOf: instant });
const AS_OF: readonly KitCase[] = [
  asOf('as of a millisecond before the revocation', at('09:00:05.999'), null, { revokedAt: AFTER }),
  asOf('as of the revocation', AFTER, REVOKED, { revokedAt: AFTER }),
  asOf('as of before the revocation, and used after it', at('09:00:02.000'), REVOKED, {
    revokedAt: at('09:00:03.000'),
  }),
  asOf('as of before the use', at('08:00:00.000'), null),
  asOf('as of the check of the status', at('09:00:07.000'), null),
  asOf('as of a millisecond after the check of the status', at('09:00:07.001'), null),
  asOf('as of an instant with an offset', '2026-06-01T12:00:07+03:00', null),
  asOf('as of no instant', 'yesterday', [9, 'instant_malformed']),
];

const RECORDED = at('08:59:05.000');
const LOST = at('09:00:04.000');
type Recording = (draft: Draft, recorded: string) => void;

const recordedRevocation: Recording = (draft, recorded) => {
  const { deployment, contract_hash } = draft.how.grant;
  const revocation = {
    type: 'sanad/revocation/1',
    deployment,
    contract_id: draft.who.contract.contract_id,
    contract_hash,
    revoked_at: LOST,
    reason: '',
  } as const;
  const { hash, signature } = signObject(nodeCrypto, CAST.principal.signer, revocation);
  Object.assign(draft.status, {
    contract: 'revoked',
    revocation: { revocation, revocation_hash: hash, signature },
    revocation_recorded_at: recorded,
  });
};
const recordedCancellation: Recording = ({ how, status }, recorded) => {
  const { deployment, grant_id, action_hash } = how.grant;
  const cancellation = {
    type: 'sanad/cancellation/1',
    deployment,
    grant_id,
    action_hash,
    reason: 'wrong',
    cancelled_at: LOST,
  } as const;
  const { hash, signature } = signObject(nodeCrypto, CAST.principal.signer, cancellation);
  how.cancellation = { cancellation, cancellation_hash: hash, signature };
  status.cancellation_recorded_at = recorded;
};
const recordedMark =
  ({ kid, fingerprint }: { readonly kid: string; readonly fingerprint: string }): Recording =>
  ({ status, bundle }, recorded) => {
    const key = bundle.keys[kid];
    if (key !== undefined) key.compromised_at = LOST;
    status.marks = [{ kid, fingerprint, recorded_at: recorded }];
  };

const ENDS = {
  'the revocation': [recordedRevocation, 0],
  'the cancellation': [recordedCancellation, 0],
  'a mark on the principal’s key': [recordedMark(CAST.principal.key), 1_000],
  'a mark on the approver’s key': [recordedMark(CAST.approver.key), 1_000],
} as const;

const later = (instant: string, ms: number): string => formatInstant(requiredMs(instant) + ms);

function sent({ how: { decision } }: Draft, sentAt: string, askedAt: string | null): void {
  decision.sent_at = sentAt;
  if (askedAt !== null) decision.lease = { asked_at: askedAt, send_within_ms: 2_000 };
}

const RACES: readonly KitCase[] = Object.entries(ENDS).flatMap(([what, [record, takesMs]]) => {
  const race = (
    name: string,
    recorded: string,
    asked: string | null,
    sentAt: string,
    refused: Refusal | null,
  ): KitCase =>
    signed(
      `${what}: ${name}`,
      (draft) => {
        record(draft, recorded);
        sent(draft, sentAt, asked);
        draft.how.decision.decided_at = at('09:00:16.500');
      },
      refused,
    );
  const limit = 60_000 + takesMs;
  return [
    race('sent before it was recorded', at('09:00:05.000'), at('09:00:04.500'), at('09:00:05.000'), null),
    race(
      'sent after, under a lease from before',
      at('09:00:04.500'),
      at('09:00:04.500'),
      at('09:00:06.000'),
      null,
    ),
    race(
      'a lease asked for as late as clocks may differ',
      RECORDED,
      later(RECORDED, limit),
      later(RECORDED, limit + 1_999),
      null,
    ),
    race(
      'a lease asked for a millisecond later',
      RECORDED,
      later(RECORDED, limit + 1),
      later(RECORDED, limit + 2_000),
      LATE,
    ),
    race(
      'no lease, and as late as one may be believed',
      RECORDED,
      null,
      later(RECORDED, limit + 10_000),
      null,
    ),
    race('no lease, and a millisecond later', RECORDED, null, later(RECORDED, limit + 10_001), LATE),
  ];
});

const leased = (
  name: string,
  asked: string,
  sentAt: string,
  refused: Refusal | null,
  more: (draft: Draft) => void = () => {},
): KitCase =>
  signed(
    name,
    (draft) => {
      sent(draft, at(sentAt), at(asked));
      more(draft);
    },
    refused,
  );
const LEASES: readonly KitCase[] = [
  leased('sent at the moment of asking', '09:00:04.000', '09:00:04.000', null),
  leased('sent in the last millisecond of its lease', '09:00:04.000', '09:00:05.999', null),
  leased('sent at the end of its lease', '09:00:04.000', '09:00:06.000', [9, 'lease_mismatch']),
  leased('sent before its lease was asked for', '09:00:04.000', '09:00:03.999', [9, 'lease_mismatch']),
  leased(
    'a lease a minute longer than the grant',
    '09:00:04.500',
    '09:00:06.000',
    null,
    ({ how }) => (how.grant.expires_at = at('08:59:06.500')),
  ),
  leased(
    'a lease more than a minute longer than the grant',
    '09:00:04.500',
    '09:00:06.000',
    LATE,
    ({ how }) => (how.grant.expires_at = at('08:59:06.499')),
  ),
  signed(
    'a lease without a call',
    ({ how }) => (how.decision.lease = { asked_at: at('09:00:04.000'), send_within_ms: 2_000 }),
    [9, 'missing'],
  ),
  signed(
    'sent long before the grant was redeemed',
    ({ how }) => (how.decision.sent_at = at('08:59:03.999')),
    [9, 'out_of_order'],
  ),
  signed('sent long after the decision', ({ how }) => (how.decision.sent_at = at('09:01:06.001')), [
    9,
    'out_of_order',
  ]),
  signed(
    'sent at an instant that does not exist',
    ({ how }) => (how.decision.sent_at = '2026-02-30T09:00:04.500Z'),
    [9, 'instant_malformed'],
  ),
  signed(
    'a mark on a key that is not marked',
    ({ status }) => {
      const { kid, fingerprint } = CAST.approver.key;
      status.marks = [{ kid, fingerprint, recorded_at: RECORDED }];
    },
    [9, 'status_mismatch'],
  ),
  signed(
    'a mark on a key that is not there',
    ({ status }) => {
      status.marks = [
        { kid: 'approver_badr.phone', fingerprint: `sha256:${'ab'.repeat(32)}`, recorded_at: RECORDED },
      ];
    },
    [9, 'status_mismatch'],
  ),
  signed(
    'a mark recorded more than a minute before the theft',
    (draft) => {
      recordedMark(CAST.approver.key)(draft, at('08:59:03.999'));
      sent(draft, at('09:00:04.000'), at('09:00:03.500'));
    },
    [9, 'out_of_order'],
  ),
  signed(
    'a mark on a key that signed nothing here',
    (draft) => {
      recordedMark(CAST.approver.key)(draft, at('08:58:00.000'));
      sent(draft, at('09:00:05.000'), at('09:00:04.500'));
      const key = draft.bundle.keys[CAST.approver.key.kid];
      if (key !== undefined) key.compromised_at = at('08:58:30.000');
    },
    null,
    { plot: { approved: false, mandate: { approval: {} } } },
  ),
];

const TIMES: readonly KitCase[] = [
  told('decided a minute before it was executed', { decision: { decided_at: at('08:59:05.500') } }, null),
  told(
    'decided more than a minute before it was executed',
    { decision: { decided_at: at('08:59:05.499') } },
    [2, 'out_of_order'],
  ),
  told(
    'executed more than a minute before it was redeemed',
    { decision: { executed_at: at('08:59:03.999') } },
    [2, 'out_of_order'],
  ),
  altered('assembled on another day', ({ when }) => (when.assembled_at = '2026-05-31T09:00:08.000Z'), [
    2,
    'out_of_order',
  ]),
];

export const STATUS: readonly KitCase[] = [...REVOCATIONS, ...AS_OF, ...RACES, ...LEASES, ...TIMES];
