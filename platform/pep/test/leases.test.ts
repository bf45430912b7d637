import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import { openDatabase } from '@common/kit/sql/database';
import { freePort } from '@common/kit/testing';
import type { EnforcementDecision } from '@platform/core/objects/event';
import type {
  Settlement,
  SettlementChoice,
  SignedDoubt,
  SignedSettlement,
} from '@platform/core/objects/settlement';
import { type Signer, signObject } from '@platform/core/signed/signed';
import { comeToNextLook } from '@platform/keys/testing/next-look';
import { sql } from 'kysely';
import { createFetchAddress } from '../src/adapters/fetch-address.ts';
import type { PepSchema } from '../src/store/schema.ts';
import { fakeBank } from './support/fake-bank.ts';
import { DEPLOYMENT, party, publish } from './support/people.ts';
import { ANSWERING, eventually, makePep, makeVenue, type Venue } from './support/venue.ts';

const QUICK = { PEP_RECONCILE_MS: '50', PEP_LEASE_MS: '10000' };
const REVOKED = { reason: 'contract_revoked', detail: 'the mandate was revoked' } as const;

const LONG = { ...QUICK, PEP_LEASE_MS: '60000' };

/** Has the machine sleep: its wall clock goes on, and its monotonic clock does not. */
function sleeper(deps: { clock: () => number }): { forMs(ms: number): void } {
  let slept = 0;
  Object.assign(deps, { clock: () => Date.now() + slept });
  return {
    forMs: (ms) => {
      slept += ms;
    },
  };
}

/** The decision names the lease under which its call was sent, within it. */
function isWithinLease(decision: EnforcementDecision | undefined, ms: number): void {
  const { lease, sent_at: sent = '' } = decision ?? {};
  assert.equal(lease?.send_within_ms, ms);
  const after = Date.parse(sent) - Date.parse(lease?.asked_at ?? '');
  assert.ok(after >= 0 && after < ms, `${after} ms after it was asked for`);
}

describe('nothing is sent without a lease', () => {
  test('what never left ends as refused once the mandate is revoked, and nobody is called', async (t) => {
    const venue = await makeVenue(t);
    const away = { BANK_URL: `http://127.0.0.1:${await freePort()}` };
    const pep = await makePep(t, venue, { ...QUICK, ...away });
    const request = venue.grant();
    const { result } = await pep.present(request);
    assert.deepEqual([result.status, result.reason], ['unknown', 'counterparty_unknown']);
    assert.match(result.detail, /^bank cannot be reached \(ECONNREFUSED\)\. Nothing was sent\./);
    venue.authority.lease.ended = REVOKED;
    await eventually('the refusal is recorded', async () => (await pep.unfinished()) === 0);
    const decided = venue.authority.enforcements.get(request.grant.grant_id)?.decision;
    assert.deepEqual([decided?.outcome, decided?.reason], ['refused', 'contract_revoked']);
    const ids = venue.authority.redeemRequests.map(({ redemption }) => redemption.redemption_id);
    assert.equal(new Set(ids).size, 1, 'the same redemption');
  });

  test('a lease that ends before the call can begin is asked for again', async (t) => {
    const venue = await makeVenue(t);
    venue.authority.lease.sendWithinMs = 0;
    const pep = await makePep(t, venue, QUICK);
    const request = venue.grant();
    const { result } = await pep.present(request);
    assert.equal(result.status, 'unknown');
    assert.match(result.detail, /could not begin in time\. Nothing was sent\./);
    assert.equal(venue.bank.requests.length, 0);
    venue.authority.lease.sendWithinMs = 10_000;
    await eventually('the outcome is recorded', async () => (await pep.unfinished()) === 0);
    const decided = venue.authority.enforcements.get(request.grant.grant_id)?.decision;
    assert.deepEqual([decided?.outcome, venue.bank.requests.length], ['executed', 1]);
    isWithinLease(decided, 10_000);
  });

  test('a call whose lease ran out while its address was looked up is signed under the lease that it left by', async (t) => {
    const venue = await makeVenue(t);
    const url = venue.bank.url.replace('127.0.0.1', 'localhost');
    const pep = await makePep(t, venue, { ...LONG, BANK_URL: url });
    const asleep = sleeper(pep.pep.deps);
    let looks = 0;
    const resolve = async () => {
      if (looks++ === 0) asleep.forMs(3_000);
      return ['127.0.0.1'];
    };
    const fetchAddress = createFetchAddress({ timeoutMs: 5_000, maxBytes: 65_536, resolve });
    Object.assign(pep.pep.deps, { fetchAddress });
    venue.authority.lease.sendWithinMs = 2_000;
    const params = { url: `${url}/market/fx?base=EUR&quote=USD` };
    const request = venue.grant({ facade: 'market.fetch', params });
    assert.equal((await pep.present(request, { to: 'fetch' })).result.status, 'fetched');
    const decided = venue.authority.enforcements.get(request.grant.grant_id)?.decision;
    isWithinLease(decided, 2_000);
    assert.ok(looks > 1 && venue.authority.redeemRequests.length > 1, 'under another lease');
    assert.ok(Date.parse(decided?.lease?.asked_at ?? '') > Date.now() + 2_000, 'the last one');
  });

  test('a call that comes too late for its lease replaces nothing of the call that may have left', async (t) => {
    const venue = await makeVenue(t);
    const pep = await makePep(t, venue, LONG);
    const { deps } = pep.pep;
    const { authority } = deps;
    const { redeem } = authority;
    const asleep = sleeper(deps);
    let asked = 0;
    authority.redeem = async (...given) => {
      const answer = await redeem(...given);
      if (asked++ > 0) asleep.forMs(3_000);
      return answer;
    };
    venue.authority.lease.sendWithinMs = 2_000;
    venue.bank.plans.push(...Array.from({ length: 20 }, () => 'drop' as const));
    const request = venue.grant();
    await pep.present(request);
    const recorded = async () => (await deps.store.find(request.grant.grant_id))?.sending;
    const first = await recorded();
    await eventually('it was tried again', () => asked > 4);
    const { at, lease } = (await recorded()) ?? {};
    assert.deepEqual({ at, lease }, { at: first?.at, lease: first?.lease });
    assert.equal(lease?.ms, 2_000);
  });

  test('a read that looks its name up for too long is not begun', async (t) => {
    const venue = await makeVenue(t);
    const url = venue.bank.url.replace('127.0.0.1', 'localhost');
    const pep = await makePep(t, venue, { ...LONG, BANK_URL: url });
    const asleep = sleeper(pep.pep.deps);
    const resolve = async () => {
      asleep.forMs(3_000);
      venue.authority.lease.ended = REVOKED;
      return ['127.0.0.1'];
    };
    Object.assign(pep.pep.deps, {
      fetchAddress: createFetchAddress({ timeoutMs: 5_000, maxBytes: 65_536, resolve }),
    });
    venue.authority.lease.sendWithinMs = 2_000;
    const params = { url: `${url}/market/fx?base=EUR&quote=USD` };
    const { result } = await pep.present(venue.grant({ facade: 'market.fetch', params }), { to: 'fetch' });
    assert.deepEqual([result.status, result.reason], ['refused', 'contract_revoked']);
    assert.equal(venue.bank.requests.length, 0);
  });

  test('a machine that slept, or whose clock was set back, has no lease any longer', async (t) => {
    for (const ms of [3_000, -3_000]) {
      const venue = await makeVenue(t);
      const pep = await makePep(t, venue, LONG);
      const asleep = sleeper(pep.pep.deps);
      venue.authority.lease.sendWithinMs = 2_000;
      const { authority } = pep.pep.deps;
      const { redeem } = authority;
      authority.redeem = async (...asked) => {
        const answer = await redeem(...asked);
        asleep.forMs(ms);
        venue.authority.lease.ended = REVOKED;
        return answer;
      };
      const { result } = await pep.present(venue.grant());
      assert.deepEqual([result.status, result.reason], ['refused', 'contract_revoked'], `${ms} ms`);
      assert.equal(venue.bank.requests.length, 0);
    }
  });

  test('a mandate that was revoked while the redemption was answered is refused', async (t) => {
    const venue = await makeVenue(t);
    venue.authority.lease.ended = REVOKED;
    const pep = await makePep(t, venue);
    const { result } = await pep.present(venue.grant());
    assert.deepEqual([result.status, result.reason], ['refused', 'contract_revoked']);
    assert.equal(venue.bank.requests.length, 0);
  });
});

test('of a read without a connection, nothing is said to have left', async (t) => {
  const venue = await makeVenue(t);
  const pep = await makePep(t, venue, { BANK_URL: `http://127.0.0.1:${await freePort()}` });
  const params = { account_id: 'acct_main' };
  const request = venue.grant({ facade: 'bank.readBalance', params });
  assert.equal((await pep.present(request)).result.reason, 'counterparty_unknown');
  const decided = venue.authority.enforcements.get(request.grant.grant_id)?.decision;
  assert.deepEqual([decided?.outcome, decided?.sent_at], ['refused', undefined]);
});

describe('a mark on a service’s key, at the last moment', () => {
  const marks = [
    ['authority', 'refused', /^The key authority was compromised/],
    ['bank', 'refused', /^The key bank was compromised/],
    ['pep', 'unknown', /Nothing was sent/],
  ] as const;
  for (const [kid, status, why] of marks) {
    test(`no call begins once the key of ${kid} is marked, though it has a lease`, async (t) => {
      const venue = await makeVenue(t);
      const pep = await makePep(t, venue);
      const request = venue.grant();
      const file = join(venue.directory, 'keys', 'public', `${kid}.json`);
      t.mock.method(pep.pep.deps.faults, 'at', (point: string, side: string) => {
        if (point !== 'request_sent' || side !== 'before') return;
        const entry = JSON.parse(readFileSync(file, 'utf8'));
        writeFileSync(file, JSON.stringify({ ...entry, compromised_at: new Date().toISOString() }));
        comeToNextLook();
      });
      const { result } = await pep.present(request);
      assert.equal(venue.bank.requests.length, 0);
      assert.equal(result.status, status);
      assert.match(result.detail, why);
      const decided = venue.authority.enforcements.get(request.grant.grant_id)?.decision;
      assert.equal(decided?.sent_at, undefined, 'nothing is said to have left');
    });
  }
});

/** A venue whose first call was lost after the mandate was revoked. */
async function lostCall(
  t: TestContext,
  {
    connector,
    lost = 'lose',
    env,
    reportPlans = [],
  }: Parameters<typeof makeVenue>[1] & {
    readonly lost?: 'lose' | 'drop';
    readonly env?: Readonly<Record<string, string>>;
    readonly reportPlans?: readonly 'lose'[];
  } = {},
) {
  const venue = await makeVenue(t, connector === undefined ? {} : { connector });
  venue.authority.reportPlans.push(...reportPlans);
  const pep = await makePep(t, venue, { ...QUICK, ...env });
  venue.bank.plans.push(lost, lost, lost);
  const request = venue.grant();
  const { grant_id: grantId } = request.grant;
  const first = pep.present(request);
  await eventually('the bank was called', async () => venue.bank.requests.length > 0);
  venue.authority.lease.ended = REVOKED;
  assert.equal((await first).result.status, 'unknown');
  const calls = () => venue.bank.requests.filter(({ method }) => method === 'POST').length;
  const decided = () => venue.authority.enforcements.get(grantId)?.decision;
  const settled = () => eventually('it is decided', async () => decided() !== undefined);
  return { venue, pep, request, grantId, calls, decided, settled, sent: calls() };
}

describe('what may have left is asked for first', () => {
  test('done there: it is executed, with the acknowledgment, although the mandate has ended', async (t) => {
    const { venue, calls, decided, settled, sent } = await lostCall(t, { connector: ANSWERING });
    await settled();
    const { outcome, counterparty_ack_hash: ack, sent_at: at } = decided() ?? {};
    assert.deepEqual([outcome, calls(), venue.bank.effects.size], ['executed', sent, 1]);
    assert.ok(typeof ack === 'string' && typeof at === 'string');
  });

  test('not known there: it ends as refused only once its token has expired there', async (t) => {
    const { venue, pep, calls, decided, settled, sent } = await lostCall(t, {
      connector: ANSWERING,
      lost: 'drop',
    });
    const asked = () => venue.bank.requests.filter(({ method }) => method === 'GET').length;
    await eventually('it was asked for', async () => asked() > 1);
    assert.deepEqual([decided(), await pep.unfinished()], [undefined, 1], 'it may still arrive');
    venue.bank.clock.aheadMs = 60_000;
    await settled();
    assert.deepEqual([decided()?.outcome, decided()?.reason], ['refused', 'contract_revoked']);
    assert.deepEqual([calls(), venue.bank.effects.size], [sent, 0]);
  });

  test('not known there, and nothing has ended: it is sent again, once', async (t) => {
    const { venue, calls, decided, settled, sent } = await lostCall(t, {
      connector: ANSWERING,
      lost: 'drop',
    });
    venue.authority.lease.ended = null;
    await settled();
    assert.deepEqual([decided()?.outcome, calls()], ['executed', sent + 1]);
  });
});

describe('a person decides what nobody knows', () => {
  const settle = (
    signer: Signer,
    { doubt, doubt_hash }: SignedDoubt,
    choice: SettlementChoice,
    other: Partial<Settlement> = {},
  ): SignedSettlement => {
    const { grant_id, action_hash } = doubt;
    const settlement: Settlement = {
      type: 'sanad/settlement/1',
      deployment: DEPLOYMENT,
      grant_id,
      action_hash,
      doubt_hash,
      replaces_hash: null,
      choice,
      reason: 'the bank told us by telephone',
      settled_at: new Date().toISOString(),
      ...other,
    };
    const { hash, signature } = signObject(nodeCrypto, signer, settlement);
    return { settlement, settlement_hash: hash, signature };
  };

  /** The doubt that was reported, once there is one. */
  const doubtOf = async ({ authority }: Venue): Promise<SignedDoubt> => {
    await eventually('the doubt is reported', async () => authority.doubts.length === 1);
    const [doubt] = authority.doubts;
    assert.ok(doubt !== undefined);
    return doubt;
  };

  /** Returns once the enforcement point has judged what the authority shows. */
  const read = async ({ authority }: Venue): Promise<void> => {
    const asked = authority.redeemRequests.length;
    await eventually('it was read', async () => authority.redeemRequests.length > asked + 1);
  };

  test('a counterparty that cannot be asked, after the end: nothing is sent, and the principal decides', async (t) => {
    const { venue, pep, grantId, calls, decided, settled, sent } = await lostCall(t);
    const doubt = await doubtOf(venue);
    assert.deepEqual([doubt.doubt.grant_id, doubt.doubt.reason], [grantId, 'no_inquiry']);
    const { authority, parties } = venue;
    authority.settlements.set(grantId, settle(parties.approver.signer, doubt, 'count_as_done'));
    await read(venue);
    assert.equal(decided(), undefined, 'only the mandate’s principal decides');
    const byPrincipal = settle(parties.principal.signer, doubt, 'count_as_not_done');
    authority.settlements.set(grantId, byPrincipal);
    await read(venue);
    assert.equal(decided(), undefined, 'the call may still arrive');
    sleeper(pep.pep.deps).forMs(120_000);
    await settled();
    assert.deepEqual([decided()?.outcome, decided()?.reason], ['refused', 'settled_by_principal']);
    assert.equal(decided()?.settlement_hash, byPrincipal.settlement_hash);
    const reported = authority.enforcements.get(grantId);
    assert.deepEqual([reported?.settlement, reported?.doubt], [byPrincipal, doubt]);
    assert.equal(decided()?.sent_at, doubt.doubt.sent_at);
    await eventually('nothing is left', async () => (await pep.unfinished()) === 0);
    assert.deepEqual([calls(), authority.doubts.length], [sent, 1]);
  });

  test('a settlement of another doubt, or one that was replaced, counts for nothing, even from the authority', async (t) => {
    const { venue, pep, grantId, decided, settled } = await lostCall(t);
    const doubt = await doubtOf(venue);
    const { authority, parties } = venue;
    const { signer } = parties.principal;
    const shown = async (settlement: SignedSettlement) => {
      authority.settlements.set(grantId, settlement);
      await read(venue);
      assert.equal(decided(), undefined);
    };
    await shown(settle(signer, { ...doubt, doubt_hash: 'ab'.repeat(32) }, 'count_as_done'));
    const replaced = settle(signer, doubt, 'count_as_done');
    const { settlement_hash: replaces_hash } = replaced;
    const newer = settle(signer, doubt, 'count_as_not_done', { replaces_hash });
    await shown(newer);
    await shown(replaced);
    const last = settle(signer, doubt, 'count_as_done', { replaces_hash: newer.settlement_hash });
    authority.settlements.set(grantId, last);
    await settled();
    assert.equal(decided()?.settlement_hash, last.settlement_hash);
    await eventually('nothing is left', async () => (await pep.unfinished()) === 0);
  });

  test('a key that is bounded to other tenants settles nothing', async (t) => {
    const { venue, grantId, decided, settled } = await lostCall(t);
    const doubt = await doubtOf(venue);
    const { authority, parties } = venue;
    const phone = party('principal_omar.phone', 'principal', 'omar', parties.principal.signer, ['tn_other']);
    await publish(join(venue.directory, 'keys'), phone.entry);
    authority.settlements.set(grantId, settle(phone.signer, doubt, 'count_as_done'));
    await read(venue);
    assert.equal(decided(), undefined, 'its key may not act for this tenant');
    authority.settlements.set(grantId, settle(parties.principal.signer, doubt, 'count_as_done'));
    await settled();
    assert.deepEqual([decided()?.outcome, decided()?.reason], ['executed', 'settled_by_principal']);
  });

  test('a doubt whose report was not answered is reported again as it was', async (t) => {
    const { venue, decided } = await lostCall(t, { reportPlans: ['lose', 'lose', 'lose'] });
    const { authority } = venue;
    await eventually('it was reported again', async () => authority.doubts.length > 3);
    const hashes = authority.doubts.map(({ doubt_hash }) => doubt_hash);
    assert.deepEqual([new Set(hashes).size, decided()], [1, undefined]);
  });

  test('an effect that the rules in force no longer know is in doubt, and never refused', async (t) => {
    const venue = await makeVenue(t);
    const pep = await makePep(t, venue, QUICK);
    venue.bank.plans.push('lose', 'lose', 'lose');
    const request = venue.grant();
    const first = pep.present(request);
    await eventually('the bank was called', async () => venue.bank.requests.length > 0);
    venue.authority.lease.ended = REVOKED;
    await venue.renameTransfer();
    assert.equal((await first).result.status, 'unknown');
    const { authority } = venue;
    await eventually('it is judged', () => authority.doubts.length > 0 || authority.enforcements.size > 0);
    assert.deepEqual([authority.enforcements.size, authority.doubts[0]?.doubt.reason], [0, 'no_inquiry']);
  });

  test('a counterparty that did not get the call is not asked what became of it, and gets it never', async (t) => {
    const venue = await makeVenue(t, { connector: ANSWERING });
    const other = await fakeBank(t, venue.parties.bank);
    other.clock.aheadMs = 60_000;
    const pep = await makePep(t, venue, { ...QUICK, OTHER_URL: other.url });
    venue.bank.plans.push('lose', 'lose', 'lose');
    const first = pep.present(venue.grant());
    await eventually('the bank was called', async () => venue.bank.requests.length > 0);
    await venue.republish(
      '"kid":"bank","base_url_env":"BANK_URL"',
      '"kid":"other","base_url_env":"OTHER_URL"',
    );
    assert.equal((await first).result.status, 'unknown');
    const { authority } = venue;
    await eventually('it is judged', () => authority.doubts.length > 0 || authority.enforcements.size > 0);
    assert.deepEqual([authority.enforcements.size, authority.doubts[0]?.doubt.reason], [0, 'no_inquiry']);
    assert.equal(other.requests.length, 0);
  });

  test('a call that is not known there counts as not done only once it can arrive no longer', async (t) => {
    const { venue, grantId, decided, settled } = await lostCall(t, {
      connector: ANSWERING,
      lost: 'drop',
      env: { PEP_ASK_FOR_S: '1' },
    });
    const { authority, bank, parties } = venue;
    const doubt = await doubtOf(venue);
    authority.settlements.set(grantId, settle(parties.principal.signer, doubt, 'count_as_not_done'));
    const asked = bank.requests.length;
    await eventually('it was asked for again', async () => bank.requests.length > asked + 1);
    assert.equal(decided(), undefined);
    bank.clock.aheadMs = 60_000;
    await settled();
    assert.deepEqual([decided()?.outcome, decided()?.reason], ['refused', 'settled_by_principal']);
  });

  test('a counterparty that cannot be asked and never answers: sending again has an end', async (t) => {
    const venue = await makeVenue(t);
    const pep = await makePep(t, venue, { ...QUICK, PEP_ASK_FOR_S: '1' });
    venue.bank.plans.push(...Array.from({ length: 200 }, () => 'drop' as const));
    assert.equal((await pep.present(venue.grant())).result.status, 'unknown');
    await eventually('the doubt is reported', async () => venue.authority.doubts.length === 1);
    assert.equal(venue.authority.doubts[0]?.doubt.reason, 'no_answer');
    assert.ok(venue.bank.requests.length > 3, 'it was sent again before');
  });

  test('a call that version 0.1.0 left without an answer: a person is asked, as of any other', async (t) => {
    const venue = await makeVenue(t, { connector: ANSWERING });
    venue.bank.plans.push(...Array.from({ length: 200 }, () => 'drop' as const));
    const old = await makePep(t, venue);
    assert.equal((await old.present(venue.grant())).result.status, 'unknown');
    await old.pep.close();
    const database = await openDatabase<PepSchema>({ url: `${venue.env.PEP_DATABASE_URL}` });
    const twoHoursAgo = Date.now() - 7_200_000;
    const was = { sending: null, asking: null, presented_at: twoHoursAgo, due_at: twoHoursAgo + 60_000 };
    await database.db.updateTable('intent').set(was).execute();
    await sql`delete from kysely_migration where name >= '0004'`.execute(database.db);
    for (const later of ['redemption_prefix', 'known_key', 'known_rules', 'directory_entry'])
      await database.db.schema.dropTable(later).execute();
    await sql`drop index intent_settle_due`.execute(database.db);
    for (const later of ['settle_due', 'settling'])
      await database.db.schema.alterTable('intent').dropColumn(later).execute();
    await database.close();
    await makePep(t, venue, QUICK);
    await eventually('the doubt is reported', async () => venue.authority.doubts.length === 1);
    assert.equal(venue.authority.doubts[0]?.doubt.sent_at, new Date(twoHoursAgo).toISOString());
  });

  test('a counterparty that gives no answer for too long: asked again when the principal says so', async (t) => {
    const { venue, grantId, calls, decided, settled, sent } = await lostCall(t, {
      connector: ANSWERING,
      lost: 'drop',
      env: { PEP_ASK_FOR_S: '1' },
    });
    const { authority, bank, parties } = venue;
    const doubt = await doubtOf(venue);
    assert.equal(doubt.doubt.reason, 'no_answer');
    const asked = bank.requests.length;
    const redeemed = authority.redeemRequests.length;
    await eventually('the authority was asked', async () => authority.redeemRequests.length > redeemed);
    assert.equal(bank.requests.length, asked, 'the bank was not');
    bank.clock.aheadMs = 60_000;
    authority.settlements.set(grantId, settle(parties.principal.signer, doubt, 'ask_again'));
    await settled();
    assert.deepEqual([decided()?.reason, calls()], ['contract_revoked', sent]);
  });
});
