import { unwrap } from '@common/base/result';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import type { PlainReceipt, Receipt } from '../../../src/objects/receipt.ts';
import type { Signature } from '../../../src/objects/signature.ts';
import { receiptBodyHash, receiptLeaf } from '../../../src/receipt/assemble.ts';
import { openReceipt, sealValues } from '../../../src/receipt/open-receipt.ts';
import { signHash } from '../../../src/signed/signed.ts';
import { CAST, type Cast, saltsFrom } from '../story.ts';

type Mutable<T> = T extends object ? { -readonly [Name in keyof T]: Mutable<T[Name]> } : T;
/** What a receipt says, in plain, with the salts of its places. */
export type Draft = Mutable<PlainReceipt> & { readonly salts: Readonly<Record<string, string>> };
type Holder = keyof Cast;

export const SERVICES: readonly Holder[] = ['authority', 'pep', 'service', 'bank'];
export const EVERYONE: readonly Holder[] = [...SERVICES, 'principal', 'approver'];

/** What a thief does where they lack the key: nothing, or sign with one that they have, under either name. */
export const FORGERIES = ['leave', 'as the victim', 'as themselves'] as const;

interface Thief {
  readonly held: readonly Holder[];
  readonly forgery: (typeof FORGERIES)[number];
  /** Whether the parts that repeat what is signed elsewhere are made to agree. */
  readonly careful: boolean;
}

export function draftOf(receipt: Receipt): Draft {
  const { disclosed, hidden: _, document: __, ...plain } = unwrap(openReceipt(nodeCrypto, receipt));
  const salts = Object.fromEntries([...disclosed].map(([place, [salt]]) => [place, salt]));
  return structuredClone({ ...plain, salts }) as Draft;
}

function sealed({ salts, ...plain }: Draft) {
  return sealValues(nodeCrypto, plain as PlainReceipt, (place) => salts[place] ?? saltsFrom(place)());
}

/** The receipt of a draft, with hashes and signatures that are good again, as far as these keys reach. */
export function resign(draft: Draft, thief: Thief): Receipt {
  const { who, what, why, status, signatures, bundle } = draft;
  const sign = signerOf(thief);
  who.contract_hash = hashOf(nodeCrypto, who.contract);
  signatures.principal = sign('principal', who.contract_hash, signatures.principal);
  why.profile_hash = hashOf(nodeCrypto, why.profile);
  why.profile_signature = sign('principal', why.profile_hash, why.profile_signature);
  what.action.contract_hash = who.contract_hash;
  what.action_hash = hashOf(nodeCrypto, sealed(draft).body.what.action);
  if (signatures.approver !== null)
    signatures.approver = sign('approver', what.action_hash, signatures.approver);
  resignGrant(draft, thief);
  resignAck(draft, thief);
  resignDecision(draft, thief);
  if (status.revocation !== null) {
    const { revocation } = status.revocation;
    status.revocation.revocation_hash = hashOf(nodeCrypto, revocation);
    status.revocation.signature = sign(
      'principal',
      status.revocation.revocation_hash,
      status.revocation.signature,
    );
  }
  if (thief.careful) repeat(draft);
  const { body, disclosures } = sealed(draft);
  draft.receipt_body_hash = receiptBodyHash(nodeCrypto, body as Receipt);
  if (signatures.service !== null)
    signatures.service = {
      ...sign('service', draft.receipt_body_hash, signatures.service),
      disclosures: disclosures as Mutable<typeof disclosures>,
    };
  if (status.log !== null && bundle.log_root_signature !== null) {
    const leaf = receiptLeaf(nodeCrypto, sealed(draft).body as Receipt);
    if (status.log.leaf_hash !== leaf) putAlone(status.log, leaf);
    const head = hashOf(nodeCrypto, status.log.tree_head);
    bundle.log_root_signature = sign('authority', head, bundle.log_root_signature);
  }
  return sealed(draft).body as Receipt;
}

/** Ed25519 and our P-256 keys sign the same hash in the same way, and most of a receipt stays as it is. */
const signatures = new Map<string, Signature>();

function signatureBy(holder: Holder, hash: string): Signature {
  const name = `${holder} ${hash}`;
  const signature = signatures.get(name) ?? signHash(CAST[holder].signer, hash);
  signatures.set(name, signature);
  return signature;
}

function signerOf({ held, forgery }: Thief) {
  return (holder: Holder, hash: string, old: Signature): Signature => {
    if (held.includes(holder)) return signatureBy(holder, hash);
    const [own] = held;
    if (forgery === 'leave' || own === undefined) return old;
    const signature = signatureBy(own, hash);
    return forgery === 'as themselves' ? signature : { ...signature, kid: old.kid };
  };
}

function resignGrant({ who, what, why, how }: Draft, thief: Thief): void {
  const { grant } = how;
  const { action } = what;
  if (thief.held.includes('authority')) {
    const { grant_id, contract_id, tenant, policy_version } = action;
    Object.assign(grant, { grant_id, contract_id, tenant, policy_version });
    grant.contract_hash = who.contract_hash;
    grant.action_hash = what.action_hash;
    grant.profile_hash = why.profile_hash;
  }
  how.grant_hash = hashOf(nodeCrypto, grant);
  how.grant_signature = signerOf(thief)('authority', how.grant_hash, how.grant_signature);
}

function resignAck({ what, how, signatures }: Draft, thief: Thief): void {
  const { counterparty_ack: ack } = how;
  if (ack === null || signatures.counterparty === null) return;
  if (thief.held.includes('bank')) {
    ack.grant_id = what.action.grant_id;
    ack.action_hash = what.action_hash;
    ack.idempotency_key = what.action.idempotency_key;
  }
  how.counterparty_ack_hash = hashOf(nodeCrypto, ack);
  signatures.counterparty = signerOf(thief)('bank', how.counterparty_ack_hash, signatures.counterparty);
}

function resignDecision(draft: Draft, thief: Thief): void {
  const { who, what, how, signatures } = draft;
  const { decision, grant } = how;
  const isOfPep = decision.outcome === 'executed' || decision.outcome === 'refused';
  const decider = isOfPep ? 'pep' : 'authority';
  if (thief.held.includes(decider)) {
    decision.grant_id = grant.grant_id;
    decision.policy_version = grant.policy_version;
    decision.grant_hash = how.grant_hash;
    decision.contract_hash = who.contract_hash;
    decision.action_hash = what.action_hash;
    decision.counterparty_ack_hash = how.counterparty_ack_hash;
  }
  how.decision_hash = hashOf(nodeCrypto, sealed(draft).body.how.decision);
  signatures.pep = signerOf(thief)(decider, how.decision_hash, signatures.pep);
}

/** What the sections repeat of the objects in them. */
function repeat({ who, what, where, when, why, how, signatures }: Draft): void {
  const { decision, grant } = how;
  const { tenant, principal, agent } = who.contract;
  Object.assign(who, { tenant, principal, agent, approver: signatures.approver?.kid ?? null });
  const { plugin, facade } = what.action;
  const { outcome, reason, level } = decision;
  Object.assign(what, { plugin, facade, outcome, reason, level_achieved: level });
  where.venue = decision.venue;
  where.decided_by = signatures.pep.kid;
  where.counterparty = signatures.counterparty?.kid ?? null;
  where.measurement.software = grant.gateway_software;
  when.proposed_at = what.action.proposed_at;
  when.approved_at = grant.approved_at;
  when.executed_at = decision.executed_at;
  when.decided_at = decision.decided_at;
  why.policy_version = grant.policy_version;
  why.decision.outcome = grant.approved_by === null ? grant.outcome : 'hold';
  if (grant.approved_by === null) why.decision.reason = grant.reason;
}

/** A log of one leaf, of which the authority can sign any head. */
function putAlone(log: NonNullable<Draft['status']['log']>, leaf: string): void {
  Object.assign(log, { leaf_index: 0, leaf_hash: leaf, inclusion_proof: [] });
  Object.assign(log.tree_head, { tree_size: 1, root_hash: leaf });
}
