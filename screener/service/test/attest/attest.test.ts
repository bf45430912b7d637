import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { unwrap } from '@common/base/result';
import { fromHex } from '@common/evidence/bytes';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import { judgeStatement, readStatement } from '@common/evidence/statement';
import { continuityFault, EMPTY_LIST_HASH, extendList, readHead } from '@common/evidence/statement-list';
import { createMemoryRateLimiter } from '@common/kit/rate-limit';
import { claimsOf } from '../../src/attest/claims.ts';
import { type Ends, openTestAccess, openTestDatabase } from '../access/access-under-test.ts';
import { clockAt, DAY, MINUTE, makeApp } from '../app-under-test.ts';
import { described } from '../bulk/bulk-under-test.ts';
import { useSnapshotStore } from '../snapshot-store.ts';
import { attesterOn, newSealKey } from './attester-under-test.ts';

const NOW = '2026-05-01T12:00:00Z';
const WEEK = 7 * DAY;
const APPLE = {
  symbol: 'AAPL',
  as_of: '2026-04-23',
  rules: 'current',
  engine_version: '7.1',
  compliance: 'compliant',
  methodologies: [{ id: 'aaoifi', status: 'pass' }],
} as const;
const NO_LIMITS = { demo: 0, free: 0, partner: 0 };

describe('GET /v1/attest/{ticker}', () => {
  const snapshot = useSnapshotStore(clockAt(NOW));

  /** The application on a list of its own. */
  async function open(t: Ends, newADay = 100) {
    const clock = clockAt(NOW);
    const database = await openTestDatabase(t);
    const access = await openTestAccess(t, NO_LIMITS, clock, database);
    const key = newSealKey();
    const fresh = createMemoryRateLimiter({ name: 'statements', requests: newADay, windowS: 86_400 });
    const attester = await attesterOn(database, fresh, clock, key);
    const deps = { ...snapshot.shared(), clock, attester };
    const { app, screen, screenFund } = await makeApp(t, deps, undefined, access);
    const fits = await described(app, 'get', '/v1/attest/{ticker}');
    const by = { kid: 'screener', publicKey: fromHex(key.publicKey) ?? new Uint8Array() };
    const get = async (path: string, status = 200) => {
      const answer = await app.inject({ url: path });
      assert.equal(answer.statusCode, status, answer.body);
      return answer.json();
    };
    const attest = async (asked: string) => {
      const answer = await get(`/v1/attest/${asked}`);
      assert.ok(fits(answer), JSON.stringify(answer).slice(0, 500));
      const { sealed, screening } = answer.data;
      const { statement } = unwrap(readStatement(nodeCrypto, sealed, by));
      assert.equal(statement.evidence_hash, hashOf(nodeCrypto, screening));
      return { ...answer.data, statement };
    };
    return { clock, screen, screenFund, get, attest, by };
  }

  /** One for the tests that need no list of their own. */
  const endings: (() => Promise<void>)[] = [];
  let opened: ReturnType<typeof open> | undefined;
  const shared = () => {
    opened ??= open({ after: (end) => void endings.push(end) });
    return opened;
  };
  after(async () => {
    for (const end of endings.toReversed()) await end();
  });

  test('is what /v1/screen says, and a signed statement that says no more', async () => {
    const { screen, screenFund, attest, by } = await shared();
    const apple = await attest('aapl');
    assert.deepEqual(apple.screening, await screen('AAPL'));
    assert.deepEqual(apple.statement, {
      type: 'sanad/statement/1',
      issuer: 'screen.example',
      subject: { kind: 'ticker', value: 'AAPL' },
      claims: ['compliant', ...apple.screening.methodologies.map(({ id }: { id: string }) => `${id}.pass`)],
      method: `screener/${apple.screening.engine_version}/current`,
      as_of: `${apple.screening.as_of}T00:00:00.000Z`,
      stale: false,
      evidence_hash: apple.statement.evidence_hash,
      issued_at: '2026-05-01T12:00:00.000Z',
      expires_at: '2026-05-08T12:00:00.000Z',
    });
    const terms = {
      issuer: 'screen.example',
      subject: { kind: 'ticker', value: 'AAPL' },
      claims: ['compliant', 'aaoifi.pass'],
      maxAgeMs: 30 * DAY,
    };
    assert.equal(judgeStatement(apple.statement, terms, Date.parse(NOW)), null);
    assert.equal(apple.public_key, Buffer.from(by.publicKey).toString('hex'));
    // A fund has all of its holdings, so that its verdict can be recomputed.
    const fund = await attest('SPUS');
    assert.deepEqual(
      fund.screening.etf_look_through.holdings,
      (await screenFund('SPUS')).etf_look_through.holdings,
    );
  });

  test('never says that something is compliant which is not known to be', async () => {
    const { attest } = await shared();
    const said = async (asked: string) => (await attest(asked)).statement;
    const bank = await said('JPM');
    assert.equal(bank.claims[0], 'non_compliant');
    assert.ok(!bank.claims.includes('compliant'));
    const unknown = await said('AIR?as_of=2009-01-01');
    assert.ok(unknown.claims.includes('not_screenable') && unknown.claims.includes('aaoifi.unknown'));
    assert.ok(!unknown.claims.some((claim: string) => claim === 'compliant' || claim.endsWith('.pass')));
    // A past day is attested as of that day; another rule set is another method.
    const past = await said('AAPL?as_of=2025-06-02&rules=classic');
    assert.equal(past.as_of, '2025-06-02T00:00:00.000Z');
    assert.match(past.method, /\/classic$/);
    // A choice of methodologies changes no claim: nobody picks the lenient ones for a verdict.
    const whole = await said('GOOGL');
    const chosen = await said('GOOGL?methodologies=msci');
    assert.deepEqual(chosen.claims, whole.claims);
    const stale = { since: '2026-04-01', why: 'report_late' } as const;
    assert.equal(claimsOf({ ...APPLE, stale }).stale, true);
  });

  test('the same answer has the same statement and number until it expires', async (t) => {
    const { clock, attest, get } = await open(t, 3);
    const first = await attest('AAPL');
    const other = await attest('MSFT');
    clock.advance(MINUTE);
    for (const asked of ['AAPL', 'aapl', 'AAPL?rules=current']) assert.deepEqual(await attest(asked), first);
    assert.deepEqual([first.listed.number, other.listed.number], [1, 2]);
    // Tomorrow’s answer counts its ages to tomorrow, so it is another one.
    clock.advance(DAY);
    assert.equal((await attest('AAPL')).listed.number, 3);
    // One more than a caller may have in a day; those that are there are no new ones.
    assert.equal((await get('/v1/attest/MSFT', 429)).error.code, 'too_many_statements');
    assert.equal((await attest('AAPL')).listed.number, 3);
    assert.equal((await get('/v1/attestations')).data.head.head.size, 3);
  });

  test('an expired statement is not given again', async (t) => {
    const clock = clockAt(NOW);
    const fresh = createMemoryRateLimiter({ name: 'statements', requests: 9, windowS: 60 });
    const attester = await attesterOn(await openTestDatabase(t), fresh, clock);
    const said = claimsOf({ ...APPLE, stale: null });
    const numberNow = async () => unwrap(await attester.attest(said, 'ab'.repeat(32), 'me')).listed.number;
    clock.advance(DAY);
    assert.deepEqual([await numberNow(), await numberNow()], [1, 1]);
    clock.advance(WEEK);
    assert.equal(await numberNow(), 2);
  });

  test('each statement is in a list that its heads commit to', async (t) => {
    const { clock, attest, get, by } = await open(t);
    const empty = (await get('/v1/attestations')).data;
    assert.deepEqual([empty.head.head.size, empty.statements, empty.next_from], [0, [], null]);
    const answers = [await attest('AAPL'), await attest('MSFT'), await attest('JPM')];
    const { head, previous, statements, next_from } = (await get('/v1/attestations')).data;
    const later = unwrap(readHead(nodeCrypto, head, by)).head;
    assert.deepEqual([later.size, previous, next_from], [3, EMPTY_LIST_HASH, null]);
    const hashes: string[] = statements.map((one: { statement_hash: string }) => one.statement_hash);
    for (const [index, { sealed, listed }] of answers.entries()) {
      assert.deepEqual(statements[index].sealed, sealed);
      const earlier = unwrap(readHead(nodeCrypto, listed.head, by)).head;
      const before = { size: listed.number - 1, list_hash: listed.previous };
      assert.equal(earlier.size, index + 1);
      assert.equal(extendList(nodeCrypto, before, [sealed.statement_hash]).list_hash, earlier.list_hash);
      assert.equal(continuityFault(nodeCrypto, earlier, hashes.slice(index + 1), later), null);
    }
    const second = (await get('/v1/attestations?from=2&limit=1')).data;
    assert.deepEqual(second.statements, [statements[1]]);
    assert.deepEqual([second.previous, second.next_from], [statements[0].list_hash, 3]);
    assert.deepEqual((await get('/v1/attestations?from=9')).data.statements, []);
    // Some time after it expired, a statement is removed; its hashes stay.
    clock.advance(WEEK + 11 * DAY);
    await attest('AAPL');
    const kept = (await get('/v1/attestations')).data.statements;
    assert.deepEqual(
      kept.map((one: { sealed: unknown }) => one.sealed !== null),
      [false, false, true, true],
    );
    assert.deepEqual(
      kept.slice(0, 3).map((one: { statement_hash: string }) => one.statement_hash),
      hashes,
    );
  });

  test('refuses what /v1/screen refuses, and adds nothing to the list', async () => {
    const { get } = await shared();
    const sizeNow = async () => (await get('/v1/attestations')).data.head.head.size;
    const before = await sizeNow();
    await get('/v1/attest/A!', 400);
    await get('/v1/attest/NOSUCH', 404);
    await get('/v1/attest/AAPL?as_of=2030-01-01', 422);
    await get('/v1/attest/AAPL?overlays=mine', 422);
    assert.equal(await sizeNow(), before);
  });
});
