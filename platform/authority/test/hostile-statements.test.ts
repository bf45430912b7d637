import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { unwrap } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { Receipt } from '@platform/core/objects/receipt';
import { openReceipt } from '@platform/core/receipt/open-receipt';
import { pluginHash } from '@platform/core/signed/plugin';
import {
  HOSTILE_STATEMENTS,
  honestStatements,
  PAYEE_CHECKED,
  type StatementWorld,
  statementWorld,
  withPayeeCheck,
} from '@platform/core/testing/hostile-statements';
import { verify } from '@platform/core/verify/verify';
import { generatePrivateKey, readPrivateKey } from '@platform/keys/key-files/key-pair';
import { SOFTWARE, token, transfer } from './support/actions.ts';
import { onBothEngines } from './support/engines.ts';
import { DEPLOYMENT } from './support/keys.ts';
import { pluginHashOf } from './support/profiles.ts';
import type { Answer, Deployment } from './support/types.ts';

const RULES = { amount_max: '5000', daily_max: '10000', threshold: '1000', ...PAYEE_CHECKED };

/** A deployment whose profile names who checks payees, and a mandate that needs them checked. */
async function live(d: Deployment): Promise<{ world: StatementWorld; mandate: string }> {
  const { world, terms, entries } = statementWorld({
    crypto: nodeCrypto,
    deployment: DEPLOYMENT,
    now: d.now(),
    principal: d.signer('principal_amina'),
    others: { counterparty: d.signer('bank'), authority: d.signer('authority') },
    makePair: (kid) => readPrivateKey(generatePrivateKey('ed25519'), kid),
  });
  for (const entry of entries) d.rawKeys.set(entry.kid, entry);
  const treasury = d.plugins.get('treasury');
  assert.ok(treasury);
  const files = { ...treasury, manifest: withPayeeCheck(treasury.manifest) };
  d.plugins.set('treasury', { ...files, hash: pluginHash(nodeCrypto, files) });
  d.publish('treasury.v1', { attested: { payee_checked: terms } });
  return { world, mandate: await d.register({ rules: RULES }) };
}

async function propose(
  d: Deployment,
  mandate: string,
  statements: unknown,
  params = transfer(),
): Promise<Answer<GrantRecord>> {
  const body = {
    ...{ contract_id: mandate, plugin: 'treasury', facade: 'bank.executeTransfer', params },
    ...(statements === undefined ? {} : { statements }),
    ...{ plugin_hash: pluginHashOf(d.plugins), software: SOFTWARE },
  };
  const ref = createHash('sha256').update(JSON.stringify(body)).digest('hex');
  const bearer = await token({ scope: 'grants', ref, sub: 'amina' }, Date.parse(d.now()));
  return d.post<GrantRecord>('/grants', body, bearer);
}

const codeOf = ({ body }: Answer<unknown>) =>
  (body as { readonly detail?: { readonly error?: string } }).detail?.error;

async function verdictOf(d: Deployment, { grant }: GrantRecord): Promise<readonly [string, Receipt]> {
  await d.sequencer.settled();
  const [receipt] = (await d.get<Receipt[]>(`/receipts?grant_id=${grant.grant_id}`)).body;
  assert.ok(receipt);
  const { verdict, checks } = verify(nodeCrypto, receipt, { keys: await d.deps.keys() });
  const failed = checks.filter(({ outcome }) => outcome === 'fail').map(({ detail }) => detail);
  return [failed.length === 0 ? verdict : failed.join(' '), receipt];
}

onBothEngines('statements of proposals', {
  'are refused if they are hostile, each with its code and a receipt that verifies': async (d) => {
    const { world, mandate } = await live(d);
    for (const [name, { make, refused }] of Object.entries(HOSTILE_STATEMENTS)) {
      const answer = await propose(d, mandate, make(world));
      if (typeof refused === 'string') {
        const code = refused === 'stray' ? 'statements_invalid' : 'invalid_request';
        assert.deepEqual([answer.status, codeOf(answer)], [422, code], name);
        continue;
      }
      const { status, decision } = answer.body;
      const [why, says] = refused;
      const seen = [status, decision.reason, decision.values?.why];
      assert.deepEqual(seen, ['denied', 'x_treasury_payee_not_checked', why], name);
      assert.match(decision.detail, says, name);
      assert.equal((await verdictOf(d, answer.body))[0], 'verified', name);
    }
  },

  'that are good are in the receipt, with the key of who signed them': async (d) => {
    const { world, mandate } = await live(d);
    const { body: grant } = await propose(d, mandate, honestStatements(world));
    assert.equal(grant.status, 'active', grant.decision.detail);
    assert.equal((await d.redeem(grant)).status, 200);
    assert.equal((await d.report(grant)).status, 201);
    const [verdict, receipt] = await verdictOf(d, grant);
    assert.equal(verdict, 'verified');
    assert.deepEqual(
      unwrap(openReceipt(nodeCrypto, receipt)).what.action.statements,
      honestStatements(world),
    );
    assert.equal(receipt.bundle.keys.checker?.enrolment?.signature.kid, 'principal_amina');
  },

  'that run out, or whose key is stolen, end the grant before it is approved or spent': async (d) => {
    const { world, mandate } = await live(d);
    const until = new Date(Date.parse(d.now()) + 60_000).toISOString();
    const short = honestStatements(world, { expires_at: until });
    const held = (await propose(d, mandate, short, transfer({ amount: '1500' }))).body;
    const active = (await propose(d, mandate, short)).body;
    const lasting = (await propose(d, mandate, honestStatements(world))).body;
    assert.deepEqual([held.status, active.status, lasting.status], ['pending', 'active', 'active']);
    d.advance(61);
    const checker = d.rawKeys.get('checker');
    assert.ok(checker);
    const refusals = [await d.approve(held), await d.redeem(active)];
    d.rawKeys.set('checker', { ...checker, compromised_at: d.now() });
    refusals.push(await d.redeem(lasting));
    const reason = 'x_treasury_payee_not_checked';
    assert.deepEqual(refusals.map(codeOf), [reason, reason, reason]);
    for (const grant of [held, active, lasting]) {
      const [verdict, { what }] = await verdictOf(d, grant);
      assert.deepEqual([verdict, what.outcome, what.reason], ['verified', 'denied', reason]);
    }
  },
});
