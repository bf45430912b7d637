import assert from 'node:assert/strict';
import { unwrap } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { enterEndings } from '@platform/authority/use-cases/endings';
import { enterKnownEndings } from '@platform/authority/use-cases/known-endings';
import { parseCheckpoint } from '@platform/core/log/note/checkpoint';
import { addEnding, checkStanding, NOTHING_ENDED } from '@platform/core/log/standing/endings';
import type { MapNode } from '@platform/core/log/standing/sparse-map';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { Compromise } from '@platform/core/objects/key-entry';
import type { LogStanding, SignedTreeHead } from '@platform/core/objects/log';
import type { RevokedMandate } from '@platform/core/objects/mandate';
import type { Receipt } from '@platform/core/objects/receipt';
import { askFor, type Endable, type Ending, type StandingHead } from '@platform/core/objects/standing';
import { signObject } from '@platform/core/signed/signed';
import { verify } from '@platform/core/verify/verify';
import { transfer } from './support/actions.ts';
import { outcome } from './support/deployment-test.ts';
import { ALONE, add, draft, PROFILE, withDirectory } from './support/directories.ts';
import { onBothEngines } from './support/engines.ts';
import { DEPLOYMENT } from './support/keys.ts';
import type { Deployment } from './support/types.ts';

const KID = 'principal_amina';
/** For mandates after the second version of the profile. */
const NEXT = { policy_version: 'treasury.v1@1.1.0' };

async function revoke(d: Deployment, mandateId: string): Promise<void> {
  const { body } = await d.get<RevokedMandate>(`/contracts/${mandateId}`);
  const revocation = {
    type: 'sanad/revocation/1',
    deployment: DEPLOYMENT,
    contract_id: mandateId,
    contract_hash: body.contract_hash,
    revoked_at: d.now(),
    reason: 'over',
  } as const;
  const { hash, signature } = signObject(nodeCrypto, d.signer(KID), revocation);
  const signed = { revocation, revocation_hash: hash, signature };
  assert.equal((await d.post(`/contracts/${mandateId}/revoke`, signed)).status, 200);
}

async function mark(d: Deployment, kid: string): Promise<string> {
  const { fingerprint } = d.rawKeys.get(kid) ?? assert.fail(kid);
  const compromise: Compromise = {
    type: 'sanad/compromise/1',
    deployment: DEPLOYMENT,
    kid,
    fingerprint,
    compromised_at: d.now(),
    said_at: d.now(),
    reason: 'lost',
  };
  const { hash, signature } = signObject(nodeCrypto, d.signer(KID), compromise);
  const marked = await d.post(`/keys/${kid}/compromise`, { compromise, compromise_hash: hash, signature });
  assert.equal(marked.status, 200);
  return fingerprint;
}

async function pay(d: Deployment, mandateId: string): Promise<GrantRecord> {
  const grant = await d.propose(mandateId, transfer());
  assert.equal(grant.decision.reason, 'ok');
  assert.equal((await d.redeem(grant)).status, 200);
  return grant;
}

async function receiptOf(d: Deployment, grant: GrantRecord): Promise<Receipt> {
  assert.equal((await d.report(grant)).status, 201);
  await d.sequencer.settled();
  const { body } = await d.get<Receipt[]>(`/receipts?grant_id=${grant.grant.grant_id}`);
  return body[0] ?? assert.fail('no receipt');
}

async function statusOf(d: Deployment, receipt: Receipt) {
  const { checks } = verify(nodeCrypto, receipt, { keys: await d.deps.keys() });
  return checks[8] ?? assert.fail('no check 9');
}

const headOf = async (d: Deployment) => (await d.get<SignedTreeHead>('/log/head')).body.tree_head;
const endingsOf = async (d: Deployment) => (await d.get<Ending[]>('/log/endings')).body;

function standingOf(endings: readonly Ending[]): StandingHead {
  const nodes = new Map<string, MapNode>();
  let head = NOTHING_ENDED;
  for (const ending of endings) {
    const added = addEnding(nodeCrypto, nodes, head, ending);
    for (const [hash, node] of added.nodes) nodes.set(hash, node);
    head = added.head;
  }
  return head;
}

async function endAllKinds(d: Deployment): Promise<readonly Endable[]> {
  withDirectory(d, ALONE);
  const { profile, profile_hash: first } = unwrap(await d.deps.readProfile(PROFILE));
  const { rules, directories = {} } = profile;
  d.publish(PROFILE, { rules, directories, version: '1.1.0' });
  const acme = await add(d, draft(d, 'added', 'acme'));
  d.advance(1);
  const mandate = await d.register(NEXT);
  await revoke(d, mandate);
  d.advance(1);
  const globex = await add(d, draft(d, 'added', 'globex'));
  const changed = await add(d, draft(d, 'changed', 'globex', 'acct_other'));
  d.advance(1);
  await add(d, draft(d, 'ended', 'globex'));
  d.advance(1);
  const key = await mark(d, 'approver_cfo');
  assert.equal(acme.status, 201);
  return [
    { kind: 'profile', id: first },
    { kind: 'mandate', id: mandate },
    { kind: 'payee', id: globex.body.entry_hash },
    { kind: 'payee', id: changed.body.entry_hash },
    { kind: 'key', id: key },
  ];
}

onBothEngines('what has ended', {
  'is numbered, and under the next head with the root that the list gives': async (d) => {
    const ended = await endAllKinds(d);
    const endings = await endingsOf(d);
    assert.deepEqual(
      endings.map(({ kind, id }) => ({ kind, id })),
      ended,
    );
    const receipt = await receiptOf(d, await pay(d, await d.register(NEXT)));
    const head = await headOf(d);
    assert.deepEqual(head.standing, standingOf(endings));
    const note = (await d.app.inject('/checkpoint')).body;
    const text = note.slice(0, note.indexOf('\n\n') + 1);
    assert.deepEqual(unwrap(parseCheckpoint(text)).standing, head.standing);
    const { outcome: found, detail } = await statusOf(d, receipt);
    assert.equal(found, 'pass', detail);
    const proven = `Proven as of head ${head.tree_size} of ${head.log_id}: the mandate was not revoked, and its rules, entries and people’s keys had not ended.`;
    assert.ok(detail.endsWith(proven), detail);
    // Each end once, whatever is ended again.
    const [first] = endings;
    assert.ok(first);
    await d.deps.store.atomically((unit) => enterEndings(d.deps, unit, [{ ...first, by: 'ab'.repeat(32) }]));
    assert.deepEqual(await endingsOf(d), endings);
  },
  'of an earlier version is entered by the first start, in the order of its recording': async (d) => {
    await endAllKinds(d);
    const before = await endingsOf(d);
    for (const table of ['ending', 'ending_node'] as const) await d.database.db.deleteFrom(table).execute();
    const { size, root_hash } = NOTHING_ENDED;
    await d.database.db.updateTable('ending_state').set({ size, root_hash }).execute();
    await enterKnownEndings(d.deps);
    assert.deepEqual(await endingsOf(d), before);
    await enterKnownEndings(d.deps);
    assert.deepEqual(await endingsOf(d), before);
  },
  'after the call is in its receipt, and a proof that was changed fails': async (d) => {
    const mandate = await d.register();
    const grant = await pay(d, mandate);
    d.advance(1);
    await revoke(d, mandate);
    const receipt = await receiptOf(d, grant);
    const found = await statusOf(d, receipt);
    assert.equal(found.outcome, 'pass', found.detail);
    const at = receipt.status.revocation_recorded_at;
    const words = `the mandate ${mandate} ended at ${at}, and nothing else of mandate, rules, entries and people’s keys had.`;
    assert.ok(found.detail.endsWith(words), found.detail);
    const log = receipt.status.log ?? assert.fail('no place');
    const withStanding = (standing: NonNullable<typeof log.standing>) => ({
      ...receipt,
      status: { ...receipt.status, log: { ...log, standing } },
    });
    const { standing } = log;
    assert.ok(standing);
    for (const forged of [
      { proof: standing.proof },
      { proof: ['-'] },
      { ...standing, proof: ['/', ...standing.proof] },
      {
        ...standing,
        ended: standing.ended?.map((ending) => ({ ...ending, ended_at: '2026-01-01T00:00:00.000Z' })) ?? [],
      },
    ]) {
      const { outcome: judged, detail } = await statusOf(d, withStanding(forged));
      assert.deepEqual([judged, /not proven under the tree head/.test(detail)], ['fail', true], detail);
    }
    const { standing: _, ...without } = log;
    const told = await statusOf(d, { ...receipt, status: { ...receipt.status, log: without } });
    assert.equal(told.outcome, 'pass');
    assert.match(told.detail, /on the authority’s word/);
  },
  'is proven to anyone who asks, at a head': async (d) => {
    const mandate = await d.register();
    await receiptOf(d, await pay(d, mandate));
    const old = await headOf(d);
    const things: Endable[] = [{ kind: 'mandate', id: mandate }];
    const ask = (size?: number) =>
      d.get<LogStanding>(
        `/log/standing?things=${askFor(things)}${size === undefined ? '' : `&tree_size=${size}`}`,
      );
    await revoke(d, mandate);
    const judged = ({ head, standing }: LogStanding) =>
      unwrap(checkStanding(nodeCrypto, head.tree_head.standing ?? NOTHING_ENDED, things, standing));
    // No head has it yet; the list does.
    const { body: waiting } = await ask();
    assert.deepEqual([judged(waiting), waiting.recorded], [[], 1]);
    await receiptOf(d, await pay(d, await d.register()));
    const { body: now } = await ask();
    assert.deepEqual(judged(now), await endingsOf(d));
    assert.deepEqual(judged((await ask(old.tree_size)).body), []);
    assert.deepEqual(outcome(await ask(99)), [404, 'log_empty']);
    assert.deepEqual((await d.get('/log/standing?things=people:amina')).status, 422);
  },
});
