import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unwrap } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { openDatabase } from '@common/kit/sql/database';
import type { EventRecord } from '@platform/core/objects/event';
import type { RedeemRequest } from '@platform/core/objects/grant';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { SignedTreeHead } from '@platform/core/objects/log';
import type { Receipt } from '@platform/core/objects/receipt';
import type { Signature } from '@platform/core/objects/signature';
import { openReceipt } from '@platform/core/receipt/open-receipt';
import type { PepSchema } from '@platform/pep/store/schema';
import { send, transferInputs } from '../../client.ts';
import { until } from '../../wait.ts';
import type { Used } from './use-deployment.ts';

/** A signature of the story, and what it was given for. */
export interface SignedPart {
  readonly name: string;
  /** With its `type`; the whole receipt if the signature is over `receipt_body_hash`. */
  readonly object: { readonly type: string };
  readonly hash: string;
  readonly signature: Signature;
}

export interface Story {
  readonly parts: readonly SignedPart[];
  readonly receipt: Receipt;
  readonly keys: KeySet;
}

/**
 * A held, approved and executed transfer, a denied one, and the revocation of the mandate: every object that anyone
 * signs in this platform, at least once.
 */
export async function playStory({ d, client }: Used): Promise<Story> {
  const mandate = await client.register();
  const { body: held } = await client.pay(transferInputs({ amount: '1750' }), { mandate });
  const grantId = String(held.grant_id);
  const { body: approved } = await client.approve(grantId);
  const { body: done } = await client.present(grantId, { mandate });
  if (done.status !== 'executed') throw new Error(`the transfer is ${done.status}: ${done.detail}`);
  const { body: denied } = await client.pay(transferInputs({ amount: '9999' }), { mandate });
  const { body: revoked } = await client.revoke(mandate);
  const receipt = await receiptOf(client, grantId);
  const denial = await receiptOf(client, String(denied.grant_id));
  const { body: keys } = await send<KeySet>(`${d.urls.authority}/.well-known/keys.json`);
  const { body: head } = await send<SignedTreeHead>(`${d.urls.authority}/log/head`);
  const { body: events } = await send<readonly EventRecord[]>(`${d.urls.authority}/events?limit=1000`);
  const { body: quote } = await send<{
    fx_quote: { type: string };
    fx_quote_hash: string;
    signature: Signature;
  }>(`${d.urls.bank}/market/fx`);
  const profile = JSON.parse(await readFile(join(d.folders.profiles, 'treasury.v1.json'), 'utf8'));
  const redemption = await redemptionOf(d.databases.pep, grantId);
  const lastEvent = events.at(-1);
  if (revoked.revocation === null || lastEvent === undefined) throw new Error('the story is not complete');
  const parts: SignedPart[] = [
    ...partsOf(receipt, present(approved.approval, 'approval').signature),
    {
      name: 'revocation',
      object: revoked.revocation.revocation,
      hash: revoked.revocation.revocation_hash,
      signature: revoked.revocation.signature,
    },
    { name: 'profile', object: profile.profile, hash: profile.profile_hash, signature: profile.signature },
    enrolmentOf(keys, 'principal_local'),
    enrolmentOf(keys, 'approver_cfo'),
    {
      name: 'redemption',
      object: redemption.redemption,
      hash: redemption.redemption_hash,
      signature: redemption.signature,
    },
    {
      name: 'denial',
      object: denial.how.decision,
      hash: denial.how.decision_hash,
      signature: denial.signatures.pep,
    },
    { name: 'event', object: lastEvent.event, hash: lastEvent.event_hash, signature: lastEvent.signature },
    { name: 'tree head', object: head.tree_head, hash: head.tree_head_hash, signature: head.signature },
    { name: 'rate', object: quote.fx_quote, hash: quote.fx_quote_hash, signature: quote.signature },
  ];
  return { parts, receipt, keys };
}

/** What a receipt of an executed and approved action holds. */
function partsOf(receipt: Receipt, approval: Signature): readonly SignedPart[] {
  const { who, what, how, signatures } = receipt;
  // Its disclosures are no part of a signature.
  const { disclosures: _, ...service } = present(signatures.service, 'service');
  return [
    { name: 'mandate', object: who.contract, hash: who.contract_hash, signature: signatures.principal },
    { name: 'approval', object: what.action, hash: what.action_hash, signature: approval },
    { name: 'grant', object: how.grant, hash: how.grant_hash, signature: how.grant_signature },
    { name: 'decision', object: how.decision, hash: how.decision_hash, signature: signatures.pep },
    {
      name: 'acknowledgment',
      object: present(unwrap(openReceipt(nodeCrypto, receipt)).how.counterparty_ack, 'acknowledgment'),
      hash: present(how.counterparty_ack_hash, 'acknowledgment'),
      signature: present(signatures.counterparty, 'acknowledgment'),
    },
    {
      name: 'receipt',
      object: receipt,
      hash: receipt.receipt_body_hash,
      signature: service,
    },
  ];
}

async function receiptOf(client: Used['client'], grantId: string): Promise<Receipt> {
  return until(`the receipt of ${grantId}`, async () => (await client.receipts(grantId))[0] ?? null);
}

function enrolmentOf(keys: KeySet, kid: string): SignedPart {
  const { compromised_at: _, enrolment, ...facts } = present(keys[kid], kid);
  const { enrolment_hash: hash, signature } = present(enrolment, kid);
  return { name: `enrolment of ${kid}`, object: { type: 'sanad/enrolment/1', ...facts }, hash, signature };
}

/** Only the enforcement point keeps its redemptions. */
async function redemptionOf(url: string, grantId: string): Promise<Omit<RedeemRequest, 'presentation'>> {
  const database = await openDatabase<PepSchema>({ url });
  try {
    const { redemption } = await database.db
      .selectFrom('intent')
      .select('redemption')
      .where('grant_id', '=', grantId)
      .executeTakeFirstOrThrow();
    return JSON.parse(redemption);
  } finally {
    await database.close();
  }
}

export function present<Value>(value: Value | null | undefined, what: string): Value {
  if (value === null || value === undefined) throw new Error(`there is no ${what}`);
  return value;
}
