import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, test } from 'node:test';
import { commitTo, type Disclosure } from '@common/evidence/disclosure';
import { nodeCrypto } from '@common/evidence/node';
import type { PluginManifest } from '../../src/objects/plugin.ts';
import type { Receipt } from '../../src/objects/receipt.ts';
import { mentions } from '../../src/receipt/mentions.ts';
import { openReceipt } from '../../src/receipt/open-receipt.ts';
import { withhold, withholdable } from '../../src/receipt/view.ts';
import { actionHash, drawSalts } from '../../src/signed/sealed-action.ts';
import { readReceipt } from '../../src/verify/checks/schema.ts';
import { verify } from '../../src/verify/verify.ts';
import { seeded } from '../verify/hostile/random.ts';
import { pluginPath, readJson } from '../verify/shared-vectors.ts';
import { CAST, keysOf, opened, saltsFrom, tell } from '../verify/story.ts';
import { checkView, NAMES, WHOLE, without } from './views.ts';

const KEYS = { keys: keysOf(CAST) };

function disclosing(receipt: Receipt, change: (disclosures: Disclosure[]) => readonly Disclosure[]): Receipt {
  const { service } = receipt.signatures;
  assert.ok(service);
  const disclosures = [...change([...service.disclosures])];
  return { ...receipt, signatures: { ...receipt.signatures, service: { ...service, disclosures } } };
}

describe('a view', () => {
  test('is judged by what it shows: each member alone, none, all, and a sample of the rest', () => {
    checkView(new Set());
    checkView(new Set(NAMES));
    for (const name of NAMES) checkView(new Set([name]));
    const random = seeded(30);
    for (let made = 0; made < 30; made += 1) checkView(new Set(NAMES.filter(() => random.below(2) === 0)));
  });

  test('that is wrong in what it shows fails, whatever it hides', () => {
    const { how } = WHOLE;
    const forged = { ...WHOLE, how: { ...how, grant: { ...how.grant, gateway_software: '6'.repeat(64) } } };
    const view = disclosing(forged, (all) => all.filter(([, name]) => name !== 'amount'));
    const { verdict, checks } = verify(nodeCrypto, view, KEYS);
    assert.deepEqual([verdict, checks[4]?.outcome], ['failed', 'fail']);
  });

  test('under keys that only it vouches for is no more than self-consistent', () => {
    assert.equal(verify(nodeCrypto, without(new Set(['amount']))).verdict, 'self-consistent');
  });
});

describe('withhold', () => {
  const receipt = opened(WHOLE);
  const views = (...names: string[]) => {
    const made = withhold(receipt, names);
    assert.ok(made.ok);
    return made.value;
  };

  test('takes with a param whatever tells it, and leaves the rest', () => {
    const { view, withheld } = views('amount');
    assert.deepEqual(Object.keys(opened(view).what.action.params).sort(), [
      'beneficiary_id',
      'currency',
      'memo',
      'reference',
      'to_account',
    ]);
    for (const name of ['what.action.idempotency_key', 'how.counterparty_ack', 'why.decision.detail'])
      assert.ok(withheld.includes(name), name);
    assert.ok(!withheld.includes('what.action.documents'));
    const offered = withholdable(receipt).find(({ name }) => name === 'amount');
    assert.deepEqual(new Set(['amount', ...(offered?.with ?? [])]), new Set(withheld));
  });

  test('takes a param with what the manifest derives it from or from it, in every manifest', () => {
    const manifests = readdirSync(pluginPath('')).map((name) =>
      readJson<PluginManifest>(pluginPath(`${name}/manifest.json`)),
    );
    // As plugins were signed before there were references.
    const older = JSON.stringify(manifests).replaceAll('"read_from"', '"derived_from"');
    const facades = [...manifests, ...(JSON.parse(older) as PluginManifest[])].flatMap((manifest) =>
      manifest.facades.map((facade) => ({ manifest, facade })),
    );
    let derived = 0;
    for (const { manifest, facade } of facades) {
      const names = Object.keys(facade.params);
      for (const [name, { read_from, derived_from }] of Object.entries(facade.params)) {
        const source = read_from ?? derived_from;
        if (source === undefined) continue;
        derived += 1;
        // No value mentions another one, but a document is named after what is derived.
        const disclosed = new Map<string, Disclosure>(
          names.map((each, index) => [`what.action.params.${each}`, ['', each, 'abcdefgh'.charAt(index)]]),
        );
        const documents = [{ name: 'abcdefgh'.charAt(names.indexOf(name)), sha256: '' }];
        disclosed.set('what.action.documents', ['', 'documents', documents]);
        const why = { ...receipt.why, plugin: { ...receipt.why.plugin, manifest } };
        const shown = { ...receipt, disclosed, why, what: { ...receipt.what, facade: facade.name } };
        const takenWith = (asked: string) => withholdable(shown).find((each) => each.name === asked)?.with;
        const whole = [source, name, 'what.action.documents'];
        for (const asked of [source, name])
          assert.deepEqual(
            new Set(takenWith(asked)),
            new Set(whole.filter((each) => each !== asked)),
            `${facade.name}: ${asked}`,
          );
      }
    }
    assert.ok(derived >= 4);
  });

  test('leaves nothing of the value in the text of the view', () => {
    for (const [name, spellings] of [
      ['amount', ['273.4', '273,4', '27340']],
      ['memo', ['PX-93', 'PARCELPX93', 'px 93']],
      ['what.action.reason', ['Umbrella']],
      ['what.action.documents', ['i.pdf', 'd'.repeat(64)]],
    ] as const) {
      const text = JSON.stringify(views(name).view).toLowerCase();
      for (const spelling of spellings)
        assert.ok(!text.includes(spelling.toLowerCase()), `${name}: ${spelling}`);
    }
  });

  test('says where a mandate or a profile, signed as a whole, mentions the value', () => {
    assert.deepEqual(views('beneficiary_id').mentioned, [{ name: 'beneficiary_id', where: 'why.profile' }]);
    assert.deepEqual(views('amount').mentioned, []);
  });

  test('makes a view of a view, and refuses a name that it does not show', () => {
    const again = withhold(opened(views('memo').view), ['amount']);
    assert.ok(again.ok && again.value.withheld.includes('memo') && again.value.withheld.includes('amount'));
    const refused = withhold(opened(views('memo').view), ['memo']);
    assert.equal(refused.ok ? null : refused.error.code, 'name_unknown');
  });
});

test('a value is found in every usual spelling, and not in another value', () => {
  const spellings: Readonly<Record<string, readonly string[]>> = {
    // Grouped by three, two and four; full-width; Arabic, with signs that nobody sees; Devanagari; before a footnote.
    '125000': [
      '125,000',
      '1,25,000',
      '12 5000',
      '１２５，０００．００',
      '\u200f١٢٥٬\u200f٠٠٠٫٠٠',
      '१,२५,०००',
      '125000²',
    ],
    '1250.5': ['1.250,50 EUR', '١٢٥٠٫٥', '１２５０．５'],
    Hauptstraße: ['HAUPTSTRASSE 5', 'Hauptstrasse', 'HAUPTSTRAẞE', 'haupt\u00adstraße'],
    ISIKLI: ['ışıklı', 'isikli', 'İşıklı', 'ISI\u0307KLI'],
    ısı: ['ISI', 'isi', 'İSİ'],
    Müller: ['MULLER', 'Mu\u0308ller', 'Ｍüller'],
    'INV-７': ['inv 7', 'INV-٧', 'ＩＮＶ７'],
    ΟΔΟΣ: ['οδος', 'οδοσ'],
  };
  for (const [value, all] of Object.entries(spellings))
    for (const spelling of all)
      assert.ok(mentions({ memo: `for ${spelling}.` }, value), `${value}: ${spelling}`);
  for (const [text, value] of [
    ['1125000', '125000'],
    ['125000.7', '125000'],
    ['1,250', '250'],
    ['isim', 'ısı'],
  ] as const)
    assert.ok(!mentions(text, value), `${value}: ${text}`);
});

describe('what is hidden', () => {
  test('is not found by trying every amount', () => {
    const made = withhold(opened(WHOLE), ['amount']);
    assert.ok(made.ok);
    const text = JSON.stringify(made.value.view);
    const digests = new Set(text.match(/[0-9a-f]{64}/g));
    const salts = [...new Set(text.match(/\b[0-9a-f]{32}\b/g)), ''];
    for (let cents = 0; cents <= 50_000; cents += 25)
      for (const amount of new Set([`${cents / 100}`, (cents / 100).toFixed(2)])) {
        assert.ok(!digests.has(nodeCrypto.sha256(amount)));
        assert.ok(!digests.has(nodeCrypto.sha256(JSON.stringify(amount))));
        for (const salt of salts)
          assert.ok(!digests.has(commitTo(nodeCrypto, [salt, 'amount', amount])._sd), amount);
      }
  });
});

describe('disclosures', () => {
  const refused = (change: (disclosures: Disclosure[]) => readonly Disclosure[]) => {
    const read = readReceipt(nodeCrypto, disclosing(WHOLE, change));
    assert.ok(!read.ok);
    return read.error.message;
  };

  test('are refused where they open nothing, twice, or another member', () => {
    assert.match(
      refused(([first, ...others]) => (first ? [first, first, ...others] : [])),
      /disclosed twice/,
    );
    assert.match(
      refused((all) => [...all, ['0'.repeat(32), 'amount', '1']]),
      /opens nothing/,
    );
    assert.match(
      refused((all) => all.map(([salt, name]): Disclosure => [salt, name, '1'])),
      /opens nothing/,
    );
    const swapped = (all: Disclosure[]) => {
      const [one, other] = all;
      return one && other
        ? ([
            [one[0], one[1], other[2]],
            [other[0], other[1], one[2]],
          ] as Disclosure[])
        : [];
    };
    assert.match(refused(swapped), /opens nothing/);
    const other = tell({ params: { amount: '249' } }).signatures.service?.disclosures ?? [];
    assert.match(
      refused(() => other),
      /opens nothing/,
    );
  });

  test('of a value that is not of its form are refused', () => {
    const salt = saltsFrom('form')();
    const disclosure: Disclosure = [salt, 'memo', { text: 'no text' }];
    const { params } = WHOLE.what.action;
    const memo = commitTo(nodeCrypto, disclosure);
    const action = { ...WHOLE.what.action, params: { ...params, memo } };
    const changed = disclosing({ ...WHOLE, what: { ...WHOLE.what, action } }, (all) =>
      all.map((one) => (one[1] === 'memo' ? disclosure : one)),
    );
    const read = openReceipt(nodeCrypto, changed);
    assert.equal(read.ok ? null : read.error.code, 'value_invalid');
  });

  test('are needed: an action with its values in plain is refused in so many words', () => {
    const params = { ...WHOLE.what.action.params, amount: '273.4' };
    const plain = { ...WHOLE, what: { ...WHOLE.what, action: { ...WHOLE.what.action, params } } };
    const read = readReceipt(nodeCrypto, plain);
    assert.match(read.ok ? '' : read.error.message, /in plain.*Ask for a new one/);
  });
});

describe('the hash of an action', () => {
  const { action } = opened(WHOLE).what;

  test('needs a salt of its own for each member, and no other', () => {
    const salts = drawSalts(action, saltsFrom('a'));
    assert.match(actionHash(nodeCrypto, action, salts) ?? '', /^[0-9a-f]{64}$/);
    const { amount: _, ...fewer } = salts.params;
    for (const wrong of [
      drawSalts(action, () => '0'.repeat(32)),
      { ...salts, params: fewer },
      { ...salts, params: { ...salts.params, other: 'a'.repeat(32) } },
      { ...salts, statements: 'a'.repeat(32) },
      { ...salts, idempotency_key: salts.params.amount ?? '' },
    ])
      assert.equal(actionHash(nodeCrypto, action, wrong), null);
  });

  test('is another one for another value, and for another salt', () => {
    const salts = drawSalts(action, saltsFrom('a'));
    const hash = actionHash(nodeCrypto, action, salts);
    const dearer = { ...action, params: { ...action.params, amount: '251' } };
    assert.notEqual(actionHash(nodeCrypto, dearer, salts), hash);
    assert.notEqual(actionHash(nodeCrypto, action, drawSalts(action, saltsFrom('b'))), hash);
  });
});
