import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import type { ActionStatements } from '../../src/objects/attested.ts';
import { HOSTILE_STATEMENTS, honestStatements } from '../../src/testing/hostile-statements.ts';
import { report } from '../../src/verify/report.ts';
import { verify } from '../../src/verify/verify.ts';
import { CHECKED_KEYS, entries, paid, world } from './checked-payees.ts';
import { at, CAST, keysOf, opened } from './story.ts';
import { enrol } from './story-keys.ts';

/** The verdict on a payment whose issuer’s key counts from another instant on, such as one before there was a principal. */
function verdictBySince(kid: string, since: string) {
  const keys = entries.map((entry) =>
    entry.kid === kid
      ? enrol({ ...CAST.bank, key: { ...entry, not_before: since } }, CAST.principal.signer).key
      : entry,
  );
  const trusted = Object.fromEntries(keys.map((entry) => [entry.kid, entry]));
  return verify(nodeCrypto, paid(honestStatements(world), { keys }), {
    keys: { ...CHECKED_KEYS, ...trusted },
  }).verdict;
}

function failed(receipt: unknown) {
  const { checks } = verify(nodeCrypto, receipt, { keys: CHECKED_KEYS });
  return checks.filter(({ outcome }) => outcome === 'fail').map(({ number, detail }) => ({ number, detail }));
}

describe('a receipt of a payment to a payee who must be checked', () => {
  test('shows who said what of the payee, and how much that is worth', () => {
    const receipt = paid(honestStatements(world));
    const proof = verify(nodeCrypto, receipt, { keys: CHECKED_KEYS });
    assert.equal(proof.verdict, 'verified', JSON.stringify(failed(receipt)));
    const claim = report(proof, opened(receipt)).claims.find(({ id }) => id === 'statement');
    assert.match(claim?.statement ?? '', /^acme: known, account.* as checker\.example signed\.$/);
    assert.match(claim?.basis ?? '', /It says: known, account\.match; by registry\/3\.$/);
    assert.deepEqual([claim?.strength, claim?.pinned], [3, true]);
    assert.equal(verdictBySince('checker', '2020-01-01T00:00:00.000Z'), 'verified');
    const unpinned = verify(nodeCrypto, receipt, { keys: keysOf(CAST) });
    assert.deepEqual([unpinned.verdict, unpinned.unpinned], ['self-consistent', ['checker']]);
  });

  for (const [name, { make, refused }] of Object.entries(HOSTILE_STATEMENTS)) {
    test(`fails if the statement is ${name}`, () => {
      const [first, ...others] = failed(paid(make(world)));
      const says = refused === 'stray' ? /no rule asks for the statement/ : refused[1];
      if (refused === 'malformed') assert.equal(first?.number, 1);
      else {
        assert.equal(first?.number, 5, first?.detail ?? '');
        assert.match(first?.detail ?? '', says as RegExp);
        assert.deepEqual(others, []);
      }
    });
  }

  test('fails if the statement had run out when the call was sent', () => {
    const earlier = { action: { proposed_at: at('08:50:00.000') }, grant: { issued_at: at('08:50:00.500') } };
    const sentAfter = (time: string) => {
      const statements = honestStatements(world, { expires_at: at(time) }) as ActionStatements;
      return failed(paid(statements, { ...earlier, action: { ...earlier.action, statements } }));
    };
    assert.deepEqual(sentAfter('08:59:30.000'), [], 'a minute for clocks and the way');
    assert.match(
      sentAfter('08:59:03.000')[0]?.detail ?? '',
      /when the call was sent, .*the statement held until/,
    );
  });

  test('denied for it, is right only if it was', () => {
    const denied = (statements: unknown) =>
      paid(statements, {
        outcome: 'denied',
        params: { amount: '90' },
        grant: { reason: 'x_treasury_payee_not_checked' },
      });
    assert.deepEqual(failed(denied(undefined)), []);
    assert.deepEqual(failed(denied(honestStatements(world, { stale: true }))), []);
    assert.match(failed(denied(honestStatements(world)))[0]?.detail ?? '', /decided again .* allow \(ok\)/);
  });
});
