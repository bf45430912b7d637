import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { OFFICIAL_OVERLAYS, OVERLAY_NAMES, parseOverlayNames } from '@screener/engine/overlays/overlay-names';
import fc from 'fast-check';

function parsed(text: string): readonly string[] {
  const names = parseOverlayNames(text);
  assert.ok(names.ok, text);
  return names.value;
}

function refused(text: string): string {
  const names = parseOverlayNames(text);
  assert.ok(!names.ok, text);
  assert.equal(names.error.code, 'unknown_overlay');
  return names.error.message;
}

suite('the names of overlays', () => {
  test('the document’s names are there, and the three official lists', () => {
    assert.deepEqual(OFFICIAL_OVERLAYS, ['dod_1260h', 'uflpa', 'state_scrutinized']);
    for (const name of ['weapons_defense', 'fossil_fuels', 'tobacco', 'alcohol', 'gambling']) {
      assert.deepEqual(parsed(name), [name]);
    }
    for (const name of ['adult_entertainment', 'private_prisons', 'civilian_firearms', 'dod_1260h']) {
      assert.deepEqual(parsed(name), [name]);
    }
    assert.equal(OVERLAY_NAMES.length, 11);
  });

  test('all of them, or some separated by commas, come in one order', () => {
    assert.deepEqual(parsed('all'), OVERLAY_NAMES);
    assert.deepEqual(parsed('tobacco,all'), OVERLAY_NAMES);
    assert.deepEqual(parsed('tobacco,dod_1260h'), ['dod_1260h', 'tobacco']);
  });

  test('spaces, empty entries, duplicates and letter case make no difference', () => {
    assert.deepEqual(parsed(' Tobacco , ,dod_1260H,tobacco, '), ['dod_1260h', 'tobacco']);
  });

  test('unknown names are named, and the possible ones listed', () => {
    const message = refused('tobacco,halal,vegan');
    assert.match(message, /"halal", "vegan"/);
    for (const name of OVERLAY_NAMES) assert.ok(message.includes(name));
    for (const text of ['toString', '__proto__', 'values_summary', 'ALLES']) refused(text);
  });

  test('an empty or overlong request is refused', () => {
    for (const text of ['', ' ', ',,', 'tobacco,'.repeat(100)]) refused(text);
  });

  test('any text is answered, and the order of the names does not matter', () => {
    const name = fc.constantFrom(...OVERLAY_NAMES);
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 1 }), fc.string(), (names, noise) => {
        assert.deepEqual(parsed(names.join(',')), parsed(names.toReversed().join(' , ')));
        parseOverlayNames(noise);
      }),
    );
  });
});
