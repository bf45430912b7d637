import { at, CAST } from '../../../core/test/verify/story.ts';
import { party } from '../../../core/test/verify/story-keys.ts';
import { altered, castWith, type KitCase, sealed, type Refusal, signed, told } from './case.ts';

const MISMATCH: Refusal = [6, 'acknowledgment_mismatch'];
const acked = (name: string, ack: Readonly<Record<string, string | null>>, refused: Refusal | null = MISMATCH): KitCase =>
  told(name, { ack }, refused);

export const COUNTERPARTY: readonly KitCase[] = [
  acked('an acknowledgment that repeats the action, and adds fields', { amount: '250', currency: 'EUR', to_account: 'DE02', memo: null, balance: '7' }, null),
  acked('an acknowledgment by a clock that is wrong', { acknowledged_at: at('10:30:00.000') }, null),
  acked('an acknowledgment of another action', { action_hash: 'cd'.repeat(32) }),
  acked('an acknowledgment of another payment', { idempotency_key: 'idem_pay_other' }),
  acked('an acknowledgment in another’s name', { counterparty: 'recipient' }),
  acked('an acknowledgment of another grant', { grant_id: 'gr_other' }),
  acked('an acknowledgment of another amount', { amount: '2500' }),
  acked('an acknowledgment of the amount in another spelling', { amount: '250.00' }),
  acked('an acknowledgment of another payee', { to_account: 'DE99' }),
  acked('an acknowledgment of another currency', { currency: 'KWD' }),
  acked('an acknowledgment for another tenant', { tenant: 'tn_other' }),
  acked('an acknowledgment for another agent', { agent: 'agent-9' }),
  acked('an acknowledgment of another operation', { operation: 'quote' }),
  acked('an acknowledgment from before the counterparty’s key', { acknowledged_at: '2025-12-31T23:59:59.999Z' }, [6, 'key_not_yet_valid']),
  told('an acknowledgment by another counterparty than the profile’s', { ...castWith({ bank: party('recipient', 'counterparty') }), ack: { counterparty: 'recipient' } }, MISMATCH),
  told('a payment that claims to be a read', { acknowledged: false, decision: { response_sha256: 'ab'.repeat(32) } }, [6, 'missing']),
  told('executed without an acknowledgment', { acknowledged: false }, [6, 'missing']),
  told('the decision does not name the acknowledgment', { decision: { counterparty_ack_hash: null } }, [6, 'other_object']),
  told('refused, and the decision names an acknowledgment', { outcome: 'refused', decision: { counterparty_ack_hash: 'ab'.repeat(32) } }, [6, 'contradiction']),
  altered('an acknowledgment without its signature', ({ signatures }) => (signatures.counterparty = null), [6, 'unexpected']),
  altered('a counterparty’s signature without its acknowledgment', ({ how }) => (how.counterparty_ack = null), [6, 'unexpected']),
  sealed('the hash of the acknowledgment', ({ how }) => (how.counterparty_ack_hash = 'ab'.repeat(32)), [6, 'hash_mismatch']),
  signed('acknowledged, and yet refused', ({ how }) => {
    Object.assign(how.decision, { outcome: 'refused', reason: 'counterparty_refused', executed_at: null });
  }, [6, 'outcome_mismatch']),
  told('acknowledged with the key of the enforcement point', { cast: { ...CAST, bank: { ...CAST.bank, signer: { ...CAST.pep.signer, kid: 'bank' } } } }, [6, 'signature_invalid']),
];
