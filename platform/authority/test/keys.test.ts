import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unwrap } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { applyKnownCompromises } from '@platform/authority/use-cases/change-keys';
import {
  createHeadPublisher,
  newestCheckpoint,
  noteKeyOf,
  publishNewestHead,
} from '@platform/authority/use-cases/checkpoints';
import type { LogSigner, LogSignerKeys } from '@platform/authority/use-cases/deps';
import { growLog } from '@platform/authority/use-cases/grow-log';
import { checkOwnKeys } from '@platform/authority/use-cases/own-keys';
import { checkOwnLogKeys } from '@platform/authority/use-cases/own-log-keys';
import { sweepGrants } from '@platform/authority/use-cases/sweep-grants';
import { verifyCheckpoints } from '@platform/authority/use-cases/verify-checkpoints';
import { askWitness } from '@platform/authority/witnesses/ask-witness';
import { judgeClaim } from '@platform/authority/witnesses/judge-claim';
import { leafHash } from '@platform/core/log/merkle/tree';
import { openCheckpoint } from '@platform/core/log/note/checkpoint';
import type { NoteKey } from '@platform/core/log/note/note-key';
import { parseNote } from '@platform/core/log/note/signed-note';
import type { GrantRecord } from '@platform/core/objects/grant';
import type {
  Compromise,
  Enrolment,
  KeyEntry,
  KeySet,
  SignedCompromise,
} from '@platform/core/objects/key-entry';
import type { Receipt } from '@platform/core/objects/receipt';
import { signObject } from '@platform/core/signed/signed';
import { noteSigner } from '@platform/core/testing/note-signer';
import { createPasskey } from '@platform/core/testing/passkey';
import { verify } from '@platform/core/verify/verify';
import { transfer } from './support/actions.ts';
import { openDeployment } from './support/deployment.ts';
import { deploymentTest } from './support/deployment-test.ts';
import { DEPLOYMENT } from './support/keys.ts';
import type { Answer, Deployment } from './support/types.ts';
import { WITNESS, withLog } from './support/witnessed-log.ts';

deploymentTest(
  'a mark on a service’s key that only a receipt knows is missed, one on another key is not',
  async (d) => {
    const denied = await d.propose(await d.register(), transfer({ amount: '5000.01' }));
    assert.equal(denied.grant.outcome, 'deny');
    const { body } = await d.get<readonly Receipt[]>('/receipts');
    const [receipt] = body;
    assert.ok(receipt);
    const keys = await d.deps.keys();
    const check = async (bundle: KeySet, known: KeySet) => {
      const shown = { ...receipt, bundle: { ...receipt.bundle, keys: bundle } };
      const store = { ...d.deps.store, receipts: async () => [shown] };
      const checked = await checkOwnKeys({ store, keys: async () => known });
      return checked.ok ? '' : checked.error.message;
    };
    const marked = (kid: string): KeySet => {
      const entry = keys[kid];
      assert.ok(entry);
      return { ...keys, [kid]: { ...entry, compromised_at: d.now() } };
    };
    assert.equal(await check(receipt.bundle.keys, keys), '');
    for (const kid of ['authority', 'service_assembly', 'pep']) {
      assert.match(await check(marked(kid), keys), new RegExp(`of ${kid}, stolen at .*keys rotate ${kid}`));
      assert.equal(await check(marked(kid), marked(kid)), '');
      assert.equal(await check(keys, marked(kid)), '');
    }
    // The evidence chain marks it again.
    assert.equal(await check(marked('principal_amina'), keys), '');
  },
);

test('the authority’s own decisions carry the cloud’s token for its key', async (t) => {
  const deployment = await openDeployment();
  t.after(deployment.close);
  const { cloud, sequencer, register, propose, writtenReceipts } = deployment;
  cloud.token = 'head.claims.signature';
  const denied = await propose(await register({ scope: ['bank.readBalance'] }));
  assert.equal(denied.status, 'denied');
  await sequencer.settled();
  await sequencer.stop();
  const [receipt] = writtenReceipts as Receipt[];
  assert.equal(receipt?.what.level_achieved, 'L1-declared');
  assert.equal(receipt?.how.decision.cloud_identity, 'head.claims.signature');
});

type Key = LogSignerKeys['signing'][number];

const keyOf = (seed: string): Key => {
  const { key, sign } = noteSigner(nodeCrypto, seed);
  return { publicKey: key.publicKey, sign };
};
const [OLD, NEW, NEWER] = [keyOf('old'), keyOf('new'), keyOf('newer')];
const retired = ({ publicKey }: Key, stolen = false) => ({ publicKey, stolen });

/** The deployment's authority, as it is with these keys in its folder. */
function withKeys(d: Deployment, ...signing: readonly Key[]) {
  let keys: LogSignerKeys = { signing, retired: [] };
  const logSigner: LogSigner = { ...d.deps.logSigner, keys: () => keys };
  return {
    deps: { ...d.deps, logSigner },
    change(next: LogSignerKeys): void {
      keys = next;
    },
  };
}

async function linesOf(d: Deployment): Promise<readonly string[]> {
  const { note } = unwrap(await newestCheckpoint(d.deps));
  return unwrap(parseNote(note)).signatures.map(({ keyId }) => keyId);
}

async function noteKeyIn(d: Deployment, { publicKey }: Key): Promise<NoteKey> {
  const logId = (await d.deps.store.treeHead(null))?.tree_head.log_id ?? '';
  return noteKeyOf(d.deps, logId, publicKey);
}

async function idsOf(d: Deployment, ...keys: readonly Key[]): Promise<readonly string[]> {
  return Promise.all(keys.map(async (key) => (await noteKeyIn(d, key)).id));
}

test('while two keys sign, every new checkpoint has a line of each', async () => {
  await withLog(async ({ d, grow }) => {
    await grow(1);
    const { deps } = withKeys(d, OLD, NEW);
    await deps.store.atomically(async (unit) =>
      growLog(deps, unit, await unit.lockLog(), [leafHash(nodeCrypto, Buffer.from('next'))]),
    );
    assert.deepEqual(await linesOf(d), await idsOf(d, OLD, NEW));
    const { note } = unwrap(await newestCheckpoint(d.deps));
    for (const key of [OLD, NEW]) unwrap(openCheckpoint(nodeCrypto, note, await noteKeyIn(d, key)));
    assert.deepEqual(await verifyCheckpoints(deps), []);
  });
});

test('the newest head is signed again once keys change, and while another process knows one of them alone', async () => {
  await withLog(async ({ d, grow }) => {
    await grow(2);
    const { deps, change } = withKeys(d, OLD);
    let others = 0;
    const publish = createHeadPublisher(deps, () => {
      others += 1;
    });
    await publish();
    assert.deepEqual(await linesOf(d), await idsOf(d, OLD));
    change({ signing: [OLD, NEW], retired: [] });
    await publish();
    assert.deepEqual(await linesOf(d), await idsOf(d, OLD, NEW));
    // It has not seen the new key, or is of an earlier version.
    const other = withKeys(d, OLD);
    const leaf = leafHash(nodeCrypto, Buffer.from('next'));
    await d.deps.store.atomically(async (unit) => growLog(other.deps, unit, await unit.lockLog(), [leaf]));
    assert.deepEqual(await linesOf(d), await idsOf(d, OLD));
    await publish();
    assert.deepEqual(await linesOf(d), await idsOf(d, OLD, NEW));
    change({ signing: [NEW], retired: [retired(OLD)] });
    await publish();
    assert.deepEqual(await linesOf(d), await idsOf(d, NEW));
    assert.equal(others, 1);
    // A retired one, from an older copy of the folder: its line alone would let that copy start again.
    const later = leafHash(nodeCrypto, Buffer.from('later'));
    await d.deps.store.atomically(async (unit) => growLog(other.deps, unit, await unit.lockLog(), [later]));
    assert.deepEqual(await linesOf(d), await idsOf(d, OLD));
    for (let look = 0; look < 3; look += 1) await publish();
    assert.deepEqual(await linesOf(d), await idsOf(d, NEW));
    assert.equal(others, 2);
  });
});

test('a keys folder that is older than the newest checkpoint starts nothing, and says what to do', async () => {
  await withLog(async ({ d, grow }) => {
    const { deps, change } = withKeys(d, OLD);
    const check = async (keys: LogSignerKeys) => {
      const checked = await checkOwnLogKeys({
        ...d.deps,
        logSigner: { ...d.deps.logSigner, keys: () => keys },
      });
      return checked.ok ? 'ok' : `${checked.error.code}: ${checked.error.message}`;
    };
    assert.equal(await check({ signing: [NEW], retired: [] }), 'ok', 'an empty log');
    await grow(1);
    const newest = async (keys: LogSignerKeys) => {
      change(keys);
      await publishNewestHead(deps);
    };
    const of = async (keys: LogSignerKeys) => [
      await check({ signing: [OLD], retired: [] }),
      await check({ signing: [OLD, NEW], retired: [] }),
      await check({ signing: [NEW], retired: [retired(OLD)] }),
      await check(keys),
    ];
    const [, id = ''] = await idsOf(d, OLD, NEW);
    const lacks = new RegExp(`^keys_rolled_back: .*\\+${id}, which SERVICE_KEYS_DIR does not have.*--lost`);

    await newest({ signing: [OLD], retired: [] });
    assert.deepEqual(await of({ signing: [], retired: [retired(OLD)] }), ['ok', 'ok', 'ok', 'ok']);
    await newest({ signing: [OLD, NEW], retired: [] });
    const [before = '', ...during] = await of({ signing: [OLD], retired: [retired(NEW)] });
    assert.match(before, lacks);
    assert.deepEqual(during, ['ok', 'ok', 'ok'], 'the lost one was given up');
    await newest({ signing: [NEW], retired: [retired(OLD)] });
    const [older = '', begun = '', now, another = ''] = await of({ signing: [NEWER], retired: [] });
    assert.match(older, lacks);
    assert.match(begun, /^keys_rolled_back: .*checkpoint\.pem was retired since, .*--stolen if it was/);
    assert.equal(now, 'ok');
    assert.match(another, lacks);
  });
});

test('a checkpoint by a retired key holds for fsck and shows a rollback, one by a stolen key does not', async () => {
  await withLog(async ({ d, deps: asking, grow, shows, signed }) => {
    await grow(3);
    const own = d.deps.logSigner.keys().signing[0] ?? assert.fail();
    const longer = await signed(9, nodeCrypto.sha256('nine'));
    const { deps, change } = withKeys(d, NEW);
    const claim = async () => {
      const origin = d.deps.logSigner.originOf((await d.deps.store.treeHead(null))?.tree_head.log_id ?? '');
      return (await judgeClaim({ ...asking, ...deps }, WITNESS, { origin, size: 9 })).kind;
    };
    // The witness knows the old key alone.
    shows.note = longer;
    change({ signing: [NEW], retired: [retired(own)] });
    assert.equal(await claim(), 'ahead');
    assert.deepEqual(await verifyCheckpoints(deps), []);
    change({ signing: [NEW], retired: [retired(own, true)] });
    assert.equal(await claim(), 'alarm');
    assert.deepEqual(await verifyCheckpoints(deps), []);
    const { origin, treeSize, note } = unwrap(await newestCheckpoint(d.deps));
    await d.deps.store.keepCheckpoint({ origin, treeSize, note: note.replace(/.{8}=\n$/, 'AAAAAAAA=\n') });
    assert.match((await verifyCheckpoints(deps))[0]?.message ?? '', /a key of the log did not sign/);
  });
});

test('a witness gets both lines, and what it signs is kept over the change', async () => {
  await withLog(async ({ d, deps: asking, grow, sent }) => {
    await grow(2);
    const { deps, change } = withKeys(d, OLD, NEW);
    await publishNewestHead(deps);
    assert.equal((await askWitness({ ...asking, ...deps }, WITNESS)).kind, 'cosigned');
    const body = sent.at(-1) ?? '';
    const lines = unwrap(parseNote(body.slice(body.indexOf('\n\n') + 2))).signatures;
    assert.deepEqual(
      lines.map(({ keyId }) => keyId),
      await idsOf(d, OLD, NEW),
    );
    change({ signing: [NEW], retired: [retired(OLD)] });
    await publishNewestHead(deps);
    assert.equal((await askWitness({ ...asking, ...deps }, WITNESS)).kind, 'idle');
    const { cosignatures } = unwrap(await newestCheckpoint(d.deps));
    assert.equal(cosignatures.length, 1);
  });
});

const SECOND = 'principal_amina.tablet';
const tablet = createPasskey(nodeCrypto, { name: 'tablet of amina' });

function keyTest(name: string, work: (d: Deployment) => Promise<void>): void {
  test(name, async () => {
    const d = await openDeployment();
    try {
      await enrolSecondRoot(d);
      await work(d);
    } finally {
      await d.close();
    }
  });
}

function outcome({ status, body }: Answer): readonly [number, unknown] {
  return [status, (body.detail as { readonly error?: unknown } | undefined)?.error ?? 'ok'];
}

/** Of the same person: what the other one signed is not hers to keep alive. */
async function enrolSecondRoot(d: Deployment): Promise<void> {
  const facts = {
    deployment: DEPLOYMENT,
    kid: SECOND,
    ...tablet.facts,
    role: 'principal',
    person: 'amina',
    tenants: ['*'],
    independent: true,
    hardware: false,
    not_before: d.now(),
    not_after: null,
  } satisfies Omit<Enrolment, 'type'>;
  const object: Enrolment = { type: 'sanad/enrolment/1', ...facts };
  const { hash, signature } = signObject(nodeCrypto, tablet.signer(SECOND), object);
  const entry: KeyEntry = { ...facts, compromised_at: null, enrolment: { enrolment_hash: hash, signature } };
  d.rawKeys.set(SECOND, entry);
  // Who counts must be enrolled by a root that stays.
  for (const kid of ['approver_cfo', 'approver_guest']) {
    const { compromised_at: _, enrolment: __, ...known } = d.rawKeys.get(kid) as KeyEntry;
    const own = { ...known, not_before: d.now() };
    const made = signObject(nodeCrypto, tablet.signer(SECOND), { type: 'sanad/enrolment/1', ...own });
    const enrolment = { enrolment_hash: made.hash, signature: made.signature };
    d.rawKeys.set(kid, { ...own, compromised_at: null, enrolment });
  }
}

/** A mandate that the other key signed. */
async function registerBySecond(d: Deployment): Promise<string> {
  const contract = d.mandate();
  const { hash, signature } = signObject(nodeCrypto, tablet.signer(SECOND), contract);
  assert.equal((await d.post('/contracts', { contract, contract_hash: hash, signature })).status, 201);
  return contract.contract_id;
}

async function mark(d: Deployment, kid: string, since: string): Promise<void> {
  const compromise: Compromise = {
    type: 'sanad/compromise/1',
    deployment: DEPLOYMENT,
    kid,
    fingerprint: d.rawKeys.get(kid)?.fingerprint ?? '',
    compromised_at: since,
    said_at: d.now(),
    reason: 'left in a taxi',
  };
  const { hash, signature } = signObject(nodeCrypto, tablet.signer(SECOND), compromise);
  const answer = await d.post(`/keys/${kid}/compromise`, { compromise, compromise_hash: hash, signature });
  assert.deepEqual(outcome(answer), [200, 'ok']);
}

const status = async (d: Deployment, { grant }: GrantRecord) =>
  (await d.get<GrantRecord>(`/grants/${grant.grant_id}`)).body;

async function revoke(
  d: Deployment,
  contract_id: string,
  kid: 'principal_amina' | typeof SECOND,
  revoked_at = d.now(),
) {
  const { contract_hash } = (await d.get<{ contract_hash: string }>(`/contracts/${contract_id}`)).body;
  const revocation = {
    type: 'sanad/revocation/1' as const,
    deployment: DEPLOYMENT,
    contract_id,
    contract_hash,
    revoked_at,
    reason: 'test',
  };
  const signer = kid === SECOND ? tablet.signer(SECOND) : d.signer(kid);
  const { hash, signature } = signObject(nodeCrypto, signer, revocation);
  return d.post(`/contracts/${contract_id}/revoke`, { revocation, revocation_hash: hash, signature });
}

/** The profile, by the key that stays. */
function publishAgain(d: Deployment): void {
  const signed = JSON.parse(d.profileFiles.get('treasury.v1') ?? '');
  const { hash, signature } = signObject(nodeCrypto, tablet.signer(SECOND), signed.profile);
  d.profileFiles.set(
    'treasury.v1',
    JSON.stringify({ profile: signed.profile, profile_hash: hash, signature }),
  );
}

keyTest(
  'a mandate by a key that was marked as stolen does nothing: no proposal, approval or redemption',
  async (d) => {
    publishAgain(d);
    const id = await d.register();
    const active = await d.propose(id);
    const held = await d.propose(id, transfer({ amount: '2000' }));
    const swept = await d.propose(id, transfer({ amount: '2001' }));
    d.advance(60);
    await mark(d, 'principal_amina', d.now());
    // A mark counts too where a clock is behind the one that dated it.
    d.advance(-20);
    assert.equal((await d.get(`/contracts/${id}`)).body.status, 'expired');
    assert.equal((await status(d, swept)).status, 'denied', 'as it is shown');
    assert.deepEqual(outcome(await d.redeem(active)), [409, 'contract_expired']);
    assert.deepEqual(outcome(await d.approve(held)), [409, 'contract_expired']);
    await assert.rejects(d.propose(id), /signer_not_trusted.*was compromised at.*sign a new mandate/);
    const { ending } = await status(d, held);
    assert.equal(ending?.reason, 'contract_expired');
    assert.match(ending?.detail ?? '', /principal_amina was compromised at/);
  },
);

keyTest(
  'a start marks again what the database knows as stolen and an older keys folder does not',
  async (d) => {
    const before = new Map(d.rawKeys);
    d.advance(60);
    await mark(d, 'approver_cfo', d.now());
    d.advance(60);
    await mark(d, 'principal_amina', d.now());
    await mark(d, 'approver_cfo', before.get('approver_cfo')?.not_before ?? '');
    const after = new Map(d.rawKeys);
    assert.notDeepEqual(after, before);
    assert.deepEqual(await applyKnownCompromises(d.deps), [], 'nothing to do');
    for (const [kid, entry] of before) d.rawKeys.set(kid, entry);
    const again = ['approver_cfo', 'principal_amina', 'approver_cfo'];
    const applied = again.map((kid) => ({ kid, refusal: null }));
    assert.deepEqual(await applyKnownCompromises(d.deps), applied);
    assert.deepEqual(d.rawKeys, after);
    assert.equal((await d.get<unknown[]>('/events?kind=key_compromised')).body.length, again.length);
  },
);

keyTest('a mark that only the database claims, without its signature, is not applied', async (d) => {
  const before = new Map(d.rawKeys);
  d.advance(60);
  await mark(d, 'approver_cfo', d.now());
  for (const [kid, entry] of before) d.rawKeys.set(kid, entry);
  const { store } = d.deps;
  const fingerprint = before.get('approver_guest')?.fingerprint ?? '';
  const events: typeof store.events = async (...asked) =>
    (await store.events(...asked)).map((record) => {
      const { compromise, ...signed } = record.body as SignedCompromise;
      const other = { ...compromise, kid: 'approver_guest', fingerprint };
      return { ...record, body: { ...signed, compromise: other } };
    });
  const [said] = await applyKnownCompromises({ ...d.deps, store: { ...store, events } });
  assert.deepEqual(said, { kid: 'approver_guest', refusal: 'hash_mismatch' });
  assert.deepEqual(d.rawKeys, before);
});

keyTest('an approved grant is not redeemed once the key that approved it was marked', async (d) => {
  const id = await d.register();
  const held = await d.propose(id, transfer({ amount: '2000' }));
  const other = await d.propose(id);
  assert.equal((await d.approve(held)).status, 200);
  d.advance(1);
  await mark(d, 'approver_cfo', d.now());
  const approved = await status(d, held);
  assert.deepEqual(outcome(await d.redeem(approved)), [409, 'signer_not_trusted']);
  const ended = await status(d, held);
  assert.deepEqual(
    [ended.redeemed_at, ended.status, ended.ending?.reason],
    [null, 'denied', 'grant_invalid'],
  );
  await d.sequencer.settled();
  const { body } = await d.get<unknown[]>(`/receipts?grant_id=${held.grant.grant_id}`);
  assert.equal(verify(nodeCrypto, body[0], { keys: await d.deps.keys() }).verdict, 'verified');
  assert.deepEqual(outcome(await d.redeem(other)), [200, 'ok'], 'needed no approval');
});

keyTest('a grant that stands on a marked key’s approval ends, and gives back what it took', async (d) => {
  const id = await d.register();
  const held = await d.propose(id, transfer({ amount: '2000' }));
  const since = d.now();
  await d.approve(held);
  await d.propose(id);
  await mark(d, 'approver_cfo', since);
  await sweepGrants(d.deps);
  const ended = await d.deps.store.grant(held.grant.grant_id);
  assert.deepEqual([ended?.status, ended?.ending?.reason], ['denied', 'grant_invalid']);
  assert.match(ended?.ending?.detail ?? '', /^of an approval, the key approver_cfo was compromised/);
  const again = await d.propose(id, transfer({ amount: '2000' }));
  assert.equal(again.status, 'pending', 'its reference is free');
});

keyTest('a redemption that was made stays made: its answer is given again after the mark', async (d) => {
  const id = await d.register();
  const held = await d.propose(id, transfer({ amount: '2000' }));
  await d.approve(held);
  const approved = await status(d, held);
  const redemption = `red_${'7'.repeat(24)}`;
  assert.equal((await d.redeem(approved, redemption)).status, 200);
  await mark(d, 'approver_cfo', d.now());
  assert.equal((await d.redeem(approved, redemption)).status, 200);
});

keyTest('under a profile that a stolen key signed, nothing is proposed or redeemed', async (d) => {
  const id = await registerBySecond(d);
  const active = await d.propose(id);
  d.advance(1);
  await mark(d, 'principal_amina', d.now());
  await assert.rejects(d.propose(id), /signer_not_trusted.*publish a newer version/);
  assert.deepEqual(outcome(await d.redeem(active)), [409, 'signer_not_trusted']);
});

keyTest('a key that nobody trusts for now ends nothing, and lets nothing pass', async (d) => {
  const id = await d.register();
  const held = await d.propose(id, transfer({ amount: '2000' }));
  await d.approve(held);
  const approved = await status(d, held);
  const entry = d.rawKeys.get('approver_cfo') as KeyEntry;
  d.rawKeys.delete('approver_cfo');
  assert.deepEqual(outcome(await d.redeem(approved)), [409, 'signer_not_trusted']);
  d.rawKeys.set('approver_cfo', entry);
  assert.deepEqual(outcome(await d.redeem(approved)), [200, 'ok']);
});

keyTest(
  'a marked key revokes nothing, and its mandates need no revocation; the person’s other key revokes',
  async (d) => {
    publishAgain(d);
    const stolen = await d.register();
    const kept = await registerBySecond(d);
    const before = d.now();
    d.advance(60);
    await mark(d, 'principal_amina', d.now());
    assert.deepEqual(outcome(await revoke(d, kept, 'principal_amina')), [403, 'key_compromised']);
    assert.deepEqual(outcome(await revoke(d, kept, 'principal_amina', before)), [403, 'key_compromised']);
    assert.equal((await d.propose(kept)).status, 'active');
    assert.equal((await d.get(`/contracts/${stolen}`)).body.status, 'expired');
    assert.deepEqual(outcome(await revoke(d, stolen, SECOND)), [200, 'ok']);
    assert.deepEqual(outcome(await revoke(d, kept, SECOND)), [200, 'ok']);
    assert.equal((await d.propose(kept)).decision.reason, 'contract_revoked');
  },
);
