import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { unwrap } from '@common/base/result';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import { createJobWatch, watchJobs } from '@common/kit/jobs';
import type { CliProcess } from '@platform/authority/cli/open-books';
import { runRestore } from '@platform/authority/cli/restore';
import { createSequencer } from '@platform/authority/jobs/sequencer';
import { createReceiptExport } from '@platform/authority/use-cases/export-receipts';
import { pruneReceipts } from '@platform/authority/use-cases/prune-receipts';
import { restoreSpentGrants } from '@platform/authority/use-cases/restore-spent';
import { sweepGrants } from '@platform/authority/use-cases/sweep-grants';
import { verifyLog } from '@platform/authority/use-cases/verify-log';
import { emptyDirectory, nextEntry } from '@platform/core/directory/state';
import type { SignedEntry } from '@platform/core/objects/directory';
import type { EventRecord, PrunedReceipts, SignedEnforcement } from '@platform/core/objects/event';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { MandateRecord } from '@platform/core/objects/mandate';
import type { Receipt } from '@platform/core/objects/receipt';
import type { SpentGrant } from '@platform/core/objects/spent-grant';
import { entryLeaf } from '@platform/core/receipt/assemble';
import { signObject, verifySigned } from '@platform/core/signed/signed';
import { withValues } from '@platform/core/testing/with-values';
import { verify } from '@platform/core/verify/verify';
import { openReceiptFolder } from '../src/adapters/receipt-folder.ts';
import { enforcement, transfer } from './support/actions.ts';
import { openDeployment } from './support/deployment.ts';
import { deploymentTest } from './support/deployment-test.ts';
import { DIRECTORY, draft, PROFILE } from './support/directories.ts';
import { onBothEngines, onSqlite } from './support/engines.ts';
import { DEPLOYMENT } from './support/keys.ts';
import type { Deployment } from './support/types.ts';

const DAY_S = 86_400;

async function pay(d: Deployment, number: number, version = '1.0.1'): Promise<Receipt> {
  const mandate = await d.register({ policy_version: `treasury.v1@${version}` });
  const grant = await d.propose(mandate, transfer({ amount: '10', memo: `invoice ${number}` }));
  assert.equal((await d.redeem(grant)).status, 200);
  const reported = await d.report(grant);
  return (await d.get<Receipt>(`/receipts/${reported.body.receipt_id}`)).body;
}

/** The first entry of a directory, of the right form. */
function signedEntry(d: Deployment, name: string): SignedEntry {
  const place = { deployment: DEPLOYMENT, tenant: 'tn_test', profile: PROFILE, directory: DIRECTORY };
  const entry = unwrap(nextEntry(nodeCrypto, emptyDirectory(place), draft(d, 'added', name)));
  const { hash, signature } = signObject(nodeCrypto, d.signer('clerk_lina'), entry);
  return { entry, entry_hash: hash, signatures: [signature] };
}

const pruned = async (d: Deployment) => (await d.get<EventRecord[]>('/events?kind=receipts_pruned')).body;

onBothEngines('a stored receipt', {
  'is read as it was signed, to the byte, and its parts are stored once': async (d) => {
    const paid = await pay(d, 0, '1.0.0');
    const countParts = async () =>
      (await d.database.db.selectFrom('receipt_part').select('hash').execute()).length;
    const parts = await countParts();
    const entry = signedEntry(d, 'acme');
    const directories = { beneficiaries: { entry, index: 0, proof: [], head: entry } };
    // Members in another order than that in which the authority makes them.
    const { who, ...rest } = withValues(nodeCrypto, paid, (plain) => ({
      ...plain,
      why: { ...plain.why, directories },
    }));
    const { contract, ...others } = who;
    const receipt = {
      ...{ ...rest, receipt_id: 'rcpt_other' },
      who: { contract, ...others },
    };
    const place = {
      ...{ log_id: 'log_1', tenant: 'tn_test', profile: 'treasury.v1', log_entry: 'e', sequence: 9 },
      ...{ receipt_id: 'rcpt_other', grant_id: 'gr_other', leaf_index: 9 },
      ...{ assembled_at: paid.when.assembled_at, receipt_body_hash: paid.receipt_body_hash },
    };
    await d.deps.store.atomically((unit) => unit.insertReceipts([{ place, receipt }], new Map()));
    assert.equal(await countParts(), parts + 1, 'the entry, which is the head too');
    assert.equal(JSON.stringify(await d.deps.store.receipt('rcpt_other')), JSON.stringify(receipt));
    const [stored] = await d.database.db.selectFrom('receipt_body').select('receipt_json').execute();
    assert.doesNotMatch(stored?.receipt_json ?? '', /"manifest"|"public_key"|"limits"/);
  },
});

onBothEngines('receipts after their time', {
  'bodies go; leaves, the chain and a signed record stay': async (d) => {
    d.publish('treasury.v1', { version: '1.0.1', receipt_retention_days: 10 });
    const old = [await pay(d, 0), await pay(d, 1)];
    d.advance(8 * DAY_S);
    const young = await pay(d, 2);
    assert.equal(await pruneReceipts(d.deps), 0, 'nothing is old yet');
    d.advance(3 * DAY_S);
    assert.equal(await pruneReceipts(d.deps), 2);
    assert.equal(await pruneReceipts(d.deps), 0, 'once is enough');

    for (const { receipt_id: id } of old) {
      const gone = await d.get<{ detail: { error: string; message: string } }>(`/receipts/${id}`);
      assert.deepEqual([gone.status, gone.body.detail.error], [410, 'receipt_pruned']);
    }
    assert.deepEqual((await d.get<Receipt[]>('/receipts')).body, [young]);
    const { verdict } = verify(nodeCrypto, young, { keys: Object.fromEntries(d.rawKeys) });
    assert.equal(verdict, 'verified', 'one that was made after the deleted ones');
    assert.deepEqual(await verifyLog(d.deps), [], 'the log still adds up, from leaf 0');
    const next = await pay(d, 3);
    assert.equal(next.bundle.previous_receipt_hash, young.receipt_body_hash);
  },

  'the record names each, with what its leaf was made of, under the authority’s signature': async (d) => {
    d.publish('treasury.v1', { version: '1.0.1', receipt_retention_days: 1 });
    const receipt = await pay(d, 0);
    d.advance(2 * DAY_S);
    await pruneReceipts(d.deps);
    const [record, ...more] = await pruned(d);
    assert.ok(record);
    assert.equal(more.length, 0);
    const { event, event_hash: hash, signature } = record;
    const keys = await d.deps.keys();
    assert.ok(verifySigned(nodeCrypto, { object: event, hash, signature, keys, at: event.at }).ok);
    const body = record.body as PrunedReceipts;
    assert.equal(event.body_hash, hashOf(nodeCrypto, body));
    assert.equal(event.tenant, receipt.who.tenant);
    const [entry] = body.receipts;
    assert.equal(entry?.receipt_id, receipt.receipt_id);
    assert.equal(entryLeaf(nodeCrypto, entry?.log_entry ?? ''), receipt.status.log?.leaf_hash);
  },

  'the file of a deleted body goes as well': onSqlite(async (d) => {
    d.publish('treasury.v1', { version: '1.0.1', receipt_retention_days: 1 });
    await pay(d, 0);
    await d.sequencer.stop();
    assert.equal(d.writtenReceipts.length, 1);
    d.advance(2 * DAY_S);
    await pruneReceipts(d.deps);
    await d.sequencer.stop();
    assert.deepEqual(d.writtenReceipts, []);
  }),

  'a file lies in the folder of its day once the next day is over: read, written again and deleted there':
    onSqlite(async (d) => {
      const out = mkdtempSync(join(tmpdir(), 'sanad-receipts-'));
      try {
        const old = await pay(d, 0, '1.0.0');
        const [oldFile, day] = [`${old.receipt_id}.json`, d.now().slice(0, 10)];
        const open = () => openReceiptFolder(out, () => Date.parse(d.now()));
        const folder = open();
        await folder.write([{ receiptId: old.receipt_id, receipt: old }]);
        d.advance(DAY_S);
        const next = await pay(d, 1, '1.0.0');
        const nextFile = `${next.receipt_id}.json`;
        await folder.write([{ receiptId: next.receipt_id, receipt: next }]);
        assert.deepEqual(readdirSync(out), [oldFile, nextFile]);
        d.advance(DAY_S);
        // An id of version 0.1.0 does not begin with its time.
        writeFileSync(join(out, 'rcpt_ffffffffffff000000000000.json'), '');
        await folder.write([]);
        assert.deepEqual(readdirSync(out), [day, nextFile, 'rcpt_ffffffffffff000000000000.json']);
        // As after `sanad backup restore`, which has all files written again.
        const again = open();
        await again.write([{ receiptId: old.receipt_id, receipt: old }]);
        assert.deepEqual(readdirSync(join(out, day)), [oldFile]);
        assert.deepEqual(await again.read(old.receipt_id), old);
        const all: string[] = [];
        for await (const { receipt_id } of again.all()) all.push(receipt_id);
        assert.deepEqual(all, [old.receipt_id, next.receipt_id]);
        await again.write([{ receiptId: old.receipt_id, receipt: null }]);
        assert.deepEqual(readdirSync(out), [nextFile, 'rcpt_ffffffffffff000000000000.json']);
        assert.equal(await again.read(old.receipt_id), null);
      } finally {
        rmSync(out, { recursive: true });
      }
    }),

  'what a crash left without a file is written at the next start, and only that': onSqlite(async (d) => {
    const receipt = await pay(d, 0, '1.0.0');
    const written: string[] = [];
    const start = () =>
      createReceiptExport({
        store: d.deps.store,
        writeReceiptFiles: async (files) => void written.push(...files.map(({ receiptId }) => receiptId)),
        monotonicMs: () => 0,
      });
    // This one crashes before it has stored how far it is.
    await start().run();
    await start().finish();
    assert.deepEqual(written, [receipt.receipt_id, receipt.receipt_id]);
    await start().run();
    assert.equal(written.length, 2);
  }),

  'a profile that cannot be trusted deletes nothing': onSqlite(async (d) => {
    await pay(d, 0, '1.0.0');
    d.publish('treasury.v1', { version: '1.0.1', receipt_retention_days: 1 });
    const text = d.profileFiles.get('treasury.v1') ?? '';
    d.profileFiles.set(
      'treasury.v1',
      text.replace('"receipt_retention_days":1', '"receipt_retention_days":2'),
    );
    d.advance(30 * DAY_S);
    assert.equal(await pruneReceipts(d.deps), 0);
  }),
});

const POLL_MS = 20;
const WAIT_MS = 30_000;

test('receipts are written through a link to a folder that is not there yet, as on a server', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sanad-receipts-'));
  try {
    mkdirSync(join(folder, 'state'));
    symlinkSync(join(folder, 'state'), join(folder, 'var'));
    symlinkSync('var/out', join(folder, 'out'));
    for (const time of ['first', 'second']) {
      await openReceiptFolder(join(folder, 'out'), Date.now).write([{ receiptId: 'rcpt_00', receipt: null }]);
      assert.deepEqual(readdirSync(join(folder, 'state')), ['out'], time);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('receipts are made where their files cannot be written; readyz tells that, and that it is over', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'sanad-receipts-'));
  const d = await openDeployment();
  // Those of the test must be the only ones who write files.
  await d.sequencer.stop();
  const time = { nowMs: 0 };
  const jobs = createJobWatch({ monotonicMs: () => time.nowMs });
  watchJobs(d.app.watch, jobs);
  const out = join(folder, 'out');
  writeFileSync(out, 'not even root can make a file in here');
  const failures: unknown[] = [];
  const sequencer = createSequencer({
    deps: d.deps,
    jobs,
    intervalMs: POLL_MS,
    onError: (error, job) => failures.push([(error as NodeJS.ErrnoException).code, job]),
    writeReceiptFiles: openReceiptFolder(out, () => Date.parse(d.now())).write,
  });
  t.after(async () => {
    await sequencer.stop();
    await d.close();
    rmSync(folder, { recursive: true });
  });
  const figures = async () => (await d.app.inject('/metrics')).body;
  sequencer.start();
  const grant = await d.propose(await d.register(), transfer());
  assert.equal((await d.redeem(grant)).status, 200);
  assert.equal((await d.report(grant)).status, 201);
  await until('a failure', () => failures.length === 1);
  assert.deepEqual(failures, [['EEXIST', 'receipt_files']]);
  time.nowMs = 3_600_000;
  await until('the next that is told', () => failures.length === 2);
  // Made and served all the same.
  const { body: receipts } = await d.get<{ receipt_id: string }[]>('/receipts');
  const { status, body } = await d.get('/readyz');
  assert.equal(status, 200, 'it goes on working');
  assert.deepEqual((body.checks as Record<string, unknown>).jobs, {
    state: 'warn',
    message: 'Work in the background keeps failing: receipt_files for 3600 s. The service’s log says why.',
  });
  assert.match(await figures(), /^service_job_failing_seconds\{name="receipt_files"\} 3600$/m);
  assert.match(await figures(), /^service_job_failing_seconds\{name="receipts"\} 0$/m);

  rmSync(out);
  await until('the job is well', () => jobs.failingS().receipt_files === 0);
  assert.deepEqual(
    readdirSync(out),
    receipts.map(({ receipt_id: id }) => `${id}.json`),
  );
  assert.match(await figures(), /^service_job_failing_seconds\{name="receipt_files"\} 0$/m);
});

async function until(what: string, isSo: () => boolean): Promise<void> {
  const deadline = Date.now() + WAIT_MS;
  while (!isSo()) {
    assert.ok(Date.now() < deadline, `in vain: ${what}`);
    await setTimeout(POLL_MS);
  }
}

/** One instant, a minute from now, in both spellings that a mandate may have. */
function endsOf(d: Deployment): readonly string[] {
  const end = new Date(Date.parse(d.now()) + 60_000).toISOString();
  return [end, end.replace('.000Z', 'Z')];
}

const FIRST_PAGE = { mandateId: null, tenants: null, after: null, limit: 9 };

onBothEngines('instants are compared by value, however they are written', {
  'at valid_to itself nothing is allowed: that grant could never be spent': onSqlite(async (d) => {
    const ids: string[] = [];
    for (const valid_to of endsOf(d)) ids.push(await d.register({ valid_to }));
    d.advance(59.999);
    for (const id of ids) {
      assert.equal((await d.propose(id, transfer({ memo: `INV 1 ${id}` }))).status, 'active');
    }
    d.advance(0.001);
    for (const id of ids) {
      const { status, decision } = await d.propose(id, transfer({ memo: `INV 2 ${id}` }));
      assert.deepEqual([status, decision.reason], ['denied', 'contract_expired']);
    }
  }),

  'a mandate is active before valid_to, and expired from then on': onSqlite(async (d) => {
    const ids: string[] = [];
    for (const valid_to of endsOf(d)) ids.push(await d.register({ valid_to }));
    const statuses = async () => {
      const read = await Promise.all(ids.map((id) => d.get(`/contracts/${id}`)));
      return read.map(({ body }) => body.status);
    };
    d.advance(59.999);
    assert.deepEqual(await statuses(), ['active', 'active']);
    d.advance(0.001);
    assert.deepEqual(await statuses(), ['expired', 'expired']);
  }),

  'the receipts under both mandates say whether the mandate had ended': onSqlite(async (d) => {
    const ids: string[] = [];
    for (const valid_to of endsOf(d)) ids.push(await d.register({ valid_to }));
    d.advance(60.001);
    for (const id of ids) assert.equal((await d.propose(id)).decision.reason, 'contract_expired');
    await d.sequencer.settled();
    const { body: receipts } = await d.get<Receipt[]>('/receipts');
    assert.deepEqual(
      receipts.map(({ status }) => status.contract),
      ['expired', 'expired'],
    );
  }),

  'the store finds a grant that ends with its mandate from exactly that instant on': async (d) => {
    for (const valid_to of endsOf(d)) await d.propose(await d.register({ valid_to }), transfer());
    d.advance(59.999);
    await sweepGrants(d.deps);
    assert.deepEqual(await d.deps.store.grants({ ...FIRST_PAGE, statuses: ['expired'] }), []);
    d.advance(0.001);
    await sweepGrants(d.deps);
    const expired = await d.deps.store.grants({ ...FIRST_PAGE, statuses: ['expired'] });
    assert.equal(expired.length, 2);
    for (const { ending } of expired) assert.equal(ending?.reason, 'grant_expired');
  },

  'receipts are made in the order of the decisions, no matter who recorded them': async (d) => {
    const mandate = await d.register();
    const [first, second] = [await d.propose(mandate), await d.propose(mandate)];
    const decidedAt = d.now().replace('.000Z', 'Z');
    const order = await d.deps.store.atomically(async (unit) => {
      for (const [grant, decided_at] of [
        [second, decidedAt.replace('Z', '.500Z')],
        [first, decidedAt],
      ] as const) {
        const decision = { grant_id: grant.grant.grant_id, decided_at };
        await unit.queueReceipt({ decision } as SignedEnforcement);
      }
      return (await unit.takeQueued(9)).map(({ enforcement }) => enforcement.decision.grant_id);
    });
    assert.deepEqual(order, [first.grant.grant_id, second.grant.grant_id]);
  },

  'a mandate with +00:00 or microseconds is taken as it was signed, and read by value': async (d) => {
    const end = new Date(Date.parse(d.now()) + 60_000).toISOString();
    const local = new Date(Date.parse(end) + 3 * 3_600_000).toISOString();
    const spellings = [
      end.replace('Z', '+00:00'),
      end.replace('.000Z', '.000000Z'),
      end.replace('.000Z', '.0Z'),
      local.replace('.000Z', '.000000000+03:00'),
    ];
    const ids: string[] = [];
    for (const [index, valid_to] of spellings.entries()) {
      const valid_from = d.now().replace('Z', '000+00:00');
      const id = await d.register({ valid_from, valid_to });
      ids.push(id);
      const { body } = await d.get<MandateRecord>(`/contracts/${id}`);
      assert.deepEqual([body.contract.valid_from, body.contract.valid_to], [valid_from, valid_to]);
      assert.equal(body.contract_hash, hashOf(nodeCrypto, body.contract));
      const granted = await d.propose(id, transfer({ memo: `INV ${index}` }));
      assert.equal(granted.grant.expires_at, end);
    }
    d.advance(60);
    for (const id of ids) assert.equal((await d.propose(id)).decision.reason, 'contract_expired');
  },

  'a revocation with an offset and microseconds is taken, and the receipts under it verify': onSqlite(
    async (d) => {
      const id = await d.register();
      const { body: mandate } = await d.get<MandateRecord>(`/contracts/${id}`);
      const revocation = {
        type: 'sanad/revocation/1' as const,
        deployment: DEPLOYMENT,
        contract_id: id,
        contract_hash: mandate.contract_hash,
        revoked_at: d.now().replace('Z', '123+00:00'),
        reason: 'test',
      };
      const { hash, signature } = signObject(nodeCrypto, d.signer('principal_amina'), revocation);
      const body = { revocation, revocation_hash: hash, signature };
      assert.equal((await d.post(`/contracts/${id}/revoke`, body)).status, 200);
      assert.equal((await d.propose(id)).decision.reason, 'contract_revoked');
      await d.sequencer.settled();
      const [receipt] = (await d.get<Receipt[]>('/receipts')).body;
      assert.equal(receipt?.status.revocation?.revocation.revoked_at, revocation.revoked_at);
      assert.notEqual(verify(nodeCrypto, receipt).verdict, 'failed');
    },
  ),

  'a profile published with an offset is in force': onSqlite(async (d) => {
    d.publish('treasury.v1', { published_at: d.now().replace('Z', '000+00:00') });
    assert.equal((await d.get('/profiles/treasury.v1')).status, 200);
  }),

  'a day or an offset that does not exist is refused': onSqlite(async (d) => {
    for (const valid_to of [
      '2026-04-31T00:00:00+00:00',
      '2026-04-30T00:00:00+25:00',
      '2026-04-30T00:00:00',
    ]) {
      assert.equal((await d.post('/contracts', d.sign(d.mandate({ valid_to })))).status, 422);
    }
  }),
});

/** What the command says and ends with, where the only address answers like this. */
async function restoreFrom(status: number, body: string) {
  const folder = await mkdtemp(join(tmpdir(), 'sanad-restore-'));
  const server = createServer((_, reply) => void reply.writeHead(status).end(body));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const said: string[] = [];
  const stream = { write: (text: string) => said.push(text) };
  const env = {
    AUTHORITY_DATABASE_URL: `sqlite:${join(folder, 'authority.sqlite')}`,
    SERVICE_KEYS_DIR: join(folder, 'keys'),
    RECEIPTS_DIR: join(folder, 'out'),
  };
  const given = { env, stdout: stream, stderr: stream, exitCode: undefined } as unknown as CliProcess;
  try {
    await runRestore(given, [url]);
    return { url, said: said.join(''), code: given.exitCode };
  } finally {
    await new Promise((closed) => server.close(closed));
    await rm(folder, { recursive: true });
  }
}

for (const [what, status, body, why] of [
  ['fails', 503, '', /it answered 503/],
  ['says something else', 200, '{}', /its answer cannot be read/],
  ['is no JSON', 200, '<html>', /its answer cannot be read/],
] as const) {
  test(`an address that ${what} has not said that nothing was spent: the command refuses and names it`, async () => {
    const { url, said, code } = await restoreFrom(status, body);
    assert.equal(code, 2);
    assert.match(said, /^authority: spent_unknown: .*must not start yet/);
    assert.ok(said.includes(url), said);
    assert.match(said, why);
    assert.doesNotMatch(said, /Start the authority now/);
  });
}

test('an address that does not know the question is no enforcement point, and is not waited for', async () => {
  const { said } = await restoreFrom(404, '');
  assert.doesNotMatch(said, /spent_unknown/);
});

deploymentTest('an end that is not taken is told; one that was lost is recorded, and once', async (d) => {
  const given = await d.propose(await d.register());
  const { grant_id: id } = given.grant;
  assert.equal((await d.redeem(given)).status, 200);
  const { body } = enforcement(d, given, {}, false, {});
  const restore = (patch: object) => {
    const spent = { redemption: { grant_id: id }, enforcement: { ...body, ...patch } };
    return restoreSpentGrants(d.deps, [spent as unknown as SpentGrant]);
  };
  const { restored, refused, unrecorded } = await restore({ decision_hash: '0'.repeat(64) });
  assert.deepEqual([restored, refused], [[], []]);
  assert.deepEqual(
    unrecorded.map(({ grantId }) => grantId),
    [id],
  );
  assert.notEqual(unrecorded[0]?.why, '');
  assert.deepEqual(await restore({}), { restored: [id], refused: [], unrecorded: [] });
  assert.deepEqual(await restore({}), { restored: [], refused: [], unrecorded: [] });
});

deploymentTest(
  'a lost grant that was refused comes back beside a newer one for the same invoice',
  async (d) => {
    const other = await openDeployment();
    try {
      const invoice = transfer();
      const lost = await other.propose(await other.register(), invoice);
      const requested = { ...lost, requested_at: d.now() };
      const redemption = redemptionOf(requested);
      const { hash, signature } = signObject(nodeCrypto, d.signer('pep'), redemption);
      const { body: redeemed } = await other.redeem(lost, redemption.redemption_id);
      const refusal = { outcome: 'refused', reason: 'counterparty_refused', executed_at: null } as const;
      const { body: enforced } = enforcement(d, lost, { ...refusal, counterparty_ack_hash: null }, true, {});
      const newer = await d.propose(await d.register(), invoice);
      assert.equal(newer.status, 'active');
      const spent = { redemption, redemption_hash: hash, signature, redeemed, enforcement: enforced };
      const restored = await restoreSpentGrants(d.deps, [spent as unknown as SpentGrant]);
      const { grant_id: id } = lost.grant;
      assert.deepEqual(restored, { restored: [id], refused: [], unrecorded: [] });
      assert.equal((await d.deps.store.grant(id))?.status, 'denied');
      assert.equal((await d.redeem(newer)).status, 200);
    } finally {
      await other.close();
    }
  },
);

function redemptionOf({
  grant,
  grant_hash,
  action_hash,
  requested_at,
}: GrantRecord & { requested_at: string }) {
  const { grant_id } = grant;
  const ids = { redemption_id: `red_${'5'.repeat(24)}`, grant_id, grant_hash, action_hash };
  return { type: 'sanad/redemption/1', ...ids, venue: 'local', requested_at } as const;
}

test('what was asked for when a round had looked for the last time is made by the next', async (t) => {
  let looks = 0;
  const hasQueuedReceipts = async () => {
    looks += 1;
    return false;
  };
  const store = { hasQueuedReceipts, receiptsToExport: async () => [] };
  const sequencer = createSequencer({
    deps: { store } as unknown as Deployment['deps'],
    jobs: createJobWatch(),
    intervalMs: 3_600_000,
    onError: () => {},
    writeReceiptFiles: async () => {},
  });
  sequencer.start();
  t.after(() => sequencer.stop());
  for (let ticks = 0; ticks < 40; ticks++) {
    sequencer.wake();
    for (let tick = 0; tick < ticks; tick++) await null;
    const before = looks;
    await sequencer.settled();
    assert.ok(looks > before, `after ${ticks}`);
  }
});
