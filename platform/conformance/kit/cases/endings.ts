import { nodeCrypto } from '@common/evidence/node';
import type { KeyEntry } from '@platform/core/objects/key-entry';
import type { Doubt, Settlement } from '@platform/core/objects/settlement';
import { type Signer, signObject } from '@platform/core/signed/signed';
import type { Draft } from '../../../core/test/verify/hostile/resign.ts';
import { at, CAST, keysOf, tell } from '../../../core/test/verify/story.ts';
import { enrol, party } from '../../../core/test/verify/story-keys.ts';
import { altered, type KitCase, type Refusal, signed, signedAgain, told } from './case.ts';

type Change = (draft: Draft) => void;
const EXPIRED = { outcome: 'expired' } as const;
const OTHER_DEPLOYMENT = `dp_${'9'.repeat(24)}`;
const EVE = enrol(
  party('principal_eve', 'principal', { person: 'eve' }),
  party('principal_eve', 'principal').signer,
);
const PHONE = enrol(
  party('principal_amal.phone', 'principal', { person: 'amal', tenants: ['tn_other'] }),
  CAST.principal.signer,
);
const KEYS: Readonly<Record<string, KeyEntry>> = {
  ...keysOf(CAST),
  [PHONE.key.kid]: PHONE.key,
  [EVE.key.kid]: EVE.key,
};

function rejected(
  name: string,
  change: Change,
  refused: Refusal | null,
  by: Signer = CAST.approver.signer,
  said: object = {},
): KitCase {
  return signed(
    name,
    (draft) => {
      const { decision, grant } = draft.how;
      Object.assign(decision, { outcome: 'denied', reason: 'approver_rejected', detail: 'Rejected by badr' });
      grant.expires_at = at('10:00:00.000');
      const rejection = {
        type: 'sanad/rejection/1',
        deployment: draft.deployment,
        grant_id: grant.grant_id,
        reason: 'Wrong amount',
        ...said,
      } as const;
      const { hash, signature } = signObject(nodeCrypto, by, rejection);
      draft.how.rejection = { rejected_at: decision.decided_at, rejection, rejection_hash: hash, signature };
      change(draft);
    },
    refused,
    { plot: EXPIRED },
  );
}
const nothing: Change = () => {};

const REJECTIONS: readonly KitCase[] = [
  rejected('rejected by an approver', nothing, null),
  rejected('rejected, without the rejection', ({ how }) => delete how.rejection, [5, 'missing']),
  rejected('rejected for another grant', nothing, [5, 'contradiction'], CAST.approver.signer, {
    grant_id: 'gr_other',
  }),
  rejected('rejected in another deployment', nothing, [5, 'deployment_mismatch'], CAST.approver.signer, {
    deployment: OTHER_DEPLOYMENT,
  }),
  rejected(
    'a rejection with other words than were signed',
    ({ how }) => Object.assign(how.rejection?.rejection ?? {}, { reason: 'Never mind' }),
    [5, 'hash_mismatch'],
  ),
  rejected(
    'rejected at another time',
    ({ how }) => Object.assign(how.rejection ?? {}, { rejected_at: at('08:59:59.000') }),
    [5, 'contradiction'],
  ),
  rejected(
    'rejected, and yet ended by time',
    ({ how }) => {
      Object.assign(how.decision, { outcome: 'expired', reason: 'grant_expired' });
      how.grant.expires_at = at('09:00:05.000');
    },
    [5, 'unexpected'],
  ),
  rejected('rejected by the authority', nothing, [5, 'role_not_allowed'], CAST.authority.signer),
  rejected('rejected by the principal', nothing, [5, 'role_not_allowed'], CAST.principal.signer),
  rejected(
    'rejected by an approver whom no route names',
    ({ who }) => {
      for (const route of who.contract.approval.routes ?? []) route.approvers = ['dina'];
    },
    [5, 'approver_not_listed'],
  ),
];

function cancelled(
  name: string,
  refused: Refusal | null,
  {
    said = {},
    by = CAST.principal.signer,
    change = nothing,
  }: { said?: object; by?: Signer; change?: Change } = {},
): KitCase {
  return signed(
    name,
    (draft) => {
      const { decision, grant } = draft.how;
      Object.assign(decision, { outcome: 'denied', reason: 'cancelled_by_principal' });
      grant.expires_at = at('10:00:00.000');
      const { deployment, grant_id, action_hash } = grant;
      const cancellation = {
        type: 'sanad/cancellation/1',
        deployment,
        grant_id,
        action_hash,
        reason: 'wrong',
        cancelled_at: at('09:00:02.000'),
        ...said,
      } as const;
      const { hash, signature } = signObject(nodeCrypto, by, cancellation);
      draft.how.cancellation = { cancellation, cancellation_hash: hash, signature };
      draft.bundle.keys = structuredClone({ ...KEYS });
      change(draft);
    },
    refused,
    { plot: EXPIRED, keys: KEYS },
  );
}

const CANCELLATIONS: readonly KitCase[] = [
  cancelled('cancelled by the principal', null),
  cancelled('cancelled, without the cancellation', [5, 'missing'], {
    change: ({ how }) => delete how.cancellation,
  }),
  cancelled('a cancellation of another grant', [5, 'contradiction'], { said: { grant_id: 'gr_other' } }),
  cancelled('a cancellation of another action', [5, 'other_object'], {
    said: { action_hash: 'ab'.repeat(32) },
  }),
  cancelled('a cancellation of another deployment', [5, 'deployment_mismatch'], {
    said: { deployment: OTHER_DEPLOYMENT },
  }),
  cancelled('a cancellation by another principal', [5, 'contradiction'], { by: EVE.signer }),
  cancelled('a cancellation by an approver', [5, 'role_not_allowed'], { by: CAST.approver.signer }),
  cancelled('a cancellation from before its key', [5, 'key_not_yet_valid'], {
    said: { cancelled_at: '2025-12-31T23:59:59.999Z' },
  }),
  cancelled('a cancellation with other words than were signed', [5, 'hash_mismatch'], {
    change: ({ how }) => Object.assign(how.cancellation?.cancellation ?? {}, { reason: 'x' }),
  }),
];

const SENT = at('09:00:04.500');
interface Settling {
  readonly choice?: Settlement['choice'];
  readonly doubt?: Partial<Doubt>;
  readonly doubtBy?: Signer;
  readonly answers?: string;
  readonly by?: Signer;
  readonly said?: Partial<Settlement>;
  readonly change?: Change;
}

function settled(name: string, refused: Refusal | null, settling: Settling = {}): KitCase {
  const { choice = 'count_as_done', by = CAST.principal.signer, said = {}, change = nothing } = settling;
  const done = choice === 'count_as_done';
  const make = () => ({
    keys: KEYS,
    receipt: signedAgain(tell(done ? {} : { outcome: 'refused' }), (draft) => {
      const { how } = draft;
      Object.assign(how, { counterparty_ack: null, counterparty_ack_hash: null });
      draft.signatures.counterparty = null;
      const { deployment, grant_id, action_hash } = how.grant;
      const about = { deployment, grant_id, action_hash };
      const doubt = {
        type: 'sanad/doubt/1',
        ...about,
        reason: 'no_answer',
        detail: '',
        sent_at: SENT,
        declared_at: at('09:00:05.000'),
        ...settling.doubt,
      } as const;
      const doubted = signObject(nodeCrypto, settling.doubtBy ?? CAST.pep.signer, doubt);
      how.doubt = { doubt, doubt_hash: doubted.hash, signature: doubted.signature };
      const settlement = {
        type: 'sanad/settlement/1',
        ...about,
        doubt_hash: settling.answers ?? doubted.hash,
        replaces_hash: null,
        choice,
        reason: 'seen in the list',
        settled_at: at('09:00:05.500'),
        ...said,
      } as const;
      const { hash, signature } = signObject(nodeCrypto, by, settlement);
      how.settlement = { settlement, settlement_hash: hash, signature };
      Object.assign(how.decision, { reason: 'settled_by_principal', settlement_hash: hash, sent_at: SENT });
      draft.bundle.keys = structuredClone({ ...KEYS });
      change(draft);
    }),
  });
  return { name, refused, make };
}

const SETTLEMENTS: readonly KitCase[] = [
  settled('counted as done by the principal', null),
  settled('counted as not done by the principal', null, { choice: 'count_as_not_done' }),
  settled('asked again, and counted as done', [5, 'outcome_mismatch'], { said: { choice: 'ask_again' } }),
  settled('counted as not done, and executed', [5, 'outcome_mismatch'], {
    said: { choice: 'count_as_not_done' },
  }),
  settled('counted as done, without the settlement', [5, 'missing'], {
    change: ({ how }) => delete how.settlement,
  }),
  settled('counted as done, without the doubt', [5, 'missing'], { change: ({ how }) => delete how.doubt }),
  settled('a settlement of another doubt', [5, 'other_object'], { answers: 'ab'.repeat(32) }),
  settled('a doubt that the authority signed', [5, 'role_not_allowed'], { doubtBy: CAST.authority.signer }),
  settled('a doubt about a call at another time', [5, 'contradiction'], {
    doubt: { sent_at: at('09:00:04.400') },
  }),
  settled('a doubt about another grant', [5, 'contradiction'], { doubt: { grant_id: 'gr_other' } }),
  settled('a doubt about another action', [5, 'other_object'], { doubt: { action_hash: '9'.repeat(64) } }),
  settled('a doubt of another deployment', [5, 'deployment_mismatch'], {
    doubt: { deployment: OTHER_DEPLOYMENT },
  }),
  settled('settled a minute before the doubt', null, { said: { settled_at: at('08:59:05.000') } }),
  settled('settled more than a minute before the doubt', [5, 'out_of_order'], {
    said: { settled_at: at('08:59:04.999') },
  }),
  settled('settled with a key for other tenants', [5, 'out_of_reach'], { by: PHONE.signer }),
  settled('settled by another principal', [5, 'contradiction'], { by: EVE.signer }),
  settled('settled by the enforcement point', [5, 'role_not_allowed'], { by: CAST.pep.signer }),
  settled('a settlement of another action', [5, 'other_object'], { said: { action_hash: '9'.repeat(64) } }),
  settled('a settlement of another deployment', [5, 'deployment_mismatch'], {
    said: { deployment: OTHER_DEPLOYMENT },
  }),
  settled('the decision names another settlement', [5, 'contradiction'], {
    change: ({ how }) => (how.decision.settlement_hash = 'ab'.repeat(32)),
  }),
  settled('a settlement, and the reason is ok', [5, 'unexpected'], {
    change: ({ how }) => (how.decision.reason = 'ok'),
  }),
  settled('a doubt without a settlement', [5, 'unexpected'], {
    change: ({ how }) => {
      delete how.settlement;
      delete how.decision.settlement_hash;
      how.decision.reason = 'ok';
    },
  }),
];

const OUTCOMES: readonly KitCase[] = [
  told('executed without an approval', { approved: false }, null),
  told(
    'executed without an approval, and the mandate has no routes',
    { approved: false, mandate: { approval: {} } },
    null,
  ),
  told('denied', { outcome: 'denied' }, null),
  told('refused by the counterparty', { outcome: 'refused' }, null),
  told('expired, because nobody approved', EXPIRED, null),
  told(
    'a denial that claims execution',
    { outcome: 'denied', decision: { executed_at: at('09:00:05.000') } },
    [5, 'contradiction'],
  ),
  told(
    'a denial for what the grant does not say',
    { ...EXPIRED, decision: { outcome: 'denied', reason: 'amount_over_limit' } },
    [5, 'outcome_mismatch'],
  ),
  told(
    'a denial for another reason than the grant’s',
    { outcome: 'denied', decision: { reason: 'daily_limit_exceeded' } },
    [5, 'outcome_mismatch'],
  ),
  told('done for a reason to refuse it', { decision: { reason: 'counterparty_refused' } }, [
    5,
    'outcome_mismatch',
  ]),
  told('refused because all was well', { outcome: 'refused', decision: { reason: 'ok' } }, [
    5,
    'outcome_mismatch',
  ]),
  told('expired for another reason than time', { ...EXPIRED, decision: { reason: 'counterparty_unknown' } }, [
    5,
    'outcome_mismatch',
  ]),
  told(
    'expired a minute before the grant’s end',
    { ...EXPIRED, grant: { expires_at: at('09:01:06.000') } },
    null,
  ),
  told(
    'expired more than a minute before the grant’s end',
    { ...EXPIRED, grant: { expires_at: at('09:01:06.001') } },
    [5, 'outcome_mismatch'],
  ),
  told('redeemed more than a minute after the grant’s end', { grant: { expires_at: at('08:59:03.999') } }, [
    5,
    'grant_expired',
  ]),
  told('executed under a denied grant', { approved: false, grant: { outcome: 'deny' } }, [
    5,
    'outcome_mismatch',
  ]),
  told('executed under a held grant', { approved: false, grant: { outcome: 'hold' } }, [
    5,
    'outcome_mismatch',
  ]),
  told(
    'denied because the mandate was revoked, without the revocation',
    { ...EXPIRED, decision: { outcome: 'denied', reason: 'contract_revoked' } },
    [9, 'missing'],
  ),
  told('the grant is of another action', { grant: { action_hash: 'cd'.repeat(32) } }, [5, 'other_object']),
  told('the grant is of another mandate', { grant: { contract_hash: 'cd'.repeat(32) } }, [5, 'other_object']),
  told('the grant is under another profile', { grant: { profile_hash: 'cd'.repeat(32) } }, [
    3,
    'other_object',
  ]),
  told('the grant is of another tenant', { grant: { tenant: 'tn_other' } }, [5, 'contradiction']),
  told('the decision is on another grant', { decision: { grant_hash: 'cd'.repeat(32) } }, [
    5,
    'other_object',
  ]),
  told('the decision is on another action', { decision: { action_hash: 'cd'.repeat(32) } }, [
    5,
    'other_object',
  ]),
  told('the decision is under another mandate', { decision: { contract_hash: 'cd'.repeat(32) } }, [
    5,
    'other_object',
  ]),
  told('the decision names another policy', { decision: { policy_version: 'treasury.v1@9.9.9' } }, [
    5,
    'contradiction',
  ]),
  told('the grant is of another deployment', { grant: { deployment: OTHER_DEPLOYMENT } }, [
    5,
    'deployment_mismatch',
  ]),
  told('the decision is of another deployment', { decision: { deployment: OTHER_DEPLOYMENT } }, [
    5,
    'deployment_mismatch',
  ]),
  told('the authority says that it was executed', { cast: { ...CAST, pep: CAST.authority } }, [
    5,
    'contradiction',
  ]),
  told(
    'the grant was issued a minute before the proposal',
    { grant: { issued_at: at('08:59:00.000') } },
    null,
  ),
  told(
    'the grant was issued more than a minute before the proposal',
    { grant: { issued_at: at('08:58:59.999') } },
    [5, 'out_of_order'],
  ),
  told(
    'allowed at once, more than a minute after the proposal',
    { approved: false, grant: { issued_at: at('09:01:00.001') } },
    [5, 'grant_term'],
  ),
  told(
    'the grant lasts a millisecond longer than the mandate allows',
    { grant: { expires_at: at('09:10:03.001') } },
    [5, 'grant_term'],
  ),
  told('the grant lasts as long as the mandate allows', { grant: { expires_at: at('09:10:03.000') } }, null),
  told(
    'the grant lasts longer than the mandate',
    { mandate: { valid_to: at('09:05:00.000') }, checkedAt: at('09:00:07.000') },
    [5, 'grant_term'],
  ),
  altered('the words of a decision', ({ how }) => (how.decision.detail = 'as agreed'), [5, 'hash_mismatch']),
];

export const ENDINGS: readonly KitCase[] = [...OUTCOMES, ...REJECTIONS, ...CANCELLATIONS, ...SETTLEMENTS];
