import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import type { KeySet } from '../../src/objects/key-entry.ts';
import type { Receipt } from '../../src/objects/receipt.ts';
import { agentKeyOf } from '../../src/signed/agent-key.ts';
import { counterpartyOf, pluginHash } from '../../src/signed/plugin.ts';
import { report } from '../../src/verify/report.ts';
import { printable, reportHtml } from '../../src/verify/report-html.ts';
import { type Level, verdictWords } from '../../src/verify/verdict-words.ts';
import { verify } from '../../src/verify/verify.ts';
import { CAST, keysOf, opened, TREASURY, tell } from './story.ts';
import { enrol, party } from './story-keys.ts';

function strengths(receipt: Receipt): Record<string, number> {
  const proof = report(verify(nodeCrypto, receipt, { keys: keysOf(CAST) }), opened(receipt));
  return Object.fromEntries(proof.claims.map(({ id, strength }) => [id, strength]));
}

describe('the visibility proof', () => {
  test('weighs each claim by the key behind it', () => {
    assert.deepEqual(strengths(tell()), {
      mandate: 3,
      approval: 4,
      policy: 2,
      within_mandate: 3,
      enforcement: 2,
      effect: 3,
      assembly: 2,
      chain: 1,
      log: 2,
      status: 2,
      time: 1,
      venue: 1,
      plugin: 3,
    });
  });

  test('of a denial claims no effect and no approval', () => {
    const { approval, effect, enforcement } = strengths(tell({ outcome: 'denied' }));
    assert.deepEqual([approval, effect, enforcement], [0, 0, 2]);
  });

  test('a claim whose check failed is not proven', () => {
    const receipt = tell();
    const tampered = {
      ...receipt,
      who: { ...receipt.who, contract: { ...receipt.who.contract, agent: 'eve' } },
    };
    const { mandate, assembly, effect } = strengths(tampered);
    assert.deepEqual([mandate, assembly, effect], [0, 0, 3]);
  });

  test('a key of a service is never independent, whatever its entry says', () => {
    const pep = { ...CAST.pep, key: { ...CAST.pep.key, independent: true, hardware: true } };
    const receipt = tell({ cast: { ...CAST, pep } });
    const claims = report(verify(nodeCrypto, receipt), opened(receipt)).claims;
    assert.equal(claims.find(({ id }) => id === 'enforcement')?.strength, 2);
  });

  test('an adapter is worth a service’s word, whatever the entry of its key says', () => {
    const connector = { ...TREASURY.connector, adapter: { provider: 'payments.example' } };
    const plugin = { ...TREASURY, connector };
    const ack = { adapter_of: 'payments.example', provider_answer_sha256: 'ab'.repeat(32) };
    const profile = { plugin_hash: pluginHash(nodeCrypto, plugin), counterparty: counterpartyOf(connector) };
    const receipt = tell({ plugin, profile, ack });
    // Independent, of hardware, and pinned.
    const bank = { ...CAST.bank, key: { ...CAST.bank.key, independent: true, hardware: true } };
    const keys = keysOf({ ...CAST, bank });
    const { verdict, claims, not_proven } = report(
      verify(nodeCrypto, { ...receipt, bundle: { ...receipt.bundle, keys } }, { keys }),
      opened(receipt),
    );
    const { strength, statement, basis } = claims.find(({ id }) => id === 'effect') ?? {};
    assert.equal(strength, 2);
    assert.match(statement ?? '', /^An adapter says that payments\.example did "transfer"/);
    assert.match(basis ?? '', /The provider’s own signature is not in this receipt\.$/);
    assert.ok(not_proven.some((text) => text.startsWith('That payments.example did it: bank is an adapter')));
    assert.notEqual(verdict, 'verified', 'the entry is not the one that the receipt was assembled with');
  });

  test('a person’s key made in the operator’s folder is worth the operator’s word, and the report says so', () => {
    const cfo = { ...CAST.principal, key: { ...CAST.principal.key, independent: false } };
    const keys = { ...keysOf(CAST), [cfo.key.kid]: cfo.key };
    const receipt = tell();
    const told = { ...receipt, bundle: { ...receipt.bundle, keys } };
    const { claims, not_proven } = report(verify(nodeCrypto, told, { keys }), opened(told));
    const mandate = claims.find(({ id }) => id === 'mandate');
    assert.ok((mandate?.strength ?? 9) <= 2);
    const own = party('principal_amal', 'principal', { person: 'amal', independent: false });
    const principal = enrol(own, own.signer);
    const phone = { person: 'badr', alg: 'es256', independent: true, hardware: true } as const;
    const approver = enrol(party('approver_badr.phone', 'approver', phone), principal.signer);
    const held = tell({ cast: { ...CAST, principal, approver } });
    const heldClaims = report(verify(nodeCrypto, held), opened(held)).claims;
    const { strength, strength_name } = heldClaims.find(({ id }) => id === 'mandate') ?? {};
    assert.deepEqual([strength, strength_name], [2, 'service-signed']);
    assert.ok(
      not_proven.some((text) => /^That the holders of principal_amal signed, and not the op/.test(text)),
    );
  });

  test('says that the agent was not authenticated, unless the grant says that it was', () => {
    const says = (agent_authenticated?: boolean) => {
      const receipt = tell(agent_authenticated === undefined ? {} : { grant: { agent_authenticated } });
      const proof = report(verify(nodeCrypto, receipt, { keys: keysOf(CAST) }), opened(receipt));
      assert.equal(proof.verdict, 'verified');
      return proof.not_proven.some((text) => /proposed this: its token named no agent/.test(text));
    };
    assert.deepEqual([says(true), says(false), says()], [false, true, true]);
    const key = { alg: 'ed25519', public_key: '5a'.repeat(32) } as const;
    const print = agentKeyOf(nodeCrypto, { agent_key: key }) ?? '';
    const grant = { agent_authenticated: true, agent_key: print };
    const receipt = tell({ mandate: { agent_key: key }, grant });
    const { claims } = report(verify(nodeCrypto, receipt, { keys: keysOf(CAST) }), opened(receipt));
    const { statement = '', strength } = claims.find(({ id }) => id === 'agent') ?? {};
    assert.ok(statement.includes(`authenticated by its own key, ${print}, as the gateway says`));
    assert.equal(strength, 2);
  });

  test('says that the dates of a key compromised later prove nothing', () => {
    const receipt = tell();
    const keys = { ...keysOf(CAST), pep: { ...CAST.pep.key, compromised_at: '2026-06-02T00:00:00.000Z' } };
    const { not_proven } = report(verify(nodeCrypto, receipt, { keys }), opened(receipt));
    assert.ok(not_proven.some((text) => text.startsWith('That pep signed before it was compromised')));
  });

  test('says what was requested and how it ended', () => {
    const receipt = tell();
    const { action } = report(verify(nodeCrypto, receipt), opened(receipt));
    assert.ok(action !== null);
    assert.deepEqual(action.params, opened(receipt).what.action.params);
    assert.deepEqual(action.when, receipt.when);
    assert.match(action.summary.join(' '), /^bank\.executeTransfer: executed .* for amal, mandate ic_/);
    assert.equal(report(verify(nodeCrypto, {}), null).action, null);
  });

  test('says who calls a key independent: your own file, or the receipt', () => {
    const receipt = tell();
    const basis = (keys: KeySet) =>
      report(verify(nodeCrypto, receipt, { keys }), opened(receipt)).claims.find(({ id }) => id === 'mandate')
        ?.basis;
    assert.match(basis(keysOf(CAST)) ?? '', /as your key file says \(independent\)/);
    assert.match(basis({}) ?? '', /as the receipt says/);
  });

  test('says which keys only the receipt vouches for', () => {
    const receipt = tell();
    const proof = report(verify(nodeCrypto, receipt), opened(receipt));
    assert.ok(proof.claims.every(({ pinned }) => !pinned));
    assert.match(proof.not_proven[0] ?? '', /principal_amal/);
  });
});

const SIM = { title: 'Paid', words: 'Self-consistent.', labels: [] } as const;

describe('its page', () => {
  test('escapes what is in the receipt, and loads nothing', () => {
    const receipt = tell({ detail: 'x', ack: { operation: 'transfer' } });
    const proof = report(verify(nodeCrypto, receipt), opened(receipt));
    const hostile = '<script>alert("1")</script>\u202e\u0007\u{e0041}';
    const page = reportHtml({ ...proof, not_proven: [hostile] }, { ...SIM, labels: [['As', hostile]] });
    assert.ok(!page.includes('<script'));
    assert.ok(page.includes('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;\\u{202e}\\u{7}\\u{e0041}'));
    assert.ok(!/(src|href)=|url\(|@import/.test(page));
  });

  test('shows what was done, escaped', () => {
    const receipt = tell();
    const told = tell({ params: { memo: '<b>INV-8</b>' } });
    const page = reportHtml(report(verify(nodeCrypto, told), opened(told)), SIM);
    assert.match(page, /<th scope="row">amount<\/th><td>250<\/td>/);
    assert.ok(page.includes('&lt;b&gt;INV-8&lt;/b&gt;') && !page.includes('<b>'));
    for (const text of [receipt.who.agent, receipt.who.principal, receipt.when.decided_at]) {
      assert.ok(page.includes(text), text);
    }
  });

  test('does not show the verdict or a simulated venue in a colour of success', () => {
    const receipt = tell();
    const page = reportHtml(report(verify(nodeCrypto, receipt), opened(receipt)), SIM);
    assert.match(page, /class="verdict self-consistent"/);
    assert.ok(!/\.self-consistent/.test(page), 'no style of its own');
    const row = page.split('\n').find((line) => line.includes('L1-sim')) ?? '';
    assert.match(row, /1 declared/);
    assert.ok(!row.includes('class='));
  });

  test('never shows a simulated or declared level as verified, in words or in green', () => {
    const receipt = tell();
    const told = (keys: KeySet, level: Level) => {
      const proof = report(verify(nodeCrypto, receipt, { keys }), opened(receipt));
      const { word, meaning } = verdictWords(proof.verdict, { level, hasKeys: true, isView: false });
      return reportHtml(proof, { ...SIM, words: `${word}: ${meaning}` });
    };
    for (const [level, words] of [
      ['L1-sim', /Holds as a simulation: every check holds under keys that you trust/],
      ['L1-declared', /Holds as declared: every check holds under keys that you trust/],
    ] as const) {
      assert.match(told(keysOf(CAST), level), words);
      assert.match(told({}, level), /Not verified: every check holds, but not all under keys/);
      assert.doesNotMatch(told(keysOf(CAST), level), /class="pass"|--good|Verified/);
    }
  });

  test('printable leaves plain text alone', () => {
    assert.equal(printable('Grüße, 250 € – "ok"'), 'Grüße, 250 € – "ok"');
    assert.equal(printable('a\u001b[31m\nb'), 'a\\u{1b}[31m\\u{a}b');
    assert.equal(printable('a\u00a0b\u3164\ufe0f'), 'a\\u{a0}b\\u{3164}\\u{fe0f}');
  });
});
