import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import type { Rejection } from '../../src/objects/grant.ts';
import { type Signer, signObject } from '../../src/signed/signed.ts';
import { report } from '../../src/verify/report.ts';
import { verify } from '../../src/verify/verify.ts';
import { type Draft, draftOf, EVERYONE, resign, SERVICES } from './hostile/resign.ts';
import { CAST, keysOf, opened, tell } from './story.ts';

/** Of a payment that Badr rejected; what a thief with the operator’s keys makes of it is signed again. */
function rejected(change: (draft: Draft) => void = () => {}, signer: Signer = CAST.approver.signer) {
  const draft = draftOf(tell({ outcome: 'expired' }));
  const { decision, grant } = draft.how;
  Object.assign(decision, { outcome: 'denied', reason: 'approver_rejected', detail: 'Rejected by badr' });
  draft.how.rejection = rejectionOf(draft, {}, signer);
  grant.expires_at = '2026-06-01T10:00:00.000Z';
  change(draft);
  const receipt = resign(draft, { held: EVERYONE, forgery: 'leave', careful: true });
  return { receipt, verified: verify(nodeCrypto, receipt, { keys: keysOf(CAST) }) };
}

function rejectionOf(
  { how: { decision, grant }, deployment }: Draft,
  change: Partial<Rejection> = {},
  signer: Signer = CAST.approver.signer,
) {
  const { grant_id } = grant;
  const said = {
    type: 'sanad/rejection/1',
    deployment,
    grant_id,
    reason: 'Wrong amount',
    ...change,
  } as const;
  const { hash, signature } = signObject(nodeCrypto, signer, said);
  return { rejected_at: decision.decided_at, rejection: said, rejection_hash: hash, signature };
}

test('a rejection verifies, and the report names the approver, as strongly as their key', () => {
  const { receipt, verified } = rejected();
  assert.equal(verified.verdict, 'verified', JSON.stringify(verified.checks));
  assert.match(verified.checks[3]?.detail ?? '', /No person approved: approver_badr\.phone rejected it/);
  const claim = report(verified, opened(receipt)).claims.find(({ id }) => id === 'approval');
  assert.match(claim?.statement ?? '', /No person approved this action: approver_badr\.phone rejected/);
  assert.deepEqual([claim?.strength, claim?.pinned], [4, true]);
});

describe('no operator can say no in an approver’s name, or hide that one did', () => {
  const LIES: Readonly<Record<string, readonly [(draft: Draft) => void, RegExp]>> = {
    'without a rejection': [({ how }) => delete how.rejection, /no rejection is given/],
    'with one of another grant': [
      (draft) => Object.assign(draft.how, { rejection: rejectionOf(draft, { grant_id: 'gr_other' }) }),
      /rejection\.grant_id/,
    ],
    'with one of another deployment': [
      (draft) =>
        Object.assign(draft.how, {
          rejection: rejectionOf(draft, { deployment: `dp_${'9'.repeat(24)}` }),
        }),
      /the rejection belongs to the deployment/,
    ],
    'with another reason than was signed': [
      ({ how }) => Object.assign(how.rejection?.rejection ?? {}, { reason: 'Never mind' }),
      /the rejection or its rejection_hash was changed/,
    ],
    'at another time': [
      ({ how }) => Object.assign(how.rejection ?? {}, { rejected_at: '2026-06-01T08:59:59.000Z' }),
      /rejected_at/,
    ],
    'and yet ended by time': [
      ({ how }) => {
        Object.assign(how.decision, { outcome: 'expired', reason: 'grant_expired' });
        how.grant.expires_at = '2026-06-01T09:00:05.000Z';
      },
      /an approver rejected it, but the outcome is "expired"/,
    ],
  };
  for (const [title, [change, words]] of Object.entries(LIES)) {
    test(title, () => {
      const { verified } = rejected(change);
      assert.equal(verified.verdict, 'failed');
      assert.match(verified.checks[4]?.detail ?? '', words);
    });
  }

  for (const holder of SERVICES) {
    test(`signed with the key of ${holder}`, () => {
      const { verified } = rejected(() => {}, CAST[holder].signer);
      assert.match(verified.checks[4]?.detail ?? '', /has the role .* needs approver/);
    });
  }

  test('signed by an approver whom no route names', () => {
    const { verified } = rejected(({ who }) => {
      for (const route of who.contract.approval.routes ?? []) route.approvers = ['dina'];
    });
    assert.match(verified.checks[4]?.detail ?? '', /not an approver in any route/);
  });
});
