import { unwrap } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import {
  applyEntry,
  type DirectoryState,
  emptyDirectory,
  nextEntry,
  proveEntry,
} from '../../src/directory/state.ts';
import type { DisputeAnswer } from '../../src/dispute/judge-dispute.ts';
import type { Found } from '../../src/dispute/row.ts';
import type { EntryProof } from '../../src/objects/directory.ts';
import type { Dispute } from '../../src/objects/dispute.ts';
import type { Profile, ProfileDraft } from '../../src/objects/profile.ts';
import type { Ending } from '../../src/objects/standing.ts';
import { signObject } from '../../src/signed/signed.ts';
import { pluginPath, readJson } from '../verify/shared-vectors.ts';
import { at, CAST, type Plot, tell } from '../verify/story.ts';
import { DEPLOYMENT } from '../verify/story-keys.ts';
import {
  ackOf,
  cancellationOf,
  changed,
  EVE,
  endOf,
  fileAbout,
  listOf,
  newerStanding,
  rejectionOf,
  revocationOf,
  SHOP,
  settled,
} from './made-files.ts';

/** A dispute, what it comes to, and what decides it. */
type MadeDispute = readonly [file: Dispute, answer: DisputeAnswer, decided: Found['code'] | null];

const SMALL: Partial<Plot> = { approved: false };
const PAID = tell();

/** Two payments on one day, of a mandate for this much. */
function twoPayments(first: string, dailyMax: string): Dispute {
  const mandate = {
    approval: {},
    rules: { amount_max: '900', daily_max: dailyMax, threshold: '900' },
  };
  const earlier = tell({ ...SMALL, mandate, params: { amount: first } });
  const invoice = { memo: 'Invoice INV-8', reference: 'INVOICEINV8' };
  const action = { grant_id: 'gr_fedcba9876543210fedcba98' };
  const plot = { ...SMALL, mandate, action, previous: earlier, params: { amount: '250', ...invoice } };
  return fileAbout(tell(plot), { others: [earlier] });
}

/** The same invoice under two grants. */
function twice(): Dispute {
  const earlier = tell(SMALL);
  const action = { grant_id: 'gr_fedcba9876543210fedcba98' };
  return fileAbout(tell({ ...SMALL, action, previous: earlier }), { others: [earlier] });
}

const PROFILE = readJson<ProfileDraft>(pluginPath('treasury/profile.json'));
const { beneficiaries: _, ...RULES } = PROFILE.rules;

/** The payee’s entry, added at this time, as the receipt of a payment carries it. */
function payeeAdded(signedAt: string, signer = CAST.principal.signer): EntryProof {
  const id = { deployment: DEPLOYMENT, tenant: 'tn_demo', profile: PROFILE.name, directory: 'beneficiaries' };
  const values = { beneficiary_id: 'acme', to_account: 'DE02', currency: 'EUR' };
  const draft = { change: 'added', name: 'acme', values, signed_at: signedAt } as const;
  const empty: DirectoryState = emptyDirectory(id);
  const entry = unwrap(nextEntry(nodeCrypto, empty, draft));
  const { hash, signature } = signObject(nodeCrypto, signer, entry);
  const state = unwrap(applyEntry(nodeCrypto, empty, { entry, entry_hash: hash, signatures: [signature] }));
  const proof = proveEntry(nodeCrypto, state, 'acme');
  if (proof === null) throw new Error('the entry is not in force');
  return proof;
}

const BY_DIRECTORY: Partial<Profile> = {
  rules: { ...RULES, currency: 'EUR' },
  directories: { beneficiaries: { needed: 1 } },
};

/** A payment to a payee of a directory, which may ask for an approval of the first ones. */
function byDirectory(entry: EntryProof, plot: Partial<Plot> = {}, holdDays?: number): Dispute {
  const first = holdDays === undefined ? {} : { first: { hold_days: holdDays } };
  const profile = { ...BY_DIRECTORY, directories: { beneficiaries: { needed: 1, ...first } } };
  return fileAbout(tell({ ...plot, profile, directories: { beneficiaries: entry } }), { ground: 'payee' });
}

/** The entry says that the payee ended, and is shown as if it were in force. */
function endedPayee(): EntryProof {
  const shown = structuredClone(payeeAdded('2026-05-02T00:00:00.000Z'));
  const { values: _values, ...entry } = { ...shown.entry.entry, change: 'ended' as const };
  const { hash, signature } = signObject(nodeCrypto, CAST.principal.signer, entry);
  return { ...shown, entry: { entry, entry_hash: hash, signatures: [signature] } };
}

const twoRoutes = (needed: number) => ({
  approval: {
    routes: [
      {
        approver_type: 'finance',
        approvers: ['badr', 'eve'],
        approvals_needed: needed,
        wait_s: 3_600,
        notify: ['app'],
        assurance: 'hardware' as const,
      },
    ],
  },
});
const [ROUTE] = PAID.who.contract.approval.routes ?? [];

/** An approver’s device that signed something else. */
const ELSEWHERE = {
  ...CAST.approver,
  signer: { ...CAST.approver.signer, sign: () => CAST.approver.signer.sign('ab'.repeat(32)) },
};

const leased = (sent: string) =>
  changed(PAID, ({ how }) => {
    how.decision.sent_at = at(sent);
    how.decision.lease = { asked_at: at('09:00:04.000'), send_within_ms: 500 };
  });

const RECORDED = changed(tell({ revokedAt: at('09:00:06.000') }), ({ status }) => {
  status.revocation_recorded_at = at('09:00:06.000');
});
const OTHER_STOLEN = tell({
  ...SMALL,
  keys: [{ ...EVE.key, compromised_at: at('08:00:00.000') }],
});
const endOfKey = (ended_at: string): Ending => ({
  kind: 'key',
  id: EVE.key.fingerprint,
  ended_at,
  by: 'cd'.repeat(32),
});

const about = (plot: Partial<Plot>, ground: Dispute['ground'] = null, more: Partial<Dispute> = {}) =>
  fileAbout(tell(plot), { ground, ...more });
const beside = (more: Partial<Dispute>) => fileAbout(PAID, more);
const performance = { ground: 'performance' } as const;

const revoked = { revokedAt: at('08:59:00.000') };
const DENIED = tell({ outcome: 'denied' });
const OVER: Partial<Plot> = { outcome: 'refused', params: { amount: '600' } };

/** What was asked for outside what people signed, and what came of it. */
const REFUSED: Readonly<Record<string, MadeDispute>> = {
  'denied after a revocation': [
    about({ outcome: 'denied', params: { amount: '90' }, grant: { reason: 'contract_revoked' }, ...revoked }),
    'refused',
    null,
  ],
  'revoked before it was sent, and not sent': [
    about({ outcome: 'refused', decision: { reason: 'contract_revoked' }, ...revoked }, 'time'),
    'refused',
    null,
  ],
  'granted over the limit, and the enforcement point did not send it': [
    about({ ...OVER, decision: { reason: 'amount_over_limit' } }, 'amount'),
    'refused',
    null,
  ],
  'granted over the limit, sent, and refused by the bank': [about(OVER, 'amount'), 'outside', 'rule'],
  'approved by another person, and not sent': [
    about({ outcome: 'refused', cast: { ...CAST, approver: EVE }, decision: { reason: 'grant_invalid' } }),
    'outside',
    'approval_void',
  ],
  'denied, and the bank kept an acknowledgment': [
    fileAbout(DENIED, { ground: 'amount', kept: [ackOf(DENIED)] }),
    'outside',
    'rule',
  ],
  'denied, and the bank’s list has it': [
    fileAbout(DENIED, { ...performance, movements: [listOf(DENIED, ['600'])] }),
    'outside',
    'rule',
  ],
  'denied, and the bank’s list does not have it': [
    fileAbout(DENIED, { ...performance, movements: [listOf(DENIED, [])] }),
    'refused',
    null,
  ],
};

const SCOPE: Readonly<Record<string, MadeDispute>> = {
  'a payment as it was signed': [beside({ ground: 'scope' }), 'inside', null],
  'a payee whom nobody listed': [
    about({ params: { beneficiary_id: 'mallory', to_account: 'DE99' } }, 'scope'),
    'outside',
    'rule',
  ],
  'another currency': [about({ params: { currency: 'KWD' } }, 'scope'), 'outside', 'rule'],
  'an action that the mandate does not have': [
    about({ mandate: { scope: ['bank.readBalance'] } }, 'scope'),
    'outside',
    'point',
  ],
  'an action that the mandate forbids': [
    about({ mandate: { forbidden: ['bank.executeTransfer'] } }, 'scope'),
    'outside',
    'point',
  ],
  'another plugin': [about({ action: { plugin: 'records' } }, 'scope'), 'outside', 'point'],
  'an action under another mandate': [
    about(
      { action: { contract_hash: 'ab'.repeat(32) }, grant: { contract_hash: PAID.who.contract_hash } },
      'scope',
    ),
    'outside',
    'breach',
  ],
  'more uses than were signed': [
    about({ mandate: { limits: { runtime_max_s: 600, use_count_max: 0 } } }, 'scope'),
    'outside',
    'point',
  ],
  'the same invoice twice': [twice(), 'outside', 'point'],
};

const AMOUNT: Readonly<Record<string, MadeDispute>> = {
  'the whole limit': [about({ params: { amount: '500' } }, 'amount'), 'inside', null],
  'one cent over the limit': [about({ params: { amount: '500.01' } }, 'amount'), 'outside', 'rule'],
  'denied for one cent over the limit': [
    about({ outcome: 'denied', params: { amount: '600' } }, 'amount'),
    'refused',
    null,
  ],
  'a second payment, within the day’s limit': [twoPayments('750', '1000'), 'inside', null],
  'a second payment, over the day’s limit': [twoPayments('750.01', '1000'), 'outside', 'rule'],
  'denied for the day’s limit, and nothing shows the day': [
    about(
      { outcome: 'denied', params: { amount: '90' }, grant: { reason: 'daily_limit_exceeded' } },
      'amount',
    ),
    'undecided',
    'denied_before',
  ],
  'the amount was acknowledged': [about({ ack: { amount: '250' } }, 'amount'), 'inside', null],
  'another amount was acknowledged': [
    about({ ack: { amount: '251' } }, 'amount'),
    'outside',
    'acknowledged_otherwise',
  ],
  'the bank kept an acknowledgment of another amount': [
    beside({ ground: 'amount', kept: [ackOf(PAID, { amount: '2500' })] }),
    'outside',
    'acknowledged_otherwise',
  ],
};

const PAYEE: Readonly<Record<string, MadeDispute>> = {
  'a payee in force': [byDirectory(payeeAdded('2026-05-02T00:00:00.000Z')), 'inside', null],
  'a payee who had ended': [byDirectory(endedPayee()), 'failed', null],
  'a payee who was added after the proposal': [
    byDirectory(payeeAdded(at('09:02:00.000'))),
    'outside',
    'breach',
  ],
  'a payee whom an approver added': [
    byDirectory(payeeAdded('2026-05-02T00:00:00.000Z', CAST.approver.signer)),
    'outside',
    'breach',
  ],
  'a payee of whom the receipt shows no entry': [
    fileAbout(tell({ profile: BY_DIRECTORY }), { ground: 'payee' }),
    'outside',
    'rule',
  ],
  'a new payee on hold, without an approval': [
    byDirectory(payeeAdded('2026-05-31T00:00:00.000Z'), SMALL, 3),
    'outside',
    'rule',
  ],
  'a new payee on hold, and approved': [
    byDirectory(payeeAdded('2026-05-31T00:00:00.000Z'), { params: { amount: '90' } }, 3),
    'inside',
    null,
  ],
};

const APPROVAL: Readonly<Record<string, MadeDispute>> = {
  'approved by whom the mandate names': [beside({ ground: 'approval' }), 'inside', null],
  'below the threshold, without an approval': [about(SMALL, 'approval'), 'inside', null],
  'above the threshold, without an approval': [
    about({ ...SMALL, params: { amount: '250' } }, 'approval'),
    'outside',
    'approval_missing',
  ],
  'approved by another person': [
    about({ cast: { ...CAST, approver: EVE } }, 'approval'),
    'outside',
    'approval_void',
  ],
  'the approver approved another action': [
    about({ cast: { ...CAST, approver: ELSEWHERE } }, 'approval'),
    'outside',
    'approval_void',
  ],
  'one approval of two': [about({ mandate: twoRoutes(2) }, 'approval'), 'outside', 'approval_void'],
  'one approval of one, of two who may': [about({ mandate: twoRoutes(1) }, 'approval'), 'inside', null],
  'approved after the time for it': [
    about(
      { mandate: { approval: { routes: ROUTE === undefined ? [] : [{ ...ROUTE, wait_s: 2 }] } } },
      'approval',
    ),
    'outside',
    'approval_void',
  ],
  'nobody approved in time, and nothing was done': [
    about({ outcome: 'expired' }, 'approval'),
    'refused',
    null,
  ],
  'a rejection that the receipt does not have': [
    beside({ ground: 'approval', kept: [rejectionOf(PAID)] }),
    'undecided',
    'rejection_untold',
  ],
};

const TIME: Readonly<Record<string, MadeDispute>> = {
  'revoked after it was sent': [about({ revokedAt: at('09:00:06.000') }, 'time'), 'inside', null],
  'sent after a revocation': [about({ revokedAt: at('09:00:02.000') }, 'time'), 'outside', 'sent_late'],
  'proposed when the mandate was over': [
    about({ mandate: { valid_to: at('09:00:00.000') } }, 'time'),
    'outside',
    'point',
  ],
  'proposed before the mandate began': [
    about({ mandate: { valid_from: at('09:00:00.001') } }, 'time'),
    'outside',
    'point',
  ],
  'sent within its lease': [fileAbout(leased('09:00:04.499'), { ground: 'time' }), 'inside', null],
  'sent when its lease had run out': [
    fileAbout(leased('09:00:04.500'), { ground: 'time' }),
    'outside',
    'sent_late',
  ],
  'approved only after it was sent': [
    fileAbout(
      changed(PAID, ({ how }) => {
        how.grant.approved_at = at('09:02:00.000');
      }),
      { ground: 'time' },
    ),
    'outside',
    'breach',
  ],
  'a revocation that the receipt does not have': [
    beside({ ground: 'time', kept: [revocationOf(PAID, at('09:00:04.000'))] }),
    'undecided',
    'end_untold',
  ],
  'a revocation after it was sent, which the receipt cannot have': [
    beside({ ground: 'time', kept: [revocationOf(PAID, at('09:00:04.001'))] }),
    'inside',
    null,
  ],
  'a cancellation that the receipt does not have': [
    beside({ ground: 'time', kept: [cancellationOf(PAID, at('09:00:02.000'))] }),
    'undecided',
    'end_untold',
  ],
  'nothing has ended at a newer head': [
    beside({ ground: 'time', standing: newerStanding(PAID, []) }),
    'inside',
    null,
  ],
  'a newer head that is older than the receipt’s own': [
    beside({ ground: 'time', standing: newerStanding(PAID, [], at('08:00:00.000')) }),
    'failed',
    null,
  ],
  'a newer head shows that the mandate had ended before': [
    beside({ ground: 'time', standing: newerStanding(PAID, [endOf(PAID, at('08:50:00.000'))]) }),
    'outside',
    'ended_before',
  ],
  'a newer head shows that the mandate has ended since': [
    beside({ ground: 'time', standing: newerStanding(PAID, [endOf(PAID, at('09:30:00.000'))]) }),
    'inside',
    null,
  ],
  'the authority recorded a revocation only after the payment that it is dated before': [
    beside({
      kept: [revocationOf(PAID, at('08:50:00.000'))],
      standing: newerStanding(PAID, [endOf(PAID, at('09:30:00.000'), at('08:50:00.000'))]),
    }),
    'undecided',
    'end_untold',
  ],
  'a newer head shows that the mandate ended earlier than the receipt tells': [
    fileAbout(RECORDED, {
      ground: 'time',
      standing: newerStanding(RECORDED, [endOf(RECORDED, at('08:50:00.000'), at('09:00:06.000'))]),
    }),
    'outside',
    'ended_before',
  ],
  'an ending that the receipt tells, of a key that has nothing to do with it': [
    fileAbout(OTHER_STOLEN, {
      ground: 'time',
      standing: newerStanding(OTHER_STOLEN, [endOfKey(at('08:30:00.000'))]),
    }),
    'inside',
    'ended_told',
  ],
  'a newer head shows that the mandate ended a moment before it was sent': [
    beside({ ground: 'time', standing: newerStanding(PAID, [endOf(PAID, at('09:00:03.500'))]) }),
    'inside',
    'ended_close',
  ],
  'acknowledged long after the end before which it is said to be sent': [
    about({ ack: { acknowledged_at: at('09:20:00.000') } }, 'time'),
    'undecided',
    'acknowledged_after_end',
  ],
};

const PERFORMANCE: Readonly<Record<string, MadeDispute>> = {
  'acknowledged by the bank': [beside(performance), 'inside', null],
  'done, and nobody acknowledged it': [about({ acknowledged: false }, 'performance'), 'failed', null],
  'acknowledged by another counterparty': [
    fileAbout(tell({ cast: { ...CAST, bank: SHOP }, keys: [CAST.bank.key] }), performance),
    'outside',
    'acknowledged_otherwise',
  ],
  'refused by the bank': [about({ outcome: 'refused' }, 'performance'), 'outside', 'not_done'],
  'refused by the bank, asked about its scope': [about({ outcome: 'refused' }, 'scope'), 'inside', null],
  'refused, and the bank kept an acknowledgment': [
    fileAbout(tell({ outcome: 'refused' }), { ...performance, kept: [ackOf(tell({ outcome: 'refused' }))] }),
    'inside',
    null,
  ],
  'in doubt, and counted as done': [fileAbout(settled('count_as_done'), performance), 'undecided', 'settled'],
  'in doubt, and counted as not done': [
    fileAbout(settled('count_as_not_done'), performance),
    'undecided',
    'settled',
  ],
  'the bank’s list has it': [beside({ ...performance, movements: [listOf(PAID, ['250'])] }), 'inside', null],
  'the bank’s list has it with another amount': [
    beside({ ...performance, movements: [listOf(PAID, ['2500'])] }),
    'outside',
    'booked_otherwise',
  ],
  'the bank’s list does not have it': [
    beside({ ...performance, movements: [listOf(PAID, [])] }),
    'outside',
    'not_booked',
  ],
};

export const MADE: Readonly<Record<string, MadeDispute>> = {
  ...REFUSED,
  ...SCOPE,
  ...AMOUNT,
  ...PAYEE,
  ...APPROVAL,
  ...TIME,
  ...PERFORMANCE,
};
