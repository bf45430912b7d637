import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  indexList,
  isTooShort,
  listsInForce,
  overlayOf,
  statusAt,
} from '@screener/engine/overlays/official-list';
import { makeEntity, makeList } from './make-list.ts';

const of = (id: string, list_date: string) =>
  indexList(makeList([makeEntity('Example One Co')], { id, list_date }));
const LISTS = [
  of('dod_1260h', '2026-06-08'),
  of('dod_1260h', '2025-01-07'),
  of('state_b', '2024-05'),
  of('state_a', '2023-01-03'),
];

function datesAt(asOf: string): readonly string[] {
  return (['dod_1260h', 'uflpa', 'state_scrutinized'] as const).flatMap((overlay) =>
    listsInForce(LISTS, overlay, asOf).map(({ list }) => `${list.id} ${list.list_date}`),
  );
}

suite('which snapshot of a list counts', () => {
  test('the newest of each list on the date, whatever the order of the files', () => {
    assert.deepEqual(datesAt('2026-06-08'), [
      'dod_1260h 2026-06-08',
      'state_a 2023-01-03',
      'state_b 2024-05',
    ]);
    assert.deepEqual(datesAt('2026-06-07'), [
      'dod_1260h 2025-01-07',
      'state_a 2023-01-03',
      'state_b 2024-05',
    ]);
    assert.deepEqual(datesAt('2022-12-31'), []);
  });

  test('one dated only by its month counts from the last day of that month', () => {
    assert.deepEqual(datesAt('2024-05-30'), ['state_a 2023-01-03']);
    assert.deepEqual(datesAt('2024-05-31'), ['state_a 2023-01-03', 'state_b 2024-05']);
  });
});

suite('a list', () => {
  test('belongs to an overlay by its id', () => {
    assert.deepEqual(['dod_1260h', 'uflpa', 'state_x', 'else'].map(overlayOf), [
      'dod_1260h',
      'uflpa',
      'state_scrutinized',
      null,
    ]);
  });

  test('is enjoined from the stated date, and always where none is stated', () => {
    const enjoined = (status_since: string | null) =>
      makeList([], { status: 'enjoined', status_since, list_date: '2025-06-03' });
    assert.equal(statusAt(enjoined('2026-02'), '2026-02-27'), 'in_force');
    assert.equal(statusAt(enjoined('2026-02'), '2026-02-28'), 'enjoined');
    assert.equal(statusAt(enjoined('2026-02-04'), '2026-02-04'), 'enjoined');
    assert.equal(statusAt(enjoined(null), '2025-06-03'), 'enjoined');
    assert.equal(statusAt(makeList([]), '2026-06-08'), 'in_force');
  });

  test('leaves out names that are too short to be unique', () => {
    assert.deepEqual(['byd', 'hesai', 'ch uav', 'hesai x', ''].map(isTooShort), [
      true,
      true,
      true,
      false,
      true,
    ]);
    const { byName } = indexList(makeList([makeEntity('AVIC', { aliases: ['AVIC Group'] })]));
    assert.deepEqual([...byName.keys()], ['avic group']);
  });
});
