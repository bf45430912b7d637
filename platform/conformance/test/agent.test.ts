/** The agent's package, against real services: `npm test` opens them once for its calls and for its examples. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { REPOSITORY } from '@common/kit/repository';
import { type AgentKeyPair, createAgent } from '@sanad/agent';
import { startModelServer } from '../../gateway/test/model-server.ts';
import { type Front, startFront } from './agent/front.ts';
import { useDeployment } from './support/use-deployment.ts';

const used = useDeployment({ alone: [] });
let front: Front;
let invoices = 0;

/** Inputs of a payment that nobody made before; above 1,000 a person must approve. */
function invoice(amount: string) {
  invoices += 1;
  const reference = `AGENT-${invoices}`;
  const to = { to_account: 'acct_acme', beneficiary_id: 'acme' };
  return { ...to, amount, currency: 'USD', memo: `Hosting, ${reference}`, reference };
}

function agentAt(gateway: string, patch: { readonly token?: string; readonly answerWithinMs?: number } = {}) {
  const { d } = used();
  return createAgent({ gateway, token: d.agentToken, mandate: d.mandates.treasury, ...patch });
}

async function fresh(t: TestContext) {
  front = await startFront(used(), t);
  return agentAt(front.url);
}

const balance = () => used().client.balance('acct_acme').then(Number);

describe('an agent', () => {
  test('is held, waits while a person signs, and is paid once', async (t) => {
    const agent = await fresh(t);
    const held = await agent.propose('propose_transfer', invoice('2500'));
    assert.equal(held.status, 'pending');
    assert.equal(held.reason, 'approval_required');
    assert.equal(held.values.why, 'over_threshold');
    assert.equal(held.values.limit, '1000');
    assert.equal((await agent.waitForApproval(held.grant_id, { timeoutMs: 1 })).status, 'pending');
    front.waiting = (grantId) => used().client.approve(grantId);
    assert.equal((await agent.waitForApproval(held.grant_id)).status, 'approved');
    const before = await balance();
    const paid = await agent.present('propose_transfer', held.grant_id);
    assert.equal(paid.status, 'executed');
    assert.ok(paid.receipt_id && paid.counterparty_ack?.transfer_id);
    assert.equal((await agent.present('propose_transfer', held.grant_id)).status, 'duplicate');
    assert.equal((await agent.result(held.grant_id)).status, 'executed');
    assert.equal(await balance(), before + 2_500);
  });

  test('learns of a rejection, with its reason', async (t) => {
    const agent = await fresh(t);
    const held = await agent.propose('propose_transfer', invoice('2600'));
    assert.equal(held.status, 'pending');
    front.waiting = (grantId) => used().client.reject(grantId, 'Wrong amount');
    const ended = await agent.waitForApproval(held.grant_id);
    assert.deepEqual([ended.status, ended.reason], ['denied', 'approver_rejected']);
  });

  test('signs with its own key instead of a token; the receipt names the key', async (t) => {
    await fresh(t);
    const { d, client } = used();
    const key = (await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])) as AgentKeyPair;
    const raw = Buffer.from(await crypto.subtle.exportKey('raw', key.publicKey));
    const mandate = await client.register({
      agent_key: { alg: 'ed25519', public_key: raw.toString('hex') },
    });
    const agent = createAgent({ gateway: front.url, key, mandate });
    front.faults = ['put off'];
    const paid = await agent.propose('propose_transfer', invoice('60'));
    assert.equal(paid.status, 'executed', 'each attempt is signed anew');
    assert.equal(paid.recovered, true);
    const [receipt] = await client.receipts(paid.grant_id);
    assert.equal(receipt?.how.grant.agent_key, `sha256:${createHash('sha256').update(raw).digest('hex')}`);
    assert.equal((await agent.result(paid.grant_id)).status, 'executed');
    const token = createAgent({ gateway: front.url, token: d.agentToken, mandate });
    const refused = await token.propose('propose_transfer', invoice('61'));
    assert.deepEqual([refused.status, refused.reason], ['rejected', 'agent_key_required']);
  });

  for (const fault of ['lose the answer', 'rubbish'] as const) {
    test(`does not pay twice: ${fault}, then the same proposal`, async (t) => {
      const agent = await fresh(t);
      const inputs = invoice('70');
      const before = await balance();
      front.faults = [fault];
      assert.equal((await agent.propose('propose_transfer', inputs)).status, 'unanswered');
      assert.equal(front.asked.length, 1, 'what may have been done is not sent again by itself');
      // The same inputs, written in another order.
      const again = await agent.propose(
        'propose_transfer',
        Object.fromEntries(Object.entries(inputs).reverse()),
      );
      assert.equal(again.status, 'executed');
      assert.equal(again.recovered, true);
      assert.equal((await used().client.receipts(again.grant_id)).length, 1);
      // Another process knows nothing of it: the platform denies it, and names the grant.
      const other = await agentAt(front.url).propose('propose_transfer', inputs);
      assert.deepEqual([other.status, other.reason], ['denied', 'duplicate_action']);
      assert.equal(other.values.earlier, again.grant_id);
      assert.equal(await balance(), before + 70);
    });
  }

  test('finds the held grant again, whose answer was lost', async (t) => {
    const agent = await fresh(t);
    const inputs = invoice('2700');
    front.faults = ['lose the answer'];
    assert.equal((await agent.propose('propose_transfer', inputs)).status, 'unanswered');
    const held = await agent.propose('propose_transfer', inputs);
    assert.deepEqual([held.status, 'recovered' in held], ['pending', true]);
  });

  test('comes to the state of its own payment if a 503 hid that it was made', async (t) => {
    const agent = await fresh(t);
    const before = await balance();
    front.faults = ['limit', 'put off'];
    const paid = await agent.propose('propose_transfer', invoice('80'));
    assert.deepEqual([paid.status, 'recovered' in paid], ['executed', true]);
    assert.equal(await balance(), before + 80);
  });

  test('presents once, although the answer was lost', async (t) => {
    const agent = await fresh(t);
    const held = await agent.propose('propose_transfer', invoice('2800'));
    assert.equal(held.status, 'pending');
    await used().client.approve(held.grant_id);
    const before = await balance();
    front.faults = ['lose the answer'];
    assert.equal((await agent.present('propose_transfer', held.grant_id)).status, 'unanswered');
    const again = await agent.present('propose_transfer', held.grant_id);
    assert.equal(again.status, 'duplicate');
    assert.ok(again.receipt_id);
    assert.equal(await balance(), before + 2_800);
  });

  test('has refusals as values, and throws for aborted signals and misuse alone', async (t) => {
    const agent = await fresh(t);
    const stranger = await agentAt(front.url, { token: 'no.such.token' }).propose(
      'propose_transfer',
      invoice('1'),
    );
    assert.equal(stranger.status, 'rejected');
    assert.deepEqual([stranger.http_status, stranger.reason], [401, 'unauthorized']);
    const missing = await agent.propose('no_such_tool', {});
    assert.deepEqual([missing.status, missing.reason], ['rejected', 'tool_not_found']);
    const unpayable = await agent.propose('propose_transfer', { ...invoice('1'), beneficiary_id: 'mallory' });
    assert.deepEqual([unpayable.status, unpayable.reason], ['denied', 'beneficiary_not_approved']);
    const none = await agent.result('gr_none');
    assert.deepEqual([none.status, none.reason], ['rejected', 'grant_not_found']);
    assert.equal((await agentAt('http://127.0.0.1:9').result('gr_none')).status, 'unanswered');
    const held = await agent.propose('propose_transfer', invoice('2900'));
    assert.equal(held.status, 'pending');
    const abort = new AbortController();
    front.waiting = async () => abort.abort(new Error('enough'));
    await assert.rejects(agent.waitForApproval(held.grant_id, { signal: abort.signal }), /enough/);
    await assert.rejects(agent.propose('propose_transfer', { grant_id: held.grant_id }), TypeError);
    assert.throws(() => createAgent({ gateway: 'localhost', token: 't', mandate: 'ic_1' }), TypeError);
  });
});

const run = promisify(execFile);
const EXAMPLES = [
  ...['invoice.ts', 'invoice.py', 'mcp.ts'],
  ...['openai.ts', 'ai-sdk.ts', 'openai-agents.ts', 'langchain.ts'],
];
/** Those that call the platform themselves; a model calls it by the others. */
const DIRECT: ReadonlySet<string> = new Set(['invoice.ts', 'invoice.py', 'mcp.ts']);
const LIMIT = 100;

describe('from an empty folder to a paid invoice', () => {
  let lines: ReadonlyMap<string, number>;
  before(async () => {
    const source = (name: string) => readFile(join(REPOSITORY, `platform/agent/examples/${name}`), 'utf8');
    const count = (text: string) => text.split('\n').filter((line) => line.trim() !== '').length;
    lines = new Map(
      await Promise.all(EXAMPLES.map(async (name) => [name, count(await source(name))] as const)),
    );
  });

  for (const name of EXAMPLES) {
    test(`examples/${name}`, async (t) => {
      await fresh(t);
      const { d, client } = used();
      const inputs = invoice('3000');
      const model = await startModelServer(
        t,
        { calls: [{ name: 'propose_transfer', given: inputs }] },
        { words: 'The invoice is paid.' },
      );
      let held = '';
      front.waiting = (grantId) => {
        held = grantId;
        return client.approve(grantId);
      };
      const isDirect = DIRECT.has(name);
      const { stdout } = await run(
        name.endsWith('.py') ? 'python3' : process.execPath,
        [join(REPOSITORY, `platform/agent/examples/${name}`), isDirect ? JSON.stringify(inputs) : 'Pay it.'],
        {
          cwd: tmpdir(),
          env: {
            ...{ PATH: process.env.PATH, SANAD_GATEWAY: front.url, SANAD_TOKEN: d.agentToken },
            ...{ SANAD_MANDATE: d.mandates.treasury, MODEL_URL: model.baseUrl },
          },
          timeout: 120_000,
        },
      );
      assert.match(stdout, isDirect ? /"executed"/ : /The invoice is paid\./);
      const [receipt, ...more] = await client.receipts(held);
      assert.equal(receipt?.what.outcome, 'executed');
      assert.equal(more.length, 0);
      if (isDirect) return;
      assert.match(JSON.stringify(model.seen.at(-1)?.body.messages), /executed/, 'the model is told');
      assert.equal(model.seen[0]?.body.tools.length > 0, true);
    });
  }

  test('has as many lines as the documents say', async () => {
    const readme = await readFile(join(REPOSITORY, 'platform/agent/README.md'), 'utf8');
    for (const [name, count] of lines) {
      assert.ok(count < LIMIT);
      assert.ok(readme.includes(`(examples/${name}) | ${count} |`), `${name}: ${count}`);
    }
  });
});
