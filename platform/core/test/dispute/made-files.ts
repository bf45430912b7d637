import { unwrap } from '@common/base/result';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import { type DisputeJudgement, judgeDispute } from '../../src/dispute/judge-dispute.ts';
import { readDispute } from '../../src/dispute/read-dispute.ts';
import { addEnding, checkedKeys, NOTHING_ENDED } from '../../src/log/standing/endings.ts';
import { type MapNode, proveInMap } from '../../src/log/standing/sparse-map.ts';
import type { SignedAck } from '../../src/objects/counterparty.ts';
import type { Dispute, KeptObject, NewerStanding } from '../../src/objects/dispute.ts';
import type { KeySet } from '../../src/objects/key-entry.ts';
import type { SignedMovementPage } from '../../src/objects/movement.ts';
import type { Receipt } from '../../src/objects/receipt.ts';
import type { SettlementChoice } from '../../src/objects/settlement.ts';
import type { Ending } from '../../src/objects/standing.ts';
import { reliedOn } from '../../src/receipt/relied-on.ts';
import { signObject } from '../../src/signed/signed.ts';
import { type Draft, draftOf, EVERYONE, resign } from '../verify/hostile/resign.ts';
import { at, CAST, keysOf, opened, tell } from '../verify/story.ts';
import { DEPLOYMENT, enrol, party } from '../verify/story-keys.ts';

/** A second approver, whom the mandate may name, and a shop that is no bank. */
export const EVE = enrol(
  party('approver_eve.phone', 'approver', { person: 'eve', alg: 'es256', hardware: true }),
  CAST.principal.signer,
);
export const SHOP = party('shop', 'counterparty');
export const PINNED: KeySet = { ...keysOf(CAST), [EVE.key.kid]: EVE.key, [SHOP.key.kid]: SHOP.key };

/** A file about a receipt, with nothing beside it that is not given. */
export function fileAbout(receipt: unknown, beside: Partial<Dispute> = {}): Dispute {
  return {
    type: 'sanad/dispute/1',
    made_at: at('12:00:00.000'),
    ground: null,
    claim: null,
    answer: null,
    receipt,
    others: [],
    kept: [],
    standing: null,
    movements: [],
    ...beside,
  };
}

/** Judged as a reader does: from the text, by their own keys. */
export function judged(file: Dispute, keys: KeySet = PINNED): DisputeJudgement {
  return judgeDispute(nodeCrypto, unwrap(readDispute(JSON.stringify(file))), { keys });
}

/** The receipt with changes that everyone signs again. */
export function changed(receipt: Receipt, change: (draft: Draft) => void): Receipt {
  const draft = draftOf(receipt);
  change(draft);
  return resign(draft, { held: EVERYONE, forgery: 'leave', careful: true });
}

export function revocationOf(
  { who }: Receipt,
  revokedAt: string,
): Extract<KeptObject, { revocation: object }> {
  const revocation = {
    type: 'sanad/revocation/1' as const,
    deployment: DEPLOYMENT,
    contract_id: who.contract.contract_id,
    contract_hash: who.contract_hash,
    revoked_at: revokedAt,
    reason: 'agent replaced',
  };
  const { hash, signature } = signObject(nodeCrypto, CAST.principal.signer, revocation);
  return { revocation, revocation_hash: hash, signature };
}

export function cancellationOf({ how }: Receipt, cancelledAt: string): KeptObject {
  const { grant_id, action_hash } = how.grant;
  const facts = { deployment: DEPLOYMENT, grant_id, action_hash, reason: 'wrong' };
  const cancellation = { type: 'sanad/cancellation/1' as const, ...facts, cancelled_at: cancelledAt };
  const { hash, signature } = signObject(nodeCrypto, CAST.principal.signer, cancellation);
  return { cancellation, cancellation_hash: hash, signature };
}

export function rejectionOf({ how }: Receipt): KeptObject {
  const { grant_id } = how.grant;
  const rejection = { type: 'sanad/rejection/1' as const, deployment: DEPLOYMENT, grant_id, reason: 'no' };
  const { hash, signature } = signObject(nodeCrypto, CAST.approver.signer, rejection);
  return { rejection, rejection_hash: hash, signature };
}

/** An acknowledgment of the receipt’s action that the bank gave to another than the enforcement point. */
export function ackOf(receipt: Receipt, more: Readonly<Record<string, string>> = {}): SignedAck {
  const { what, how } = opened(receipt);
  const { grant_id, idempotency_key } = what.action;
  const ack = {
    type: 'sanad/ack/1' as const,
    counterparty: 'bank',
    operation: 'transfer',
    grant_id,
    action_hash: how.grant.action_hash,
    idempotency_key,
    acknowledged_at: at('09:00:05.000'),
    ...more,
  };
  const { hash, signature } = signObject(nodeCrypto, CAST.bank.signer, ack);
  return { ack, ack_hash: hash, signature };
}

/** A head of the same log an hour later, that says what has ended of all that the receipt stood on. */
export function newerStanding(
  receipt: Receipt,
  ended: readonly Ending[],
  timestamp = at('10:00:00.000'),
): NewerStanding {
  const nodes = new Map<string, MapNode>();
  let standing = NOTHING_ENDED;
  for (const ending of ended) {
    const added = addEnding(nodeCrypto, nodes, standing, ending);
    for (const [hash, node] of added.nodes) nodes.set(hash, node);
    standing = added.head;
  }
  const known = receipt.status.log?.tree_head;
  if (known === undefined) throw new Error('the receipt is not in a log');
  const head = { ...known, standing, timestamp };
  const { hash, signature } = signObject(nodeCrypto, CAST.authority.signer, head);
  const keys = checkedKeys(nodeCrypto, reliedOn(opened(receipt)));
  const proof = proveInMap(nodes, standing.root_hash, keys);
  return {
    head: { tree_head: head, tree_head_hash: hash, signature },
    consistency: [],
    standing: { proof, ...(ended.length === 0 ? {} : { ended: [...ended] }) },
  };
}

export function endOf(receipt: Receipt, endedAt: string, revokedAt = endedAt): Ending {
  const { contract_id } = receipt.who.contract;
  const by = revocationOf(receipt, revokedAt).revocation_hash;
  return { kind: 'mandate', id: contract_id, ended_at: endedAt, by };
}

/** The bank’s own list of the day, as the enforcement point signed it, with these payments in it. */
export function listOf(receipt: Receipt, amounts: readonly string[]): SignedMovementPage {
  const page = {
    type: 'sanad/movements/1' as const,
    deployment: DEPLOYMENT,
    tenant: receipt.who.tenant,
    account: 'acct_operating_eur',
    from: '2026-06-01',
    until: '2026-06-02',
    after: null,
    plugin: 'treasury',
    counterparty: 'bank',
    currency: 'EUR',
    opening: '1000',
    closing: '1000',
    movements: amounts.map((amount, index) => ({
      movement_id: `txn_${index}`,
      booked_at: at('09:00:05.000'),
      direction: 'out' as const,
      amount,
      balance: '750',
      other_account: 'DE02',
      reference: null,
      text: null,
      idempotency_key: opened(receipt).what.action.idempotency_key,
    })),
    more: false,
    listed_at: at('11:00:00.000'),
  };
  const { hash, signature } = signObject(nodeCrypto, CAST.pep.signer, page);
  return { page, page_hash: hash, signature };
}

/** A payment of which nobody knows whether it was made, and which its principal counts so. */
export function settled(choice: SettlementChoice): Receipt {
  const sent = at('09:00:04.500');
  const executed = choice === 'count_as_done';
  return changed(tell({ ...(executed ? {} : { outcome: 'refused' as const }) }), (draft) => {
    const { how, signatures } = draft;
    how.counterparty_ack = null;
    how.counterparty_ack_hash = null;
    signatures.counterparty = null;
    const { deployment, grant_id, action_hash } = how.grant;
    const doubt = {
      type: 'sanad/doubt/1' as const,
      ...{ deployment, grant_id, action_hash, reason: 'no_answer' as const, detail: '' },
      ...{ sent_at: sent, declared_at: at('09:00:05.000') },
    };
    const signedDoubt = signObject(nodeCrypto, CAST.pep.signer, doubt);
    how.doubt = { doubt, doubt_hash: signedDoubt.hash, signature: signedDoubt.signature };
    const settlement = {
      type: 'sanad/settlement/1' as const,
      ...{ deployment, grant_id, action_hash, doubt_hash: hashOf(nodeCrypto, doubt), replaces_hash: null },
      ...{ choice, reason: 'as the bank says by telephone', settled_at: at('09:00:05.500') },
    };
    const { hash, signature } = signObject(nodeCrypto, CAST.principal.signer, settlement);
    how.settlement = { settlement, settlement_hash: hash, signature };
    Object.assign(how.decision, { reason: 'settled_by_principal', settlement_hash: hash, sent_at: sent });
  });
}
