import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toHex, utf8 } from '@common/evidence/bytes';
import { nodeCrypto } from '@common/evidence/node';
import { ed25519 } from '@noble/curves/ed25519.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import type { ActionStatements } from '../../src/objects/attested.ts';
import type { Mandate } from '../../src/objects/mandate.ts';
import { readKeyRegistry } from '../../src/signed/key-registry.ts';
import { pluginHash } from '../../src/signed/plugin.ts';
import {
  HOSTILE_STATEMENTS,
  honestStatements,
  PAYEE_CHECKED,
  statementWorld,
  withPayeeCheck,
} from '../../src/testing/hostile-statements.ts';
import { report } from '../../src/verify/report.ts';
import { verify } from '../../src/verify/verify.ts';
import { at, CAST, keysOf, type Plot, TREASURY, tell } from './story.ts';
import { DEPLOYMENT, enrol } from './story-keys.ts';

const { world, terms, entries } = statementWorld({
  crypto: nodeCrypto,
  deployment: DEPLOYMENT,
  now: at('09:00:00.000'),
  principal: CAST.principal.signer,
  others: { counterparty: CAST.bank.signer, authority: CAST.authority.signer },
  makePair: (kid) => {
    const secret = hexToBytes(nodeCrypto.sha256(`sanad test key of the attester ${kid}`));
    const publicKey = ed25519.getPublicKey(secret);
    return {
      public_key: toHex(publicKey),
      fingerprint: `sha256:${nodeCrypto.sha256(publicKey)}`,
      sign: (ascii) => toHex(ed25519.sign(utf8(ascii), secret)),
    };
  },
});

const plugin = { ...TREASURY, manifest: withPayeeCheck(TREASURY.manifest) };
const RULES: Mandate['rules'] = { amount_max: '500', daily_max: '1000', threshold: '100', ...PAYEE_CHECKED };
/** Keys as a deployment trusts them: not all of the cases’ are. */
const TRUSTED = readKeyRegistry(nodeCrypto, DEPLOYMENT, {
  [CAST.principal.key.kid]: CAST.principal.key,
  ...Object.fromEntries(entries.map((entry) => [entry.kid, entry])),
}).keys;
const PINNED = { ...TRUSTED, ...keysOf(CAST) };

/** A payment with these statements, signed by everyone, the authority and the enforcement point too. */
function paid(statements: unknown, changes: Partial<Plot> = {}) {
  return tell({
    plugin,
    profile: { plugin_hash: pluginHash(nodeCrypto, plugin), attested: { payee_checked: terms } },
    mandate: { rules: RULES },
    action: statements === undefined ? {} : { statements: statements as ActionStatements },
    keys: entries,
    ...changes,
  });
}

/** The verdict on a payment whose issuer’s key counts from another instant on, such as one before there was a principal. */
function verdictBySince(kid: string, since: string) {
  const keys = entries.map((entry) =>
    entry.kid === kid
      ? enrol({ ...CAST.bank, key: { ...entry, not_before: since } }, CAST.principal.signer).key
      : entry,
  );
  const trusted = Object.fromEntries(keys.map((entry) => [entry.kid, entry]));
  return verify(nodeCrypto, paid(honestStatements(world), { keys }), { keys: { ...PINNED, ...trusted } })
    .verdict;
}

function failed(receipt: unknown) {
  const { checks } = verify(nodeCrypto, receipt, { keys: PINNED });
  return checks.filter(({ outcome }) => outcome === 'fail').map(({ number, detail }) => ({ number, detail }));
}

describe('a receipt of a payment to a payee who must be checked', () => {
  test('shows who said what of the payee, and how much that is worth', () => {
    const receipt = paid(honestStatements(world));
    const proof = verify(nodeCrypto, receipt, { keys: PINNED });
    assert.equal(proof.verdict, 'verified', JSON.stringify(failed(receipt)));
    const claim = report(proof, receipt).claims.find(({ id }) => id === 'statement');
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
