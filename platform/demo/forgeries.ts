import { formatInstant } from '@common/base/instant';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import type { ExecuteRequest } from '@platform/core/objects/grant';
import type { Receipt } from '@platform/core/objects/receipt';
import {
  assembleBody,
  placeInLog,
  type ReceiptParts,
  receiptBodyHash,
  receiptLeaf,
  sealReceipt,
} from '@platform/core/receipt/assemble';
import { signHash, signObject } from '@platform/core/signed/signed';
import { type Mutable, recommit } from './tamperings.ts';
import { directoriesOf, freshSalt, type Thief } from './thief.ts';

/** Receipts by someone who has the authority's key, and the one with which it assembles receipts. */

/** An honest receipt with another amount: every hash is right again, and each signature that the thief's keys can make. */
export function withAmount({ signers }: Thief, honest: Receipt, amount: string): Receipt {
  const receipt: Mutable<Receipt> = structuredClone(honest);
  const { what, how, signatures } = receipt;
  recommit(receipt, 'amount', amount);
  what.action_hash = hashOf(nodeCrypto, what.action);
  how.grant.action_hash = what.action_hash;
  const grant = signObject(nodeCrypto, signers.authority, how.grant);
  how.grant_hash = grant.hash;
  how.grant_signature = grant.signature;
  how.decision.grant_hash = grant.hash;
  how.decision.action_hash = what.action_hash;
  how.decision_hash = hashOf(nodeCrypto, how.decision);
  receipt.receipt_body_hash = receiptBodyHash(nodeCrypto, receipt);
  const { disclosures = [] } = signatures.service ?? {};
  signatures.service = { ...signHash(signers.service_assembly, receipt.receipt_body_hash), disclosures };
  return logged(signers, receipt, honest);
}

/** What the thief can show of a grant that the enforcement point has refused. */
export function ofRefusal(
  thief: Thief,
  { grant, grant_hash, signature, action, salts }: ExecuteRequest,
  honest: Receipt,
) {
  const { who, why, status, bundle, signatures } = honest;
  const enforcement = thief.decisionOn(grant.grant_id);
  const { profile, profile_hash, profile_signature, plugin } = why;
  const now = formatInstant(Date.now());
  const parts: ReceiptParts = {
    receipt_id: 'rcpt_thief',
    mandate: { contract: who.contract, contract_hash: who.contract_hash, signature: signatures.principal },
    record: {
      grant,
      grant_hash,
      signature,
      action,
      salts,
      decision: { outcome: 'allow', reason: 'ok', detail: 'within the mandate' },
      ...directoriesOf(honest),
      ending: null,
      approval: null,
      redeemed_at: enforcement.decision.decided_at,
    },
    enforcement,
    rules: { profile: { profile, profile_hash, signature: profile_signature }, plugin },
    status: { ...status, checked_at: now },
    keys: bundle.keys,
    sequence: bundle.sequence + 1,
    previous_receipt_hash: honest.receipt_body_hash,
    assembled_at: now,
  };
  const body = assembleBody(nodeCrypto, parts, freshSalt);
  const { receipt } = sealReceipt(nodeCrypto, body, (hash) => signHash(thief.signers.service_assembly, hash));
  return logged(thief.signers, receipt, honest);
}

/** In a log of one leaf: anyone who has the authority's key can begin one. */
function logged({ authority }: Thief['signers'], receipt: Receipt, { status }: Receipt): Receipt {
  const leaf = receiptLeaf(nodeCrypto, receipt);
  if (status.log === null) throw new Error('the honest receipt has no place in a log');
  const timestamp = formatInstant(Date.now());
  const head = { ...status.log.tree_head, tree_size: 1, root_hash: leaf, timestamp };
  const place = { leaf_index: 0, leaf_hash: leaf, inclusion_proof: [], tree_head: head };
  return placeInLog(receipt, place, signObject(nodeCrypto, authority, head).signature);
}
