import { randomBytes } from 'node:crypto';
import { commitTo } from '@common/evidence/disclosure';
import { nodeCrypto } from '@common/evidence/node';
import type { GrantRecord } from '@platform/core/objects/grant';
import { signObject } from '@platform/core/signed/signed';
import { type Client, type Reply, send } from '../../client.ts';
import type { Deployment } from '../../deployment.ts';

/** What an enforcement point sends to the authority, signed with the deployment's own key. */
export function actAsPep(d: Deployment, client: Pick<Client, 'serviceToken'>) {
  return {
    async reportDoubt({ grant, action_hash }: GrantRecord): Promise<Reply> {
      const now = new Date().toISOString();
      const doubt = {
        type: 'sanad/doubt/1',
        deployment: d.id,
        grant_id: grant.grant_id,
        action_hash,
        reason: 'no_answer',
        detail: 'bank gave no answer',
        sent_at: now,
        declared_at: now,
      } as const;
      const { hash, signature } = signObject(nodeCrypto, await d.signer('pep'), doubt);
      const body = { kind: 'in_doubt', body: { doubt, doubt_hash: hash, signature } };
      return send(`${d.urls.authority}/events`, { body });
    },

    async redeem({ grant, grant_hash, action_hash }: GrantRecord): Promise<Reply> {
      const redemption = {
        type: 'sanad/redemption/1',
        redemption_id: `red_${randomBytes(12).toString('hex')}`,
        grant_id: grant.grant_id,
        grant_hash,
        action_hash,
        venue: 'local',
        requested_at: new Date().toISOString(),
      } as const;
      const { hash, signature } = signObject(nodeCrypto, await d.signer('pep'), redemption);
      return send(`${d.urls.authority}/grants/${grant.grant_id}/redeem`, {
        body: {
          redemption,
          redemption_hash: hash,
          signature,
          presentation: client.serviceToken('execute', grant.grant_id),
        },
      });
    },

    async report({ grant, grant_hash, action_hash }: GrantRecord): Promise<Reply> {
      const disclosure: [string, 'detail', string] = ['5a'.repeat(16), 'detail', 'the bank says no'];
      const decision = {
        type: 'sanad/decision/1',
        deployment: d.id,
        grant_id: grant.grant_id,
        grant_hash,
        contract_hash: grant.contract_hash,
        action_hash,
        policy_version: grant.policy_version,
        venue: 'local',
        level: 'L1-sim',
        outcome: 'refused',
        reason: 'counterparty_refused',
        detail: commitTo(nodeCrypto, disclosure),
        counterparty_ack_hash: null,
        response_sha256: null,
        executed_at: null,
        decided_at: new Date().toISOString(),
      } as const;
      const { hash, signature } = signObject(nodeCrypto, await d.signer('pep'), decision);
      const body = { decision, decision_hash: hash, signature, disclosure, counterparty_ack: null };
      return send(`${d.urls.authority}/events`, { body: { kind: 'enforcement', body } });
    },
  };
}
