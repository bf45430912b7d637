import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import type { KeyEntry } from '../../src/objects/key-entry.ts';
import type { Doubt, Settlement, SignedDoubt } from '../../src/objects/settlement.ts';
import { type Signer, signObject } from '../../src/signed/signed.ts';
import { verify } from '../../src/verify/verify.ts';
import { type Draft, draftOf, EVERYONE, resign } from './hostile/resign.ts';
import { at, CAST, keysOf, tell } from './story.ts';
import { enrol, party } from './story-keys.ts';

/** A key of the principal for the tenants of others. */
const PHONE = enrol(
  party('principal_amal.phone', 'principal', { person: 'amal', tenants: ['tn_other'] }),
  CAST.principal.signer,
);
const KEYS: Readonly<Record<string, KeyEntry>> = { ...keysOf(CAST), [PHONE.key.kid]: PHONE.key };
const SENT = at('09:00:04.500');

function doubtAbout(
  { how: { grant } }: Draft,
  other: Partial<Doubt> = {},
  signer = CAST.pep.signer,
): SignedDoubt {
  const { deployment, grant_id, action_hash } = grant;
  const type = 'sanad/doubt/1';
  const why = { reason: 'no_answer', detail: '', sent_at: SENT, declared_at: at('09:00:05.000') } as const;
  const doubt: Doubt = { type, deployment, grant_id, action_hash, ...why, ...other };
  const { hash, signature } = signObject(nodeCrypto, signer, doubt);
  return { doubt, doubt_hash: hash, signature };
}

interface Settling {
  readonly doubt?: SignedDoubt;
  readonly answers?: string;
  readonly signer?: Signer;
  readonly settledAt?: string;
  readonly decide?: (decision: Draft['how']['decision']) => void;
}

/** Which checks fail of a payment that only its principal counts as done, and what check 5 says. */
function settled(make: (draft: Draft) => Settling) {
  const draft = draftOf(tell());
  const { how } = draft;
  how.counterparty_ack = null;
  how.counterparty_ack_hash = null;
  draft.signatures.counterparty = null;
  const { deployment, grant_id, action_hash } = how.grant;
  const made = make(draft);
  const { doubt = doubtAbout(draft), answers = doubt.doubt_hash } = made;
  const settlement: Settlement = {
    type: 'sanad/settlement/1',
    deployment,
    grant_id,
    action_hash,
    doubt_hash: answers,
    replaces_hash: null,
    choice: 'count_as_done',
    reason: 'seen in the bank’s list',
    settled_at: made.settledAt ?? at('09:00:05.500'),
  };
  const { hash, signature } = signObject(nodeCrypto, made.signer ?? CAST.principal.signer, settlement);
  how.settlement = { settlement, settlement_hash: hash, signature };
  how.doubt = doubt;
  const { decision } = how;
  Object.assign(decision, { reason: 'settled_by_principal', settlement_hash: hash, sent_at: SENT });
  made.decide?.(decision);
  draft.bundle.keys = structuredClone({ ...KEYS });
  const receipt = resign(draft, { held: EVERYONE, forgery: 'leave', careful: true });
  const { checks } = verify(nodeCrypto, receipt, { keys: KEYS });
  const failing = checks.filter(({ outcome }) => outcome === 'fail').map(({ number }) => number);
  return { failing, said: checks[4]?.detail ?? '' };
}

test('a settlement of the doubt that the enforcement point signed verifies', () => {
  assert.deepEqual(settled(() => ({})).failing, []);
});

describe('nobody pairs a settlement with another doubt, whichever keys of the services they have', () => {
  const LIES: Readonly<Record<string, readonly [(draft: Draft) => Settling, RegExp]>> = {
    'an earlier doubt was answered': [
      (draft) => ({ answers: doubtAbout(draft, { declared_at: at('09:00:04.600') }).doubt_hash }),
      /the settlement was made for a different doubt/,
    ],
    'a doubt that the authority signed': [
      (draft) => ({ doubt: doubtAbout(draft, {}, CAST.authority.signer) }),
      /who signed the doubt is "authority"/,
    ],
    'a doubt about another call': [
      (draft) => ({ doubt: doubtAbout(draft, { sent_at: at('09:00:04.400') }) }),
      /when the call in doubt was sent/,
    ],
    'a doubt about another grant': [
      (draft) => ({ doubt: doubtAbout(draft, { grant_id: 'gr_other' }) }),
      /the grant of the doubt/,
    ],
    'a doubt about another action': [
      (draft) => ({ doubt: doubtAbout(draft, { action_hash: '9'.repeat(64) }) }),
      /the doubt was made for a different action/,
    ],
    'settled long before the doubt': [
      () => ({ settledAt: at('08:59:04.999') }),
      /settlement\.settled_at is before doubt\.declared_at/,
    ],
    'a key of the principal that is bounded to other tenants': [
      () => ({ signer: PHONE.signer }),
      /principal_amal\.phone may not settle for the tenant tn_demo/,
    ],
  };
  for (const [name, [lie, why]] of Object.entries(LIES)) {
    test(name, () => {
      const { failing, said } = settled(lie);
      assert.deepEqual(failing, [5]);
      assert.match(said, why);
    });
  }

  test('nor leaves the doubt out, or shows one without a settlement', () => {
    const draft = draftOf(tell());
    draft.how.doubt = doubtAbout(draft);
    const receipt = resign(draft, { held: EVERYONE, forgery: 'leave', careful: true });
    const check = verify(nodeCrypto, receipt, { keys: KEYS }).checks[4];
    assert.match(check?.detail ?? '', /a doubt is given, but no settlement/);
  });
});
