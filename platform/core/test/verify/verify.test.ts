import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toHex } from '@common/evidence/bytes';
import type { Crypto } from '@common/evidence/crypto';
import { nodeCrypto } from '@common/evidence/node';
import { webCrypto } from '@common/evidence/web';
import type { Receipt } from '../../src/objects/receipt.ts';
import { readKeySet } from '../../src/signed/key-set.ts';
import type { PluginFiles } from '../../src/signed/plugin.ts';
import type { Verification, VerifyOptions } from '../../src/verify/verification.ts';
import { verify } from '../../src/verify/verify.ts';
import { at, CAST, type Cast, keysOf, type Plot, tell } from './story.ts';
import { enrol, party } from './story-keys.ts';

const PINNED = { keys: keysOf(CAST) };

function failing({ checks }: Verification): number[] {
  return checks.filter(({ outcome }) => outcome === 'fail').map(({ number }) => number);
}

function outcomes(receipt: Receipt, options: VerifyOptions = PINNED): string {
  return verify(nodeCrypto, receipt, options)
    .checks.map(({ outcome }) => outcome)
    .join(' ');
}

/** The failing checks of a receipt of this plot, all signatures of which are good. */
function failingPlot(plot: Partial<Plot>, options: VerifyOptions = PINNED): number[] {
  return failing(verify(nodeCrypto, tell(plot), options));
}

function castWith(changes: Partial<Cast>): { readonly cast: Cast } {
  return { cast: { ...CAST, ...changes } };
}

describe('a good receipt', () => {
  test('of each outcome is verified against pinned keys, in Node and in plain JavaScript', () => {
    const expected: readonly (readonly [Partial<Plot>, string])[] = [
      [{}, 'pass pass pass pass pass pass pass pass pass'],
      [{ approved: false, mandate: { approval: {} } }, 'pass pass pass n/a pass pass pass pass pass'],
      [{ outcome: 'denied' }, 'pass pass pass n/a pass n/a pass pass pass'],
      [{ outcome: 'expired' }, 'pass pass pass n/a pass n/a pass pass pass'],
      // Clocks may differ by a minute.
      [
        { outcome: 'expired', grant: { expires_at: at('09:01:06.000') } },
        'pass pass pass n/a pass n/a pass pass pass',
      ],
      [{ outcome: 'refused' }, 'pass pass pass pass pass n/a pass pass pass'],
      [
        {
          outcome: 'expired',
          revokedAt: at('09:00:02.000'),
          decision: { outcome: 'denied', reason: 'contract_revoked' },
        },
        'pass pass pass n/a pass n/a pass pass pass',
      ],
      [{ logSize: 0 }, 'pass pass pass pass pass pass pass pass pass'],
    ];
    for (const [plot, checks] of expected) {
      const receipt = tell(plot);
      assert.equal(outcomes(receipt), checks);
      assert.equal(verify(nodeCrypto, JSON.stringify(receipt), PINNED).verdict, 'verified');
      assert.deepEqual(verify(webCrypto, receipt, PINNED), verify(nodeCrypto, receipt, PINNED));
    }
  });

  test('remains valid if the counterparty’s clock is wrong, and says so', () => {
    const result = verify(nodeCrypto, tell({ ack: { acknowledged_at: at('10:30:00.000') } }), PINNED);
    assert.equal(result.verdict, 'verified');
    assert.match(result.checks[5]?.detail ?? '', /disagrees with the enforcement point/);
  });

  test('fails if an approver was enrolled by a principal who is not a root of trust', () => {
    const root = party('principal_root', 'principal', { person: 'root' });
    const enrolledBy = (enroller: typeof root) => {
      const approver = enrol(party('approver_badr', 'approver', { person: 'badr' }), enroller.signer);
      return failingPlot(castWith({ approver }), { keys: {} });
    };
    assert.deepEqual(enrolledBy(enrol(root, CAST.principal.signer)), [4]);
  });

  test('costs one verification per signature', () => {
    const seen: string[] = [];
    const counting: Crypto = {
      ...nodeCrypto,
      verifyEd25519: (key, message, signature) => {
        seen.push(toHex(signature));
        return nodeCrypto.verifyEd25519(key, message, signature);
      },
    };
    assert.equal(verify(counting, tell(), PINNED).verdict, 'verified');
    assert.ok(seen.length >= 8, 'a receipt has eight signatures or more');
    assert.equal(new Set(seen).size, seen.length);
  });

  test('names the nine checks in the order of the interface document', () => {
    const { checks } = verify(nodeCrypto, tell());
    assert.deepEqual(
      checks.map(({ number, name }) => `${number} ${name}`),
      [
        '1 schema and required fields',
        '2 service assembly signature over receipt body',
        '3 principal signature over contract_hash',
        '4 approver signature over action_hash',
        '5 enforcement decision signature',
        '6 counterparty signature over acknowledgment',
        '7 receipt chain',
        '8 transparency log inclusion',
        '9 status as of revocation check',
      ],
    );
  });
});

test('a mandate for a tenant that its principal’s key does not name fails check 3, and whom that key enrolled for all check 4', () => {
  const { signer, key } = CAST.principal;
  const principal = enrol({ signer, key: { ...key, tenants: ['tn_other'] } }, signer);
  const result = verify(nodeCrypto, tell(castWith({ principal })), { keys: {} });
  assert.deepEqual(failing(result), [3, 4]);
  assert.match(result.checks[2]?.detail ?? '', /may not sign for the tenant tn_demo, only for tn_other/);
  assert.match(result.checks[3]?.detail ?? '', /speaks only for tn_other/);
});

describe('the rules that people signed', () => {
  const { plugin: SIGNED } = tell().why;
  const tampered = (plugin: PluginFiles) => verify(nodeCrypto, tell({ plugin }), PINNED);

  test('a manifest without its rules fails checks 3 and 5, though the authority signed the grant', () => {
    const facades = SIGNED.manifest.facades.map((facade) => ({ ...facade, rules: [] }));
    const result = tampered({ ...SIGNED, manifest: { ...SIGNED.manifest, facades } });
    assert.deepEqual(failing(result), [3, 5]);
    assert.match(result.checks[2]?.detail ?? '', /is not the one that was signed with treasury\.v1@1\.0\.0/);
  });

  test('a connector that pays to an account from the memo fails check 3', () => {
    const operations = SIGNED.connector.operations.map((operation) => ({
      ...operation,
      body: { ...operation.body, to_account: 'memo' },
    }));
    assert.deepEqual(failing(tampered({ ...SIGNED, connector: { ...SIGNED.connector, operations } })), [3]);
  });

  test('a profile that says another counterparty than its plugin fails check 3', () => {
    const counterparty = { kid: 'recipient', operations: [] };
    assert.deepEqual(
      failingPlot({
        profile: {
          counterparty: {
            ...counterparty,
            operations: [{ facade: 'bank.executeTransfer', operation: 'transfer', acknowledged: true }],
          },
        },
      }),
      [3],
    );
  });

  test('a profile that its publisher did not sign, or of another version, deployment or plugin, fails check 3', () => {
    const deployment = 'dp_ffffffffffffffffffffffff';
    for (const profile of [
      { published_by: 'badr' },
      { deployment },
      { plugin: 'records' },
      { published_at: '2025-12-31T23:59:59.999Z' },
    ]) {
      assert.deepEqual(failingPlot({ profile }), [3], JSON.stringify(profile));
    }
    assert.deepEqual(failingPlot({ profile: { version: '1.0.1' } }), [3, 5]);
    const receipt = structuredClone(tell()) as { why: { profile: { reason: string } } };
    receipt.why.profile.reason = 'changed';
    assert.deepEqual(failing(verify(nodeCrypto, receipt, PINNED)), [2, 3, 8]);
  });

  test('a grant under another profile than the one shown fails check 3', () => {
    assert.deepEqual(failingPlot({ grant: { profile_hash: 'ab'.repeat(32) } }), [3]);
  });

  test('a profile signed with a key that was compromised before its use fails check 3', () => {
    const { signer, key } = CAST.principal;
    const cast = { ...CAST, principal: { signer, key: { ...key, compromised_at: at('08:00:00.000') } } };
    const result = verify(nodeCrypto, tell({ cast }), { keys: keysOf(cast) });
    assert.match(result.checks[2]?.detail ?? '', /who signed the profile, was compromised before/);
  });

  test('the plugin’s version and tier are those of its manifest', () => {
    const receipt = structuredClone(tell()) as { what: { tier: string } };
    receipt.what.tier = 'certified';
    const result = verify(nodeCrypto, receipt, PINNED);
    assert.match(result.checks[1]?.detail ?? '', /what\.tier is "certified", but should be "reference"/);
  });
});

describe('one deployment', () => {
  const deployment = 'dp_ffffffffffffffffffffffff';

  test('a signed object of another deployment fails its check, though its signature is good', () => {
    assert.deepEqual(failingPlot({ mandate: { deployment } }), [3]);
    assert.deepEqual(failingPlot({ decision: { deployment } }), [5]);
    assert.deepEqual(failingPlot({ grant: { deployment } }), [2, 3, 4, 5, 6, 8]);
  });

  test('a key of another deployment fails every check that relies on it', () => {
    const { signer, key } = CAST.bank;
    const cast = { ...CAST, bank: { signer, key: { ...key, deployment } } };
    assert.deepEqual(failingPlot({ cast }, { keys: {} }), [6]);
    const result = verify(nodeCrypto, tell({ cast }), PINNED);
    assert.deepEqual(failing(result), [2, 6]);
    assert.match(result.checks[5]?.detail ?? '', /not of the deployment whose keys are pinned, dp_0123/);
  });

  test('a whole receipt of another deployment that uses the same keys is not verified under pinned ones', () => {
    const receipt = structuredClone(tell());
    const elsewhere = JSON.parse(JSON.stringify(receipt).replaceAll(receipt.deployment, deployment));
    const { verdict, checks } = verify(nodeCrypto, elsewhere, PINNED);
    assert.equal(verdict, 'failed');
    assert.match(checks[1]?.detail ?? '', /not of the deployment whose keys are pinned/);
  });

  test('a receipt that names none is refused in one sentence', () => {
    const { deployment: _, ...old } = tell();
    const { verdict, checks } = verify(nodeCrypto, old, PINNED);
    assert.equal(verdict, 'failed');
    assert.match(checks[0]?.detail ?? '', /^This receipt names no deployment: .* Ask for a new one\.$/);
  });
});

describe('names that no schema pattern matches', () => {
  test('fail check 1, whatever their values are, and throw nothing', () => {
    const receipt = tell();
    const { bundle, what } = receipt;
    const withKey = { ...receipt, bundle: { ...bundle, keys: { ...bundle.keys, 'a\nb': null } } };
    const params = { ...what.action.params, 'Amount\n': { nested: [1] } };
    const withParam = { ...receipt, what: { ...what, action: { ...what.action, params } } };
    for (const hostile of [withKey, withParam]) {
      assert.equal(failing(verify(nodeCrypto, JSON.stringify(hostile), PINNED)).at(0), 1);
    }
  });

  test('are refused in a key bundle', () => {
    const text = JSON.stringify({ ...PINNED.keys, 'a\nb': null });
    assert.equal(readKeySet(nodeCrypto, text).ok, false);
  });
});

describe('keys', () => {
  test('found only in the receipt make it self-consistent', () => {
    const verification = verify(nodeCrypto, tell());
    assert.equal(verification.verdict, 'self-consistent');
    assert.deepEqual([...verification.unpinned].sort(), Object.keys(PINNED.keys).sort());
  });

  test('one that is not pinned keeps it self-consistent, and is named', () => {
    const { bank: _, ...keys } = PINNED.keys;
    const verification = verify(nodeCrypto, tell(), { keys });
    assert.equal(verification.verdict, 'self-consistent');
    assert.deepEqual(verification.unpinned, ['bank']);
  });

  test('a receipt rebuilt entirely with other keys fails against pinned ones, but not without them', () => {
    const principalKey = party('principal_amal', 'principal', { person: 'amal', alg: 'es256' });
    const principal = enrol(principalKey, principalKey.signer);
    const forged = tell(castWith({ principal, approver: enrol(CAST.approver, principal.signer) }));
    assert.deepEqual(failing(verify(nodeCrypto, forged)), []);
    assert.deepEqual(failing(verify(nodeCrypto, forged, PINNED)), [2, 3, 4]);
  });

  test('one under a pinned name fails, even if nothing in the receipt was signed with it', () => {
    const bank = party('bank', 'counterparty', { alg: 'es256' });
    const plot = { ...castWith({ bank }), outcome: 'denied' } as const;
    const { checks, ...denied } = verify(nodeCrypto, tell(plot), PINNED);
    assert.deepEqual(failing({ checks, ...denied }), [2]);
    assert.match(checks[1]?.detail ?? '', /key bank is not the pinned key of that name/);
    assert.ok(!denied.keys.some(({ kid }) => kid === 'bank'));
    assert.deepEqual(failingPlot(plot, {}), []);
  });

  test('a receipt’s own facts about a pinned key do not count, even with an enrolment it made itself', () => {
    const { pep } = PINNED.keys;
    assert.ok(pep !== undefined);
    const keys = { ...PINNED.keys, pep: { ...pep, not_after: at('08:00:00.000') } };
    const enrolment = {
      enrolment_hash: 'ab'.repeat(32),
      signature: { kid: 'pep', alg: 'ed25519', sig: 'ab'.repeat(64) },
    } as const;
    const own = { ...CAST.pep.key, independent: true, hardware: true, enrolment };
    const receipt = tell(castWith({ pep: { ...CAST.pep, key: own } }));
    assert.deepEqual(failing(verify(nodeCrypto, receipt, { keys })), [5]);
    const used = verify(nodeCrypto, receipt, PINNED).keys.find(({ kid }) => kid === 'pep');
    assert.deepEqual([used?.pinned, used?.independent, used?.hardware], [true, false, false]);
  });

  test('a pinned key that was compromised or is outside its validity fails where it signed', () => {
    const withKey = (kid: string, changes: object) => ({
      keys: { ...PINNED.keys, [kid]: { ...PINNED.keys[kid], ...changes } } as NonNullable<
        VerifyOptions['keys']
      >,
    });
    const receipt = tell();
    const failingWith = (kid: string, changes: object) =>
      failing(verify(nodeCrypto, receipt, withKey(kid, changes)));
    assert.deepEqual(failingWith('pep', { compromised_at: at('09:00:06.000') }), [5]);
    assert.deepEqual(failingWith('pep', { compromised_at: at('09:00:06.001') }), []);
    assert.deepEqual(failingWith('bank', { not_after: at('09:00:04.999') }), [6]);
    assert.deepEqual(failingWith('authority', { compromised_at: at('09:00:09.000') }), [8]);
    assert.deepEqual(failingWith('service_assembly', { not_before: at('09:00:08.001') }), [2]);
    assert.deepEqual(failingWith('principal_amal', { compromised_at: at('08:59:59.000') }), [3, 4]);
  });

  test('a person’s key must be enrolled by the principal of the mandate', () => {
    const stranger = party('principal_eve', 'principal', { person: 'eve' });
    const { key, signer } = CAST.approver;
    assert.deepEqual(failingPlot(castWith({ approver: enrol(CAST.approver, stranger.signer) }), {}), [4]);
    assert.deepEqual(
      failingPlot(castWith({ approver: { signer, key: { ...key, enrolment: null } } }), {}),
      [4],
    );
    assert.deepEqual(
      failingPlot(castWith({ approver: { signer, key: { ...key, person: 'eve' } } }), {}),
      [4],
    );
  });

  test('a key in another role’s place fails where it is', () => {
    const pepAsBank = { signer: { ...CAST.pep.signer, kid: 'bank' }, key: { ...CAST.pep.key, kid: 'bank' } };
    assert.deepEqual(failingPlot(castWith({ bank: pepAsBank }), {}), [6]);
    const bankAsPep = { signer: { ...CAST.bank.signer, kid: 'pep' }, key: { ...CAST.bank.key, kid: 'pep' } };
    assert.deepEqual(failingPlot(castWith({ pep: bankAsPep }), {}), [5]);
  });
});

test('an acknowledgment by another enrolled counterparty than the profile’s fails check 6', () => {
  const kid = 'recipient';
  const bank = party(kid, 'counterparty');
  const result = verify(nodeCrypto, tell({ ...castWith({ bank }), ack: { counterparty: kid } }), {});
  assert.deepEqual(failing(result), [6]);
  assert.match(
    result.checks[5]?.detail ?? '',
    /its signer of the acknowledgment is "recipient", but should be "bank"/,
  );
});

test('an acknowledgment that repeats the action and adds the counterparty’s own fields passes', () => {
  const ack = { amount: '250', currency: 'EUR', to_account: 'DE02', memo: null, balance: '7' };
  assert.deepEqual(failingPlot({ ack }), []);
});

describe('check 7', () => {
  const first = tell();
  const second = tell({ previous: first });

  test('links a receipt to the one before it', () => {
    assert.equal(verify(nodeCrypto, second, { ...PINNED, previous: first }).verdict, 'verified');
    assert.equal(verify(nodeCrypto, second, PINNED).checks[6]?.outcome, 'n/a');
  });
});

describe('check 9', () => {
  test('fails for a mandate that was revoked before the grant was spent', () => {
    assert.deepEqual(failingPlot({ revokedAt: at('09:00:03.999') }), [9]);
    assert.deepEqual(failingPlot({ revokedAt: at('09:00:04.000') }), [9]);
    assert.deepEqual(failingPlot({ revokedAt: at('09:00:04.001') }), []);
    assert.deepEqual(failingPlot({ revokedAt: at('08:00:00.000'), outcome: 'denied' }), []);
  });

  test('says nothing about other grants, and of what nobody knows not that it was not done', () => {
    const denied = tell({ outcome: 'denied' });
    const said = (receipt: Receipt) => verify(nodeCrypto, receipt, PINNED).checks[8]?.detail ?? '';
    assert.match(said(denied), /^Nothing was done under this grant\./);
    const settled: Receipt = { ...denied, what: { ...denied.what, reason: 'settled_by_principal' } };
    assert.match(said(settled), /^Nobody knows whether anything was done under this grant: .* not done\./);
  });

  test('answers for the instant asked', () => {
    const revoked = tell({ revokedAt: at('09:00:06.000') });
    const asOf = (receipt: Receipt, instant: string) =>
      verify(nodeCrypto, receipt, { ...PINNED, asOf: instant }).checks[8]?.outcome;
    assert.equal(asOf(revoked, at('09:00:05.999')), 'pass');
    assert.equal(asOf(revoked, at('09:00:06.000')), 'fail');
    // An instant before the revocation does not excuse what was done after it.
    assert.equal(asOf(tell({ revokedAt: at('09:00:03.000') }), at('09:00:02.000')), 'fail');
    assert.equal(asOf(tell(), at('09:00:07.000')), 'pass');
    assert.equal(asOf(tell(), at('09:00:07.001')), 'n/a');
    assert.equal(asOf(tell(), 'yesterday'), 'fail');
  });

  test('a revocation must be the principal’s, of this mandate', () => {
    const { status, ...receipt } = tell({ revokedAt: at('09:00:06.000') });
    assert.ok(status.revocation !== null);
    const { revocation } = status;
    const changes: readonly Receipt['status'][] = [
      { ...status, revocation: null },
      { ...status, contract: 'active' },
      { ...status, contract: 'expired', revocation: null },
      { ...status, revocation: { ...revocation, signature: { ...revocation.signature, kid: 'authority' } } },
      {
        ...status,
        revocation: { ...revocation, revocation: { ...revocation.revocation, contract_id: 'ic_other' } },
      },
    ];
    for (const changed of changes) {
      assert.ok(failing(verify(nodeCrypto, { ...receipt, status: changed }, PINNED)).includes(9));
    }
  });

  test('a mandate is over from its end on, and not before', () => {
    const { status, ...receipt } = tell();
    const words = (contract: 'active' | 'expired', checkedAt: string) => {
      const changed = { ...receipt, status: { ...status, contract, checked_at: checkedAt } };
      return verify(nodeCrypto, changed, PINNED).checks[8]?.detail ?? '';
    };
    assert.match(
      words('expired', at('09:00:07.000')),
      /is "expired", and the mandate is valid to 2026-07-01/,
    );
    assert.match(words('active', '2026-07-01T00:00:00.000Z'), /is "active", and the mandate is valid to/);
    assert.doesNotMatch(words('expired', '2026-07-01T00:00:00.000Z'), /is "expired"/);
  });

  test('a status checked before the grant was spent says nothing', () => {
    assert.deepEqual(failingPlot({ checkedAt: at('08:30:00.000') }), [9]);
  });
});

describe('what is not a receipt', () => {
  test('fails check 1, and is not examined further', () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    const inputs = [
      '',
      '{',
      '[]',
      'null',
      '{"type":"sanad/receipt/0.3"}',
      undefined,
      null,
      7,
      circle,
      { a: 1n },
    ];
    for (const input of [...inputs, JSON.stringify({ ...tell(), extra: 1 }), { ...tell(), who: null }]) {
      const verification = verify(nodeCrypto, input, PINNED);
      assert.equal(verification.verdict, 'failed');
      assert.deepEqual(failing(verification), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    }
  });

  test('neither is one with a field twice', () => {
    const text = JSON.stringify(tell()).replace('{', '{"type":"sanad/receipt/0.3",');
    assert.match(verify(nodeCrypto, text).checks[0]?.detail ?? '', /appears twice/);
  });
});
