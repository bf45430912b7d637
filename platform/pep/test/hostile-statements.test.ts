import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import type { ActionStatements } from '@platform/core/objects/attested';
import {
  HOSTILE_STATEMENTS,
  honestStatements,
  PAYEE_CHECKED,
  statementWorld,
  withPayeeCheck,
} from '@platform/core/testing/hostile-statements';
import { generatePrivateKey, readPrivateKey } from '@platform/keys/key-files/key-pair';
import { DEPLOYMENT, publish } from './support/people.ts';
import { MANIFEST, makePep, makeVenue, signMandate, signProfile } from './support/venue.ts';

/** A venue whose payees must be checked, and whose authority’s key is stolen: it grants whatever is asked for. */
async function makeWorld(t: TestContext) {
  const venue = await makeVenue(t, { manifest: withPayeeCheck(MANIFEST) });
  const { principal, bank, authority } = venue.parties;
  const { world, terms, entries } = statementWorld({
    crypto: nodeCrypto,
    deployment: DEPLOYMENT,
    now: new Date().toISOString(),
    principal: principal.signer,
    others: { counterparty: bank.signer, authority: authority.signer },
    makePair: (kid) => readPrivateKey(generatePrivateKey('ed25519'), kid),
  });
  for (const entry of entries) await publish(`${venue.directory}/keys`, entry);
  const signed = signProfile(principal.signer, {
    plugin_hash: venue.profile.profile.plugin_hash,
    attested: { payee_checked: terms },
  });
  await venue.putProfile(signed);
  const { rules } = venue.mandate.contract;
  const mandate = signMandate(principal.signer, { rules: { ...rules, ...PAYEE_CHECKED } });
  const grant = (statements: unknown) =>
    venue.grant({
      mandate,
      profileHash: signed.profile_hash,
      action: statements === undefined ? {} : { statements: statements as ActionStatements },
    });
  return { venue, world, grant, pep: await makePep(t, venue) };
}

describe('statements of hostile actions', () => {
  test('are refused by an enforcement point, whatever the authority grants', async (t) => {
    const { venue, world, grant, pep } = await makeWorld(t);
    assert.equal((await pep.present(grant(honestStatements(world)))).result.status, 'executed');
    const sent = venue.bank.requests.length;
    for (const [name, { make, refused }] of Object.entries(HOSTILE_STATEMENTS)) {
      const { status, result } = await pep.present(grant(make(world)));
      if (refused === 'malformed') assert.equal(status, 422, name);
      else {
        const [reason, says] =
          refused === 'stray'
            ? ['grant_invalid', /no rule asks for the statement/i]
            : ['x_treasury_payee_not_checked', refused[1]];
        assert.deepEqual([result.status, result.reason], ['refused', reason], `${name}: ${result.detail}`);
        assert.match(result.detail, says as RegExp, name);
      }
      assert.equal(venue.bank.requests.length, sent, name);
    }
  });

  test('of one action do not serve another: the grant is for its hash', async (t) => {
    const { world, grant, pep } = await makeWorld(t);
    const request = grant(honestStatements(world));
    const other = honestStatements(world, { evidence_hash: 'cd'.repeat(32) }) as ActionStatements;
    const swapped = { ...request, action: { ...request.action, statements: other } };
    const { result } = await pep.present(swapped);
    assert.deepEqual([result.status, result.reason], ['refused', 'grant_invalid']);
    assert.match(result.detail, /its hash differs/);
    assert.equal((await pep.present(request)).result.status, 'executed');
  });
});
