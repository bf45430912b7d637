import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import { idempotencyKeyOf, idempotencyMaterial } from '@platform/core/decide/idempotency';
import { counterpartyOf, type PluginFiles, pluginHash } from '@platform/core/signed/plugin';
import { at, CAST, TREASURY } from '../../../core/test/verify/story.ts';
import { party } from '../../../core/test/verify/story-keys.ts';
import { altered, castWith, type KitCase, type Refusal, sealed, signed, told } from './case.ts';

const MISMATCH: Refusal = [6, 'acknowledgment_mismatch'];
const acked = (
  name: string,
  ack: Readonly<Record<string, string | null>>,
  refused: Refusal | null = MISMATCH,
): KitCase => told(name, { ack }, refused);

/** Something that changes nothing at the counterparty, and that it acknowledges only if its connector says so. */
const read = (
  name: string,
  facade: string,
  params: Readonly<Record<string, string>>,
  decision: object,
  refused: Refusal | null,
): KitCase =>
  signed(
    name,
    ({ what: { action }, how, signatures }) => {
      Object.assign(action, { facade, params, idempotency_key: keyOf(facade, action.grant_id) });
      Object.assign(how, { counterparty_ack: null, counterparty_ack_hash: null });
      signatures.counterparty = null;
      Object.assign(how.decision, { counterparty_ack_hash: null, ...decision });
    },
    refused,
    { plot: { approved: false, mandate: { scope: ['bank.readBalance', 'market.fetch'] } } },
  );
const URL = { url: 'http://127.0.0.1:8003/market/fx?base=EUR&quote=USD' };
const ACCOUNT = { account_id: 'acct_operating' };
const RESPONSE = { response_sha256: 'ab'.repeat(32) };

/** Each read has a key of its own. */
function keyOf(name: string, grantId: string): string {
  const facade = TREASURY.manifest.facades.find((one) => one.name === name);
  if (facade === undefined) throw new Error(`no facade ${name}`);
  return idempotencyKeyOf(facade, hashOf(nodeCrypto, idempotencyMaterial(facade, 'tn_demo', {}, grantId)));
}

const READS: readonly KitCase[] = [
  read('a balance that was read', 'bank.readBalance', ACCOUNT, RESPONSE, null),
  read('an address that was read', 'market.fetch', URL, RESPONSE, null),
  read('a read without the hash of what it returned', 'bank.readBalance', ACCOUNT, {}, [6, 'missing']),
  read(
    'a read of an address with a user in it',
    'market.fetch',
    { url: 'http://bank@127.0.0.1:8003/market/' },
    RESPONSE,
    [5, 'params_not_canonical'],
  ),
  read(
    'a read of an address with a fragment',
    'market.fetch',
    { url: 'http://127.0.0.1:8003/market/#x' },
    RESPONSE,
    [5, 'params_not_canonical'],
  ),
  read('a read of a file', 'market.fetch', { url: 'file:///etc/passwd' }, RESPONSE, [
    5,
    'params_not_canonical',
  ]),
];

const PROVIDER = 'payments.example';
const MARK = { adapter_of: PROVIDER, provider_answer_sha256: 'ab'.repeat(32) };
const ADAPTED: PluginFiles = {
  ...TREASURY,
  connector: { ...TREASURY.connector, adapter: { provider: PROVIDER } },
};
const SIGNED_AS_ADAPTED = {
  plugin_hash: pluginHash(nodeCrypto, ADAPTED),
  counterparty: counterpartyOf(ADAPTED.connector),
};

/** Under a connector that the principal signed as an adapter's. */
const adapted = (
  name: string,
  ack: Readonly<Record<string, string | null>>,
  refused: Refusal | null = MISMATCH,
  profile: object = SIGNED_AS_ADAPTED,
): KitCase => told(name, { plugin: ADAPTED, profile, ack }, refused);

const ADAPTERS: readonly KitCase[] = [
  adapted('an adapter that acknowledges as one', MARK, null),
  adapted('an adapter that acknowledges as the provider', {}),
  adapted('an adapter of another provider', { ...MARK, adapter_of: 'bank.example' }),
  adapted('an adapter without the hash of the provider’s answer', { adapter_of: PROVIDER }),
  adapted('an adapter with no hash of the provider’s answer', { ...MARK, provider_answer_sha256: 'none' }),
  acked('an adapter’s acknowledgment, shown as the counterparty’s own', MARK),
  acked('a counterparty that says it is no adapter', { adapter_of: null }, null),
  adapted('an adapter that the signed profile does not call one', MARK, [3, 'plugin_hash_mismatch'], {
    ...SIGNED_AS_ADAPTED,
    counterparty: counterpartyOf(TREASURY.connector),
  }),
];

/** A connector that sends a form with parts, constants and minor units, by PUT. */
const FORMED: PluginFiles = {
  ...TREASURY,
  connector: {
    ...TREASURY.connector,
    operations: TREASURY.connector.operations.map((operation) =>
      operation.ack === null
        ? operation
        : {
            ...operation,
            method: 'PUT',
            path: '/accounts/{$account}/payments/{$idempotency_key}',
            query: { at: '$granted_at' },
            headers: { 'x-grant': '$grant_id', 'content-digest': '$content_digest' },
            encoding: 'form',
            body: {
              amount: { minor_units: 'amount', currency: 'currency' },
              urgent: { constant: false },
              'payee[account]': 'to_account',
              'payee[lines][0]': { constant: 7 },
              hash: '$action_hash',
            },
          },
    ),
  },
};
const formed = (
  name: string,
  ack: Readonly<Record<string, string>>,
  refused: Refusal | null = MISMATCH,
): KitCase => {
  const profile = {
    plugin_hash: pluginHash(nodeCrypto, FORMED),
    counterparty: counterpartyOf(FORMED.connector),
  };
  return told(name, { plugin: FORMED, profile, ack }, refused);
};

const FORMS: readonly KitCase[] = [
  formed(
    'an acknowledgment that repeats what was sent in minor units, constants and parts',
    { amount: '25000', urgent: 'false', 'payee[account]': 'DE02', 'payee[lines][0]': '7', currency: 'EUR' },
    null,
  ),
  formed('an acknowledgment of the amount, where minor units were sent', { amount: '250' }),
  formed('an acknowledgment of another constant', { urgent: 'true' }),
  formed('an acknowledgment of another part', { 'payee[account]': 'DE99' }),
];

export const COUNTERPARTY: readonly KitCase[] = [
  ...READS,
  ...ADAPTERS,
  ...FORMS,
  acked(
    'an acknowledgment that repeats the action, and adds fields',
    { amount: '250', currency: 'EUR', to_account: 'DE02', memo: null, balance: '7' },
    null,
  ),
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
  acked(
    'an acknowledgment from before the counterparty’s key',
    { acknowledged_at: '2025-12-31T23:59:59.999Z' },
    [6, 'key_not_yet_valid'],
  ),
  told(
    'an acknowledgment by another counterparty than the profile’s',
    { ...castWith({ bank: party('recipient', 'counterparty') }), ack: { counterparty: 'recipient' } },
    MISMATCH,
  ),
  told(
    'a payment that claims to be a read',
    { acknowledged: false, decision: { response_sha256: 'ab'.repeat(32) } },
    [6, 'missing'],
  ),
  told('executed without an acknowledgment', { acknowledged: false }, [6, 'missing']),
  told('the decision does not name the acknowledgment', { decision: { counterparty_ack_hash: null } }, [
    6,
    'other_object',
  ]),
  told(
    'refused, and the decision names an acknowledgment',
    { outcome: 'refused', decision: { counterparty_ack_hash: 'ab'.repeat(32) } },
    [6, 'contradiction'],
  ),
  altered('an acknowledgment without its signature', ({ signatures }) => (signatures.counterparty = null), [
    6,
    'unexpected',
  ]),
  altered(
    'a counterparty’s signature without its acknowledgment',
    ({ how }) => (how.counterparty_ack = null),
    [6, 'unexpected'],
  ),
  sealed('the hash of the acknowledgment', ({ how }) => (how.counterparty_ack_hash = 'ab'.repeat(32)), [
    6,
    'hash_mismatch',
  ]),
  signed(
    'acknowledged, and yet refused',
    ({ how }) => {
      Object.assign(how.decision, { outcome: 'refused', reason: 'counterparty_refused', executed_at: null });
    },
    [6, 'outcome_mismatch'],
  ),
  told(
    'acknowledged with the key of the enforcement point',
    { cast: { ...CAST, bank: { ...CAST.bank, signer: { ...CAST.pep.signer, kid: 'bank' } } } },
    [6, 'signature_invalid'],
  ),
];
