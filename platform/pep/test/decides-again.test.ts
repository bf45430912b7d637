import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startPostgres } from '@common/kit/testing/postgres';
import type { Mandate } from '@platform/core/objects/mandate';
import { refusal } from './support/fake-bank.ts';
import { party, publish } from './support/people.ts';
import { type GrantOptions, makePep, makeVenue, signMandate, transfer, type Venue } from './support/venue.ts';

const iso = (ms: number) => new Date(ms).toISOString();
const DAY = 86_400_000;

/** Grants that the authority's key signed, for what nobody allowed -> the refusal. */
const THEFTS: Readonly<
  Record<string, readonly [make: (venue: Venue) => GrantOptions, reason: string, why: RegExp]>
> = {
  'any amount': [
    () => ({ params: transfer(9_001, '800000') }),
    'amount_over_limit',
    /over rules\.amount_max 5000/,
  ],
  'to anyone': [
    () => ({ params: { ...transfer(9_002), to_account: 'acct_thief' } }),
    'beneficiary_not_approved',
    /acct_thief/,
  ],
  'what needs an approval, without one': [
    () => ({ params: transfer(9_003, '2000') }),
    'approval_required',
    /over rules\.threshold 1000/,
  ],
  'an invoice under a key of its own': [
    () => ({ action: { idempotency_key: 'idem_pay_0' } }),
    'grant_invalid',
    /idempotency key is idem_pay_0, but that of its params/,
  ],
  'before the mandate begins': [
    ({ parties }) => ({
      mandate: signMandate(parties.principal.signer, { valid_from: iso(Date.now() + 3_600_000) }),
    }),
    'contract_expired',
    /valid from .*, not now/,
  ],
  'after the mandate, dated back to its time': [
    ({ parties }) => ({
      mandate: signMandate(parties.principal.signer, { valid_to: iso(Date.now() - 60_000) }),
      action: { proposed_at: iso(Date.now() - DAY) },
      grant: { issued_at: iso(Date.now() - DAY) },
    }),
    'contract_expired',
    /valid from .*, not now/,
  ],
  'on another day’s sum': [
    () => ({ action: { proposed_at: iso(Date.now() - 2 * DAY) } }),
    'grant_invalid',
    /was issued at .*, but the action was proposed at/,
  ],
  'for longer than the mandate lets it': [
    () => ({ grant: { expires_at: iso(Date.now() + DAY) } }),
    'grant_invalid',
    /lasts until .*, but the mandate ends it at/,
  ],
};

describe('a thief with the authority’s key grants', () => {
  for (const [what, [make, reason, why]] of Object.entries(THEFTS)) {
    test(`${what}: refused with a decision, and the bank is not called`, async (t) => {
      const venue = await makeVenue(t);
      const pep = await makePep(t, venue);
      const request = venue.grant(make(venue));
      const { result } = await pep.present(request);
      assert.deepEqual([result.status, result.reason], ['refused', reason], result.detail);
      assert.match(result.detail, why);
      const decided = venue.authority.enforcements.get(request.grant.grant_id)?.decision;
      assert.deepEqual([decided?.outcome, decided?.reason], ['refused', reason]);
      assert.equal(venue.bank.requests.length, 0);
    });
  }

  test('with a key that is compromised by now, dated back: nothing is even redeemed', async (t) => {
    const venue = await makeVenue(t);
    const pep = await makePep(t, venue);
    const { entry } = venue.parties.authority;
    const request = venue.grant({
      action: { proposed_at: iso(Date.now() - 300_000) },
      grant: { issued_at: iso(Date.now() - 300_000), expires_at: iso(Date.now() + 300_000) },
    });
    await publish(venue.env.SERVICE_KEYS_DIR ?? '', { ...entry, compromised_at: iso(Date.now() - 1_000) });
    const { result } = await pep.present(request);
    assert.deepEqual([result.status, result.reason], ['refused', 'grant_invalid']);
    assert.match(result.detail, /signed with authority, which was compromised at/);
    assert.deepEqual([venue.authority.redeemRequests.length, venue.bank.requests.length], [0, 0]);
  });

  test('on an approval by a key that is compromised by now', async (t) => {
    const venue = await makeVenue(t);
    const pep = await makePep(t, venue);
    const { principal } = venue.parties;
    const lina = party('approver_lina', 'approver', 'lina', principal.signer);
    await publish(venue.env.SERVICE_KEYS_DIR ?? '', { ...lina.entry, compromised_at: iso(Date.now() - 500) });
    const { result } = await pep.present(
      venue.grant({
        params: transfer(9_010, '2000'),
        approver: lina.signer,
        grant: { approved_by: 'approver_lina', approved_at: iso(Date.now() - 1_000) },
      }),
    );
    assert.deepEqual([result.status, result.reason], ['refused', 'grant_invalid']);
    assert.match(result.detail, /approver_lina was compromised/);
    assert.equal(venue.bank.requests.length, 0);
  });
});

/** A mandate for three payments of 40.50 and 100 a day. */
const NARROW: Partial<Mandate> = {
  limits: { runtime_max_s: 600, use_count_max: 3 },
  rules: { amount_max: '100', daily_max: '100', threshold: '100' },
};

describe('uses, sums and duplicates are counted here, whatever the authority counts', () => {
  test('the day’s sum, then the uses, and one invoice once', async (t) => {
    const venue = await makeVenue(t);
    const pep = await makePep(t, venue);
    const mandate = signMandate(venue.parties.principal.signer, NARROW);
    const pay = async (invoice: number, amount?: string) => {
      const { result } = await pep.present(venue.grant({ mandate, params: transfer(invoice, amount) }));
      return `${result.status} ${result.reason}`;
    };
    assert.equal(await pay(1), 'executed ok');
    assert.equal(await pay(1), 'refused duplicate_action');
    assert.equal(await pay(2), 'executed ok');
    assert.equal(await pay(3), 'refused daily_limit_exceeded');
    assert.equal(await pay(4, '19'), 'executed ok');
    assert.equal(await pay(5, '0.01'), 'refused use_count_exceeded');
    assert.equal(venue.bank.effects.size, 3);
    // Also for a process that starts later.
    const second = await makePep(t, venue);
    const late = await second.present(venue.grant({ mandate, params: transfer(6, '0.01') }));
    assert.equal(late.result.reason, 'use_count_exceeded');
  });

  test('what may be a duplicate of what was executed before needs an approval', async (t) => {
    const venue = await makeVenue(t);
    const pep = await makePep(t, venue);
    const pay = async (memo: string, reference: string | null, secondsAgo = 2) => {
      const params = { ...transfer(0), memo, ...(reference === null ? {} : { reference }) };
      if (reference === null) Reflect.deleteProperty(params, 'reference');
      const proposed_at = iso(Date.now() - secondsAgo * 1_000);
      const { result } = await pep.present(venue.grant({ params, action: { proposed_at } }));
      return [result.reason, result.detail.match(/\((\w+)\)/)?.[1]];
    };
    assert.equal((await pay('Invoice INV-900', 'INV-900'))[0], 'ok');
    assert.deepEqual(await pay('thanks', 'INV-0900', 1), ['approval_required', 'leading_zeros']);
    assert.deepEqual(await pay('Payment', null, 1), ['approval_required', 'no_reference']);
    assert.deepEqual(await pay('thanks', 'inv 900', 1), ['duplicate_action', undefined]);
    assert.equal((await pay('thanks', 'INV-901', 1))[0], 'ok');
    // Proposed before by its own instant, which a clock that was set back gives to a later one too.
    assert.deepEqual(await pay('thanks', 'INV-00900', 30), ['approval_required', 'leading_zeros']);
    assert.equal(venue.bank.effects.size, 2);
  });

  test('what was held because of this one, and approved, was compared with it', async (t) => {
    const venue = await makeVenue(t);
    const pep = await makePep(t, venue);
    const paid = (reference: string, secondsAgo: number, options = {}) =>
      pep.present(
        venue.grant({
          params: { ...transfer(0), memo: 'thanks', reference },
          action: { proposed_at: iso(Date.now() - secondsAgo * 1_000) },
          ...options,
        }),
      );
    const held = {
      approver: venue.parties.approver.signer,
      grant: {
        approved_by: 'approver_lina',
        approved_at: iso(Date.now() - 1_000),
        possible_duplicate_of: { grant_id: 'gr_0000000000000000', why: 'leading_zeros' },
      },
    };
    assert.equal((await paid('INV-0900', 2, held)).result.reason, 'ok');
    assert.equal((await paid('INV-900', 30)).result.reason, 'ok');
  });

  test('what the bank refused is given back', async (t) => {
    const venue = await makeVenue(t);
    const pep = await makePep(t, venue);
    const limits = { runtime_max_s: 600, use_count_max: 1 };
    const mandate = signMandate(venue.parties.principal.signer, { ...NARROW, limits });
    const pay = async () => (await pep.present(venue.grant({ mandate, params: transfer(1, '90') }))).result;
    venue.bank.plans.push(refusal(422, 'insufficient_funds'), 'lose', 'lose', 'lose');
    assert.equal((await pay()).reason, 'counterparty_refused');
    // Nobody knows whether this one happened, so it keeps what it took.
    assert.equal((await pay()).status, 'unknown');
    assert.equal((await pay()).reason, 'use_count_exceeded');
  });

  for (const [engine, url] of Object.entries({
    SQLite: async (): Promise<string | null> => null,
    PostgreSQL: async (): Promise<string | null> => (await startPostgres()).url,
  })) {
    test(`many grants at once in two processes with one ${engine}: no more than the mandate’s`, async (t) => {
      const venue = await makeVenue(t);
      const shared = await url();
      const env = { PEP_LEASE_MS: '10000', ...(shared === null ? {} : { PEP_DATABASE_URL: shared }) };
      const peps = [await makePep(t, venue, env), await makePep(t, venue, env)];
      const limits = { runtime_max_s: 600, use_count_max: 100 };
      const mandate = signMandate(venue.parties.principal.signer, { ...NARROW, limits });
      const all = Array.from({ length: 12 }, (_, n) =>
        peps[n % 2]?.present(venue.grant({ mandate, params: transfer(n % 9, '30') })),
      );
      const executed = (await Promise.all(all)).filter((answer) => answer?.result.status === 'executed');
      assert.equal(executed.length, 3);
      assert.equal(venue.bank.effects.size, 3);
    });
  }
});
