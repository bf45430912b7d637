import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { requiredMs } from '@common/base/instant';
import { nodeCrypto } from '@common/evidence/node';
import { signObject } from '../../src/signed/signed.ts';
import { verify } from '../../src/verify/verify.ts';
import { type Draft, draftOf, EVERYONE, resign } from './hostile/resign.ts';
import { at, CAST, keysOf, type Plot, tell } from './story.ts';

const BY_ITSELF: Partial<Plot> = { approved: false, mandate: { approval: {} } };

/** What check 9 says of an honest receipt with these changes, signed again, and which checks fail. */
function judged(change: (draft: Draft) => void, plot: Partial<Plot> = {}) {
  const draft = draftOf(tell(plot));
  change(draft);
  const receipt = resign(draft, { held: EVERYONE, forgery: 'leave', careful: true });
  const { checks } = verify(nodeCrypto, receipt, { keys: keysOf(CAST) });
  const failing = checks.filter(({ outcome }) => outcome === 'fail').map(({ number }) => number);
  return { failing, said: checks[8]?.detail ?? '' };
}

interface Call {
  readonly asked?: string;
  readonly sent: string;
}

/** A call at these times of the enforcement point's clock, under a lease of two seconds, if it was asked for one. */
function call({ how: { decision } }: Draft, { asked, sent }: Call): void {
  decision.sent_at = at(sent);
  if (asked !== undefined) decision.lease = { asked_at: at(asked), send_within_ms: 2_000 };
}

/** Ends that the authority recorded at 08:59:05 by its own clock, which may be a minute behind. */
const RECORDED = at('08:59:05.000');
const LOST = at('09:00:04.000');

function revoked(draft: Draft, recorded: string): void {
  const { contract_id } = draft.who.contract;
  const { deployment, contract_hash } = draft.how.grant;
  const type = 'sanad/revocation/1';
  const revocation = { type, deployment, contract_id, contract_hash, revoked_at: LOST, reason: '' } as const;
  const { hash, signature } = signObject(nodeCrypto, CAST.principal.signer, revocation);
  draft.status.revocation = { revocation, revocation_hash: hash, signature };
  draft.status.contract = 'revoked';
  draft.status.revocation_recorded_at = recorded;
}

function cancelled({ how, status }: Draft, recorded: string): void {
  const { deployment, grant_id, action_hash } = how.grant;
  const type = 'sanad/cancellation/1';
  const facts = { deployment, grant_id, action_hash, reason: 'wrong', cancelled_at: LOST };
  const cancellation = { type, ...facts } as const;
  const { hash, signature } = signObject(nodeCrypto, CAST.principal.signer, cancellation);
  how.cancellation = { cancellation, cancellation_hash: hash, signature };
  status.cancellation_recorded_at = recorded;
}

function marked({ kid, fingerprint }: { readonly kid: string; readonly fingerprint: string }) {
  return ({ status, bundle }: Draft, recorded: string): void => {
    const key = bundle.keys[kid];
    if (key !== undefined) key.compromised_at = LOST;
    status.marks = [{ kid, fingerprint, recorded_at: recorded }];
  };
}

/** Each end, what is said of it, and what is allowed for its being read. */
const ENDS = {
  revocation: [revoked, 'the revocation', 0],
  cancellation: [cancelled, 'the cancellation', 0],
  'mark on the key of the mandate and its rules': [
    marked(CAST.principal.key),
    'the mark on the key principal_amal',
    1_000,
  ],
  'mark on the key of an approval': [
    marked(CAST.approver.key),
    'the mark on the key approver_badr.phone',
    1_000,
  ],
} as const;

describe('a call beside the end of what its grant stood on', () => {
  for (const [name, [end, what, takesMs]] of Object.entries(ENDS)) {
    const told = (times: Call, recorded: string) =>
      judged((draft) => {
        end(draft, recorded);
        call(draft, times);
      });
    const time = (afterMs: number) =>
      new Date(requiredMs(RECORDED) + afterMs).toISOString().slice('2026-06-01T'.length, -1);

    test(`${name}: sent before`, () => {
      const { failing, said } = told({ asked: '09:00:04.500', sent: '09:00:05.000' }, at('09:00:05.000'));
      assert.deepEqual(failing, []);
      assert.ok(said.includes(`sent at ${at('09:00:05.000')}, before ${what} was recorded`), said);
    });

    test(`${name}: sent afterwards, within a lease from before`, () => {
      const { failing, said } = told({ asked: '09:00:04.500', sent: '09:00:06.000' }, at('09:00:04.500'));
      assert.deepEqual(failing, []);
      assert.match(said, /under a lease of 2000 ms, asked for at .*, after .* was recorded at .*from before/);
    });

    test(`${name}: sent under a lease from afterwards, as far as two clocks can tell`, () => {
      const call = (ms: number) => ({ asked: time(ms), sent: time(ms + 1_999) });
      const { failing, said } = told(call(60_000 + takesMs), RECORDED);
      assert.deepEqual(failing, []);
      assert.match(said, /asked for 6[01]000 ms later, by another clock, which may be ahead by a minute/);
      const late = told(call(60_001 + takesMs), RECORDED);
      assert.deepEqual(late.failing, [9]);
      assert.ok(late.said.includes(`, after ${what} was recorded at ${RECORDED}`), late.said);
    });

    test(`${name}: a receipt without a lease is believed as far as the longest one reaches`, () => {
      // It was sent 70 seconds later, after the status was checked, by a clock that is ahead.
      const sent = (ms: number) =>
        judged((draft) => {
          end(draft, RECORDED);
          call(draft, { sent: time(ms) });
          draft.how.decision.decided_at = at('09:00:16.500');
        });
      const { failing, said } = sent(70_000 + takesMs);
      assert.deepEqual(failing, []);
      assert.match(said, /How long its lease was is not in this receipt: 70 s are believed/);
      assert.deepEqual(sent(70_001 + takesMs).failing, [9]);
    });
  }

  test('the grant’s own end: no lease is longer than the grant was good', () => {
    const ended = (expires: string) =>
      judged((draft) => {
        call(draft, { asked: '09:00:04.500', sent: '09:00:06.000' });
        draft.how.grant.expires_at = at(expires);
      });
    assert.deepEqual(ended('09:10:00.000').failing, []);
    assert.deepEqual(ended('08:59:06.500').failing, [], 'the clocks may differ by a minute');
    const { failing, said } = ended('08:59:06.499');
    assert.deepEqual(failing, [9]);
    assert.match(said, /under a lease of 2000 ms, .*, which is longer than the grant was good, until /);
  });
});

describe('the lease of a call', () => {
  test('one clock shows both, so that a millisecond counts, whether anything ended or not', () => {
    const sent = (time: string) => judged((draft) => call(draft, { asked: '09:00:04.000', sent: time }));
    assert.deepEqual(sent('09:00:04.000').failing, []);
    assert.deepEqual(sent('09:00:05.999').failing, []);
    assert.deepEqual(sent('09:00:03.999').failing, [9]);
    const { failing, said } = sent('09:00:06.000');
    assert.deepEqual(failing, [9]);
    assert.match(said, /its lease was of 2000 ms from 2026-06-01T09:00:04\.000Z on/);
  });

  test('is of a call, and no longer than leases are', () => {
    const lease = (ms: number) => ({ asked_at: at('09:00:04.000'), send_within_ms: ms });
    const without = judged(({ how }) => Object.assign(how.decision, { lease: lease(2_000) }));
    assert.match(without.said, /there is a lease, but no call was sent/);
    const of = (ms: number) =>
      judged(({ how }) => Object.assign(how.decision, { lease: lease(ms), sent_at: at('09:00:05.000') }));
    assert.deepEqual(of(10_000).failing, []);
    assert.equal(of(10_001).failing[0], 1);
  });
});

describe('what is recorded of an end', () => {
  test('is about an end that the receipt shows', () => {
    const { kid, fingerprint } = CAST.approver.key;
    const mark = { kid, fingerprint, recorded_at: RECORDED };
    const unmarked = judged(({ status }) => Object.assign(status, { marks: [mark] }));
    assert.match(unmarked.said, /a mark on the key approver_badr\.phone was recorded, but the key is not/);
    const noCancel = judged(({ status }) => Object.assign(status, { cancellation_recorded_at: RECORDED }));
    assert.match(noCancel.said, /a cancellation was recorded, but it is not in the receipt/);
    const early = judged((draft) => {
      marked(CAST.approver.key)(draft, at('08:59:03.999'));
      call(draft, { asked: '09:00:03.500', sent: '09:00:04.000' });
    });
    assert.match(early.said, /when it was recorded is before the theft of approver_badr\.phone/);
  });

  test('a mark on a key that signed nothing here ends nothing', () => {
    const { failing } = judged((draft) => {
      marked(CAST.approver.key)(draft, at('08:58:00.000'));
      call(draft, { asked: '09:00:04.500', sent: '09:00:05.000' });
      const key = draft.bundle.keys[CAST.approver.key.kid];
      if (key !== undefined) key.compromised_at = at('08:58:30.000');
    }, BY_ITSELF);
    assert.deepEqual(failing, []);
  });
});
