import { utf8 } from '@common/evidence/bytes';
import { findFlaw, inOrder } from '@common/evidence/canonical';
import type { Crypto } from '@common/evidence/crypto';
import type { Disclosure } from '@common/evidence/disclosure';
import { hashOf } from '@common/evidence/hash';
import { leafHash } from '../log/merkle/tree.ts';
import type { SignedEnforcement } from '../objects/event.ts';
import type { GrantRecord } from '../objects/grant.ts';
import type { KeySet } from '../objects/key-entry.ts';
import type { LogInclusion } from '../objects/log.ts';
import type { SignedMandate } from '../objects/mandate.ts';
import type { SignedProfile } from '../objects/profile.ts';
import type { PlainReceipt, Receipt } from '../objects/receipt.ts';
import type { Signature } from '../objects/signature.ts';
import type { PluginFiles } from '../signed/plugin.ts';
import { isParam, nameOfPlace, sealValues } from './open-receipt.ts';

/** A profile with its plugin. */
export interface Rules {
  readonly profile: SignedProfile;
  readonly plugin: PluginFiles;
}

/** Everything that a receipt is made of; it contains nothing else. */
export interface ReceiptParts {
  readonly receipt_id: string;
  readonly mandate: SignedMandate;
  readonly record: Omit<GrantRecord, 'action_hash' | 'status' | 'redemption_id' | 'receipt_id'>;
  /** How the grant ended, signed by the pep, or by the authority if no pep was involved. */
  readonly enforcement: SignedEnforcement;
  /** The rules that decided the grant. */
  readonly rules: Rules;
  readonly status: Omit<Receipt['status'], 'log'>;
  /** The keys of all signers, including the principal of each enrolment. */
  readonly keys: KeySet;
  readonly sequence: number;
  readonly previous_receipt_hash: string | null;
  readonly assembled_at: string;
}

type UnsignedReceipt = Omit<Receipt, 'receipt_body_hash'> & { readonly receipt_body_hash: null };

/** A receipt’s body with commitments, and what opens them. */
interface AssembledBody {
  readonly body: UnsignedReceipt;
  readonly disclosures: readonly Disclosure[];
}

/**
 * The receipt before it has a hash, a place in the log and the service's signature. `drawSalt` returns 128 random bits in
 * lowercase hex, for what no signed object has committed to before.
 */
export function assembleBody(
  crypto: Pick<Crypto, 'sha256'>,
  parts: ReceiptParts,
  drawSalt: () => string,
): AssembledBody {
  const { salts } = parts.record;
  return sealValues(crypto, plainBody(parts), (place) => {
    if (isParam(place)) return salts.params[nameOfPlace(place)] ?? drawSalt();
    if (place === 'how.decision.detail') return parts.enforcement.disclosure[0];
    const name = place.startsWith('what.action.') ? place.slice('what.action.'.length) : '';
    return Object.hasOwn(salts, name) ? String(salts[name as 'reason']) : drawSalt();
  });
}

function plainBody(
  parts: ReceiptParts,
): Omit<PlainReceipt, 'receipt_body_hash'> & Pick<UnsignedReceipt, 'receipt_body_hash'> {
  const { record, rules } = parts;
  const { action, approval, earlier_approvals: earlier = [], grant } = record;
  const { rejection } = record.ending ?? {};
  const cancellation = record.ending?.cancellation ?? record.cancellation;
  const { manifest, connector } = rules.plugin;
  const { decision, disclosure, counterparty_ack: ack, settlement, doubt } = parts.enforcement;
  return {
    type: 'sanad/receipt/0.3',
    receipt_version: '0.3',
    deployment: grant.deployment,
    receipt_id: parts.receipt_id,
    receipt_body_hash: null,
    who: whoOf(parts),
    what: {
      plugin: manifest.name,
      plugin_version: manifest.version,
      tier: manifest.tier,
      facade: action.facade,
      outcome: decision.outcome,
      reason: decision.reason,
      level_achieved: decision.level,
      action_hash: grant.action_hash,
      action,
    },
    where: {
      venue: decision.venue,
      decided_by: parts.enforcement.signature.kid,
      counterparty: ack?.signature.kid ?? null,
      measurement: { software: grant.gateway_software, quote: null },
    },
    when: {
      proposed_at: action.proposed_at,
      approved_at: approval?.approved_at ?? null,
      redeemed_at: record.redeemed_at,
      executed_at: decision.executed_at,
      decided_at: decision.decided_at,
      assembled_at: parts.assembled_at,
    },
    why: {
      policy_version: grant.policy_version,
      profile_hash: grant.profile_hash,
      profile: rules.profile.profile,
      profile_signature: rules.profile.signature,
      plugin: { manifest, connector },
      decision: record.decision,
      ...(record.directories === undefined ? {} : { directories: record.directories }),
    },
    how: {
      grant,
      grant_hash: record.grant_hash,
      grant_signature: record.signature,
      // A member is absent if there is nothing in it, because the hash covers it.
      ...(approval === null || earlier.length === 0 ? {} : { earlier_approvals: earlier }),
      ...(rejection === undefined ? {} : { rejection }),
      ...(cancellation === undefined ? {} : { cancellation }),
      ...(settlement === undefined ? {} : { settlement }),
      ...(doubt === undefined ? {} : { doubt }),
      decision: { ...decision, detail: disclosure[2] },
      decision_hash: parts.enforcement.decision_hash,
      counterparty_ack: ack?.ack ?? null,
      counterparty_ack_hash: ack?.ack_hash ?? null,
    },
    status: { ...parts.status, log: null },
    bundle: {
      keys: { ...parts.keys },
      sequence: parts.sequence,
      previous_receipt_hash: parts.previous_receipt_hash,
      log_root_signature: null,
    },
    signatures: {
      principal: parts.mandate.signature,
      approver: approval?.signature ?? null,
      pep: parts.enforcement.signature,
      counterparty: ack?.signature ?? null,
      service: null,
    },
  };
}

/**
 * The body with its hash and the signature of `service_assembly` over that hash, and its entry in the log,
 * the 64 hex digits that `entryLeaf` makes a leaf of. Both hashes cover the same body except one field, so it
 * is put in order once.
 */
export function sealReceipt(
  crypto: Crypto,
  { body, disclosures }: AssembledBody,
  signHash: (hash: string) => Signature,
): { readonly receipt: Receipt; readonly entry: string } {
  const flaw = findFlaw(body);
  if (flaw !== null) throw new TypeError(`a receipt cannot be canonical JSON: ${flaw}`);
  // INVARIANT: changes of the copy keep the order of its members.
  const { copy, write } = inOrder(body);
  const hash = crypto.sha256(write(copy));
  const service = { ...signHash(hash), disclosures: [...disclosures] };
  return {
    receipt: { ...body, receipt_body_hash: hash, signatures: { ...body.signatures, service } },
    entry: crypto.sha256(write({ ...copy, receipt_body_hash: hash })),
  };
}

/** The sealed receipt with its place in the log and the authority's signature over the tree head. */
export function placeInLog(receipt: Receipt, log: LogInclusion, rootSignature: Signature): Receipt {
  return {
    ...receipt,
    status: { ...receipt.status, log },
    bundle: { ...receipt.bundle, log_root_signature: rootSignature },
  };
}

/**
 * The hash of the receipt without the parts that derive from it: itself, the service's signature and the
 * place in the log.
 */
export function receiptBodyHash(crypto: Crypto, receipt: Receipt | UnsignedReceipt): string {
  return hashOf(crypto, { ...withoutPlace(receipt), receipt_body_hash: null });
}

/**
 * Hash of the receipt's leaf in the log: interface document, 2.5 rule 5. The leaf's data is the 64 ASCII
 * characters of the hash of the receipt without its place in the log and the service's signature;
 * `receipt_body_hash` remains.
 */
export function receiptLeaf(crypto: Crypto, receipt: Receipt): string {
  return entryLeaf(crypto, hashOf(crypto, withoutPlace(receipt)));
}

/**
 * Hash of the leaf whose data is this entry: 64 hex digits.
 * @example entryLeaf(crypto, '') // '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'
 */
export function entryLeaf(crypto: Crypto, entry: string): string {
  return leafHash(crypto, utf8(entry));
}

/**
 * The receipt without the parts that are known only after the leaf's hash.
 * @example withoutPlace({ status: { log: {} }, bundle: {}, signatures: {} })
 *   // { status: { log: null }, bundle: { log_root_signature: null }, signatures: { service: null } }
 */
export function withoutPlace(receipt: Receipt | UnsignedReceipt): Receipt | UnsignedReceipt {
  return {
    ...receipt,
    status: { ...receipt.status, log: null },
    bundle: { ...receipt.bundle, log_root_signature: null },
    signatures: { ...receipt.signatures, service: null },
  };
}

function whoOf({ mandate: signed, record: { approval } }: ReceiptParts): Receipt['who'] {
  const { contract: mandate, contract_hash } = signed;
  return {
    tenant: mandate.tenant,
    principal: mandate.principal,
    agent: mandate.agent,
    approver: approval?.signature.kid ?? null,
    contract_hash,
    contract: mandate,
  };
}
