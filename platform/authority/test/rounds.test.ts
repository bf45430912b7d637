import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { peopleOf, roundsOf, whomToAsk } from '@platform/authority/notices/rounds';
import type { NoticeState } from '@platform/protocol/notice';

const PEOPLE = ['a', 'b', 'c', 'd'];

function asking(
  round: 'first' | 'half',
  given: {
    readonly needed?: number;
    readonly approved?: readonly string[];
    readonly asked?: Readonly<Record<string, NoticeState>>;
    readonly without?: readonly string[];
  } = {},
): string[] {
  const { needed = 1, approved = [], asked = {}, without = [] } = given;
  const reachable = new Set(PEOPLE.filter((person) => !without.includes(person)));
  const state = { round, people: PEOPLE, needed, approved, asked: new Map(Object.entries(asked)), reachable };
  return whomToAsk(state).map(({ person, type }) => `${type.replace('approval.', '')} ${person}`);
}

describe('whom a round asks', () => {
  test('first as many as must approve, in the order of the route', () => {
    assert.deepEqual(asking('first'), ['requested a']);
    assert.deepEqual(asking('first', { needed: 2 }), ['requested a', 'requested b']);
    assert.deepEqual(asking('first', { needed: 2, without: ['a', 'c'] }), ['requested b', 'requested d']);
    assert.deepEqual(
      asking('first', { needed: 8 }),
      PEOPLE.map((person) => `requested ${person}`),
    );
    assert.deepEqual(asking('first', { without: PEOPLE }), []);
  });

  test('first: who was asked by another route counts, who has approved is left alone', () => {
    assert.deepEqual(asking('first', { needed: 2, asked: { b: 'waiting' } }), ['requested a']);
    assert.deepEqual(asking('first', { asked: { c: 'delivered' } }), []);
    assert.deepEqual(asking('first', { needed: 2, approved: ['a'] }), ['requested b']);
    assert.deepEqual(asking('first', { approved: ['A'] }), ['requested b'], 'the grant still waits');
  });

  test('at half of the time: those who were told again, and as many more as are missing', () => {
    assert.deepEqual(asking('half', { asked: { a: 'delivered' } }), ['reminder a', 'requested b']);
    assert.deepEqual(asking('half', { asked: { a: 'waiting' } }), ['requested b']);
    assert.deepEqual(asking('half', { asked: { a: 'given_up' } }), ['requested b']);
    const asked = { a: 'delivered', b: 'delivered' } as const;
    assert.deepEqual(asking('half', { needed: 2, asked, approved: ['a'] }), ['reminder b', 'requested c']);
    assert.deepEqual(asking('half', { needed: 2, asked }).slice(2), ['requested c', 'requested d']);
  });
});

test('a person with several keys, or names that look alike, is one of the route', () => {
  const personOf = (name: string) => (name === 'approver_x.phone' ? 'cfo' : name);
  assert.deepEqual(peopleOf({ approvers: ['approver_x.phone', 'CF0', 'guest', 'cfo'] }, personOf), [
    'cfo',
    'guest',
  ]);
});

test('half of the time is half of what there is, where the mandate ends before', () => {
  const route = { approver_type: 'p', approvers: ['cfo'], wait_s: 100, assurance: 'signature' as const };
  const approval = {
    routes: [
      { ...route, notify: ['mail'] },
      { ...route, notify: ['mail', 'app'] },
    ],
  };
  const due = (expiresMs: number) =>
    roundsOf({ approval }, { grant_id: 'gr_1', expires_at: new Date(expiresMs).toISOString() }, 0).map(
      ({ route: place, round, dueAt }) => [place, round, dueAt],
    );
  assert.deepEqual(due(100_000), [
    [1, 'first', 0],
    [1, 'half', 50_000],
  ]);
  assert.deepEqual(due(200_000)[1], [1, 'half', 50_000], 'another route waits longer');
  assert.deepEqual(due(40_000)[1], [1, 'half', 20_000]);
});
