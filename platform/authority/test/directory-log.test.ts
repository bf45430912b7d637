import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import { createHttpApp } from '@common/kit/http/app';
import { createLog } from '@common/kit/telemetry/log';
import { addEntryRoutes } from '@platform/authority/http/entries';
import { checkLogKept } from '@platform/authority/use-cases/continuity';
import { growLog } from '@platform/authority/use-cases/grow-log';
import { restoreLog } from '@platform/authority/use-cases/restore-log';
import { planRestore } from '@platform/authority/use-cases/restore-plan';
import { verifyLog } from '@platform/authority/use-cases/verify-log';
import { refuseWhileRolledBack } from '@platform/authority/witnesses/witnesses.http';
import type { SignedEntry } from '@platform/core/objects/directory';
import { leafData } from '@platform/core/objects/log';
import type { Receipt } from '@platform/core/objects/receipt';
import { entryLeaf } from '@platform/core/receipt/assemble';
import { signHash } from '@platform/core/signed/signed';
import { verify } from '@platform/core/verify/verify';
import { platformErrors } from '@platform/keys/error-bodies';
import { sql } from 'kysely';
import { transfer } from './support/actions.ts';
import { openDeployment } from './support/deployment.ts';
import { outcome } from './support/deployment-test.ts';
import { ALONE, add, DIRECTORY, draft, entriesOf, PATH, sign, withDirectory } from './support/directories.ts';
import { onBothEngines, onSqlite } from './support/engines.ts';
import type { Deployment } from './support/types.ts';

const TO = { beneficiary_id: 'initrode', to_account: 'acct_initrode' };

/** Two payees, a payment to one of them, which is ended then, and a denial: leaves 0 and 1, 2, 3 and 4. */
async function live(d: Deployment): Promise<void> {
  withDirectory(d, ALONE);
  const mandate = await d.register();
  assert.equal((await add(d, draft(d, 'added', 'acme'))).status, 201);
  assert.equal((await add(d, draft(d, 'added', 'initrode'))).status, 201);
  const paid = await d.propose(mandate, transfer(TO));
  assert.equal((await d.redeem(paid)).status, 200);
  assert.equal((await d.report(paid)).status, 201);
  assert.equal((await add(d, draft(d, 'ended', 'initrode'))).status, 201);
  await d.propose(mandate, transfer(TO));
  await d.sequencer.settled();
}

async function restored(d: Deployment, from: Deployment) {
  const head = await from.deps.kept.head();
  const plan = await planRestore(
    { ...d.deps, keys: await d.deps.keys() },
    {
      heads: head === null ? [] : [head],
      places: await from.deps.kept.places(),
      firstEntries: [],
      async *receipts() {
        yield* from.writtenReceipts;
      },
    },
  );
  if (!plan.ok) return plan.error;
  const find = async (id: string): Promise<Receipt | null> =>
    from.writtenReceipts.find(({ receipt_id }) => receipt_id === id) ?? null;
  return restoreLog({ ...d.deps, kept: from.deps.kept }, plan.value, find);
}

const codeAtStart = async (d: Deployment, kept = d.deps.kept) => {
  const checked = await checkLogKept({ ...d.deps, kept });
  return checked.ok ? 'ok' : checked.error.code;
};

/** What somebody with the database alone can do to a payee that was ended. */
const TAMPERINGS: Readonly<Record<string, (d: Deployment) => Promise<unknown>>> = {
  'the end is removed': ({ database: { db } }) =>
    db.deleteFrom('directory_entry').where('sequence', '=', 2).execute(),
  'all entries are removed': ({ database: { db } }) => db.deleteFrom('directory_entry').execute(),
  'the end lies in another tenant': ({ database: { db } }) =>
    db.updateTable('directory_entry').set({ tenant: 'tn_other' }).where('sequence', '=', 2).execute(),
  'two leaves are swapped': async ({ database: { db } }) => {
    const to = async (sequence: number, leaf_index: number) =>
      db.updateTable('directory_entry').set({ leaf_index }).where('sequence', '=', sequence).execute();
    await to(1, 99);
    await to(2, 1);
    await to(1, 3);
  },
  'the account is another': ({ database: { db } }) =>
    db
      .updateTable('directory_entry')
      .set({ entry_json: sql<string>`replace(entry_json, 'acct_initrode', 'acct_mallory')` })
      .where('sequence', '=', 1)
      .execute(),
};

onBothEngines('entries of directories in the log', {
  'are leaves between those of receipts, kept beside the keys, and receipts have their files': async (d) => {
    await live(d);
    const entries = await entriesOf(d);
    const [one, two, end] = entries.map(({ entry_hash: hash }) => hash);
    const places = (await d.deps.kept.places()).toSorted((a, b) => a.leaf_index - b.leaf_index);
    assert.deepEqual(
      places.map(({ leaf_index: leaf }) => leaf),
      [0, 1, 2, 3, 4],
    );
    const data = places.map(leafData);
    assert.deepEqual([data[0], data[1], data[3]], [one, two, end]);
    assert.deepEqual(await d.deps.store.logEntries(0, 5), data);
    assert.deepEqual(
      (await d.deps.kept.entries()).map(({ signed }) => signed),
      entries,
    );
    assert.equal((await d.deps.kept.head())?.tree_head.tree_size, 5);
    assert.deepEqual(await verifyLog(d.deps), []);
    assert.equal(await codeAtStart(d), 'ok');
    await d.sequencer.stop();
    assert.deepEqual(
      d.writtenReceipts.map(({ status }) => status.log?.leaf_index),
      [2, 4],
    );
  },

  'are proven to be leaves: each by its hash, and in a receipt the head that decided': onSqlite(async (d) => {
    await live(d);
    const entries = await entriesOf(d);
    for (const [hash, index] of [
      [entries[1]?.entry_hash, 1],
      [entries[2]?.entry_hash, 3],
    ]) {
      const byHash = await d.app.inject({ url: `/log/proof?entry_hash=${hash}` });
      assert.equal(byHash.statusCode, 200);
      assert.equal(byHash.body, (await d.app.inject({ url: `/log/proof?leaf_index=${index}` })).body);
    }
    const unknown = await d.get(`/log/proof?entry_hash=${'0'.repeat(64)}`);
    assert.deepEqual(outcome(unknown), [404, 'entry_not_found']);
    const both = `/log/proof?leaf_index=1&entry_hash=${entries[1]?.entry_hash}`;
    for (const url of ['/log/proof', both])
      assert.deepEqual(outcome(await d.get(url)), [422, 'leaf_invalid']);
    const { body } = await d.get<Receipt[]>('/receipts');
    const paid = body.find(({ what }) => what.outcome === 'executed');
    const log = paid?.status.log;
    const place = log?.heads?.[DIRECTORY];
    assert.ok(paid && log && place);
    assert.equal(place.leaf_index, 1);
    const keys = await d.deps.keys();
    const check8 = (heads: typeof log.heads) => {
      const { heads: _, ...rest } = log;
      const status = { ...paid.status, log: { ...rest, ...(heads === undefined ? {} : { heads }) } };
      const { verdict, checks } = verify(nodeCrypto, { ...paid, status }, { keys });
      return [verdict, checks[7]?.detail];
    };
    const [good, words] = check8({ [DIRECTORY]: place });
    assert.equal(good, 'verified');
    assert.match(words ?? '', /The head of the directory beneficiaries is in it before the receipt\.$/);
    const [older, told] = check8(undefined);
    assert.equal(older, 'verified', 'a receipt from before there were such proofs');
    assert.match(told ?? '', /is not shown to be in it\.$/);
    for (const false1 of [
      { accounts: place },
      { [DIRECTORY]: { ...place, leaf_index: 0 } },
      { [DIRECTORY]: { leaf_index: log.leaf_index, inclusion_proof: log.inclusion_proof } },
      { [DIRECTORY]: { ...place, inclusion_proof: log.inclusion_proof } },
    ]) {
      assert.equal(check8(false1)[0], 'failed', JSON.stringify(false1));
    }
  }),

  'are recorded beside payments: no leaf is lost or doubled, and each is kept': async (d) => {
    withDirectory(d, ALONE);
    await add(d, draft(d, 'added', 'initrode'));
    const mandate = await d.register();
    const pay = async (memo: string) => {
      const grant = await d.propose(mandate, transfer({ ...TO, memo }));
      assert.equal((await d.redeem(grant)).status, 200);
      assert.equal((await d.report(grant)).status, 201);
    };
    const record = async () => {
      for (const name of ['acme', 'globex', 'umbra', 'hooli']) {
        assert.equal((await add(d, draft(d, 'added', name))).status, 201);
      }
    };
    await Promise.all([record(), ...['INV-1', 'INV-2', 'INV-3', 'INV-4', 'INV-5'].map(pay)]);
    await d.sequencer.settled();
    const all = Array.from({ length: 10 }, (_, leaf) => leaf);
    const kept = new Set((await d.deps.kept.places()).map(({ leaf_index: leaf }) => leaf));
    assert.deepEqual(
      [...kept].toSorted((a, b) => a - b),
      all,
    );
    assert.equal((await d.deps.kept.head())?.tree_head.tree_size, all.length);
    assert.deepEqual(await verifyLog(d.deps), []);
  },

  'an older copy of the database is refused, and gets them back in order, with the end': async (d) => {
    const newer = await openDeployment();
    try {
      await live(newer);
      await newer.sequencer.stop();
      const { kept } = newer.deps;
      assert.equal(await codeAtStart(d, kept), 'log_rolled_back');
      const body = await restored(d, newer);
      assert.ok('receipts_restored' in body, JSON.stringify(body));
      assert.deepEqual([body.to, body.receipts_restored, body.entries_restored], [5, 2, 3]);
      assert.equal(await codeAtStart(d, kept), 'ok');
      assert.deepEqual(await verifyLog(d.deps), []);
      assert.deepEqual(await entriesOf(d), await entriesOf(newer));
      withDirectory(d, ALONE);
      const again = await d.propose(await d.register(), transfer({ ...TO, memo: 'INV-9' }));
      assert.equal(again.decision.reason, 'beneficiary_not_approved');
      assert.equal((await add(d, draft(d, 'added', 'umbra'))).status, 201, 'the log goes on');
      assert.deepEqual(await verifyLog(d.deps), []);
    } finally {
      await newer.close();
    }
  },

  'a database in which one was removed, moved or changed is refused, told by fsck, and mended': async (d) => {
    await live(d);
    await d.sequencer.stop();
    const before = await entriesOf(d);
    for (const [name, tamper] of Object.entries(TAMPERINGS)) {
      await tamper(d);
      assert.equal(await codeAtStart(d), 'log_rolled_back', name);
      assert.notDeepEqual(await verifyLog(d.deps), [], name);
      const body = await restored(d, d);
      assert.ok('entries_restored' in body, `${name}: ${JSON.stringify(body)}`);
      assert.deepEqual([body.from, body.to, body.receipts_restored], [5, 5, 0], name);
      assert.equal(await codeAtStart(d), 'ok', name);
      assert.deepEqual(await verifyLog(d.deps), [], name);
      assert.deepEqual(await entriesOf(d), before, name);
    }
    const nothing = await restored(d, d);
    assert.equal('code' in nothing && nothing.code, 'nothing_lost');
  },

  'one that is found nowhere ends the log: no restored log lacks it': onSqlite(async (d) => {
    const newer = await openDeployment();
    try {
      await live(newer);
      const entries = await newer.deps.kept.entries();
      const places = (await newer.deps.kept.places()).filter((place) => place.leaf_index !== 3);
      const [, forged] = entries;
      assert.ok(forged);
      const without = { ...newer.deps.kept, places: async () => places };
      const refused = await restored(d, { ...newer, deps: { ...newer.deps, kept: without } });
      assert.equal('code' in refused && refused.code, 'entries_missing');
      const false1 = { ...newer.deps.kept, places: async () => [...places, { ...forged, leaf_index: 3 }] };
      const differs = await restored(d, { ...newer, deps: { ...newer.deps, kept: false1 } });
      assert.equal('code' in differs && differs.code, 'entries_differ');
    } finally {
      await newer.close();
    }
  }),

  'one that could not be kept is not announced, and kept when it is sent again': onSqlite(async (d) => {
    withDirectory(d, ALONE);
    await add(d, draft(d, 'added', 'acme'));
    const { kept } = d.deps;
    const { keepPlaces } = kept;
    Object.assign(kept, { keepPlaces: () => Promise.reject(new Error('no space left on device')) });
    const signed = await sign(d, draft(d, 'ended', 'acme'), ['clerk_lina']);
    assert.equal((await d.post(PATH, signed)).status, 500);
    Object.assign(kept, { keepPlaces });
    assert.equal((await d.post(PATH, signed)).status, 201);
    assert.deepEqual(
      (await kept.entries()).map((place) => leafData(place)),
      (await entriesOf(d)).map(({ entry_hash: hash }) => hash),
    );
  }),

  'while the log must not grow, none is recorded': onSqlite(async (d) => {
    withDirectory(d, ALONE);
    const log = createLog({ level: 'silent' });
    const about = { name: 'Authority', version: '1', description: '', tags: [] };
    const app = await createHttpApp({ ...about, log, randomBytes, errors: platformErrors });
    refuseWhileRolledBack(app, async () => 'a witness has seen more');
    addEntryRoutes(app, d.deps);
    const signed = await sign(d, draft(d, 'added', 'acme'), ['clerk_lina']);
    const refused = await app.inject({ method: 'POST', url: PATH, payload: signed });
    const { detail } = refused.json<{ readonly detail: { readonly error: string } }>();
    assert.deepEqual([refused.statusCode, detail.error], [503, 'log_rolled_back']);
    assert.deepEqual(await entriesOf(d), []);
    await app.close();
  }),

  'fsck tells an entry that does not follow, or lies about what is in force, though it is in the log':
    onSqlite(async (d) => {
      withDirectory(d, ALONE);
      await add(d, draft(d, 'added', 'acme'));
      const next = await sign(d, draft(d, 'added', 'initrode'), ['clerk_lina']);
      const false1 = resigned(d, next, { root_hash: 'a'.repeat(64) });
      await enter(d, [false1, resigned(d, next, { sequence: 2, previous_entry_hash: false1.entry_hash })]);
      const [fault, ...more] = await verifyLog(d.deps);
      assert.equal(more.length, 0, 'what follows is not told');
      assert.match(
        fault?.message ?? '',
        /^entry 1 of the directory beneficiaries of treasury.v1 and tn_test: .*what is in force after it/,
      );
      const other = await sign(d, draft(d, 'added', 'umbra'), ['clerk_zoe'], 'tn_other');
      await enter(d, [resigned(d, other, { sequence: 1, previous_entry_hash: next.entry_hash })]);
      assert.match((await verifyLog(d.deps)).at(-1)?.message ?? '', /tn_other: it does not follow on/);
    }),
});

function resigned(d: Deployment, { entry }: SignedEntry, patch: Partial<SignedEntry['entry']>): SignedEntry {
  const object = { ...entry, ...patch };
  const hash = hashOf(nodeCrypto, object);
  return { entry: object, entry_hash: hash, signatures: [signHash(d.signer('clerk_lina'), hash)] };
}

/** As an authority would that judges nothing. */
async function enter(d: Deployment, entries: readonly SignedEntry[]): Promise<void> {
  await d.deps.store.atomically(async (unit) => {
    const size = await unit.lockLog();
    const leaves = entries.map(({ entry_hash: hash }) => entryLeaf(nodeCrypto, hash));
    await growLog(d.deps, unit, size, leaves);
    const recorded_at = d.now();
    await unit.insertEntries(
      entries.map((signed, offset) => ({ leaf_index: size + offset, recorded_at, signed })),
    );
  });
}
