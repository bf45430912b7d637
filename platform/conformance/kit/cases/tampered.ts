import type { ProblemCode } from '@platform/core/verify/problems';
import { TAMPERINGS } from '../../../demo/tamperings.ts';
import { altered, flipped, type KitCase, placed, rewritten, sealed } from './case.ts';

/** Of those of the demo, what is not a hash that no longer fits. */
const OTHER_CODES: Readonly<Record<string, ProblemCode>> = {
  'a field removed': 'schema_invalid',
  'another amount beside the action’s digest': 'disclosures_wrong',
  'the plugin’s rules removed': 'plugin_hash_mismatch',
  'the mandate marked as revoked': 'status_mismatch',
  'another place in the log': 'inclusion_not_proven',
  'another root of the log': 'inclusion_not_proven',
  'another receipt before it': 'chain_broken',
  'another key of the bank': 'pinned_key_differs',
  'another signature under the log’s head': 'signature_invalid',
};

const ofDemo: readonly KitCase[] = TAMPERINGS.map(({ what, check, edit }) => {
  const other = what.startsWith('another signature of') ? 'signature_invalid' : 'hash_mismatch';
  return rewritten(what, edit, [check, OTHER_CODES[what] ?? other]);
});

/** The service signs again what the sections say, but not what they repeat. */
const repeated = (path: string, value: unknown): KitCase =>
  sealed(
    `${path} is another than in the signed object`,
    (draft) => {
      const [section = '', member = ''] = path.split('.');
      Reflect.set(Reflect.get(draft, section), member, value);
    },
    [2, 'contradiction'],
  );

export const TAMPERED: readonly KitCase[] = [
  ...ofDemo,
  repeated('who.tenant', 'tn_other'),
  repeated('who.principal', 'eve'),
  repeated('who.agent', 'agent-9'),
  repeated('who.approver', null),
  repeated('what.plugin', 'records'),
  repeated('what.plugin_version', '9.9.9'),
  repeated('what.tier', 'certified'),
  repeated('what.facade', 'bank.readBalance'),
  repeated('what.reason', 'counterparty_refused'),
  repeated('what.level_achieved', 'L1-declared'),
  repeated('where.venue', 'elsewhere'),
  repeated('where.decided_by', 'authority'),
  repeated('where.counterparty', null),
  repeated('where.measurement', { software: 'ab'.repeat(32), quote: null }),
  repeated('why.policy_version', 'treasury.v1@1.0.1'),
  repeated('why.decision', { outcome: 'allow', reason: 'ok', detail: '' }),
  repeated('when.proposed_at', '2026-06-01T09:00:01.000Z'),
  repeated('when.approved_at', '2026-06-01T09:00:02.000Z'),
  repeated('when.decided_at', '2026-06-01T09:00:06.001Z'),
  sealed('executed, without the time of its redemption', ({ when }) => (when.redeemed_at = null), [
    2,
    'missing',
  ]),
  altered(
    'another hash of the whole receipt than the service signed',
    (draft) => {
      draft.receipt_body_hash = flipped(draft.receipt_body_hash);
      placed(draft);
    },
    [2, 'hash_mismatch'],
  ),
  altered('without the signature of the service', ({ signatures }) => (signatures.service = null), [
    2,
    'missing',
  ]),
  altered('without a place in the log', ({ status }) => (status.log = null), [8, 'missing']),
  altered('without a signed head', ({ bundle }) => (bundle.log_root_signature = null), [8, 'missing']),
  altered('the hash of the mandate', ({ who }) => (who.contract_hash = flipped(who.contract_hash)), [
    3,
    'hash_mismatch',
  ]),
  altered('the hash of the profile', ({ why }) => (why.profile_hash = flipped(why.profile_hash)), [
    3,
    'hash_mismatch',
  ]),
  altered('the hash of the grant', ({ how }) => (how.grant_hash = flipped(how.grant_hash)), [
    5,
    'hash_mismatch',
  ]),
  altered('the hash of the decision', ({ how }) => (how.decision_hash = flipped(how.decision_hash)), [
    5,
    'hash_mismatch',
  ]),
  altered(
    'the leaf’s hash',
    ({ status: { log } }) => {
      if (log !== null) log.leaf_hash = flipped(log.leaf_hash);
    },
    [8, 'hash_mismatch'],
  ),
  altered(
    'the connector pays to an account from the memo',
    ({ why: { plugin } }) => {
      for (const operation of plugin.connector.operations) operation.body.to_account = 'memo';
    },
    [3, 'plugin_hash_mismatch'],
  ),
];
