import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createTalks, MOST_TURNS, toldAnswer } from '../src/chat/talks.ts';

const MANDATE = 'ic_1';
const words = { mandateId: MANDATE, said: 'Hello', model: 'scripted', at: '2026-06-01T12:00:00.000Z' };
const done = toldAnswer('Hi.', []);

function talksAt(start = 0) {
  let now = start;
  const talks = createTalks(() => now);
  const say = (id: string, turn: number) => talks.begin({ id, turn, ...words });
  const answered = (id: string, turn: number) => {
    const begun = say(id, turn);
    if (begun.kind === 'begun') begun.turn.answer = done;
    return begun.kind;
  };
  return {
    ...{ talks, say, answered },
    wait: (ms: number) => {
      now += ms;
    },
  };
}

describe('talks in memory', () => {
  test('are forgotten an hour after their last use', () => {
    const { talks, answered, wait } = talksAt();
    answered('a', 0);
    wait(3_600_000);
    assert.notEqual(talks.find('a'), null);
    wait(3_600_001);
    assert.equal(talks.find('a'), null);
    assert.equal(answered('a', 1), 'over');
  });

  test('are few: the one that nobody used for longest goes', () => {
    const { talks, answered } = talksAt();
    for (let index = 0; index < 40; index += 1) answered(`t${index}`, 0);
    assert.equal(talks.find('t7'), null);
    assert.notEqual(talks.find('t8'), null);
  });

  test('one that is being answered stays, and takes no further words', () => {
    const { talks, say, wait } = talksAt();
    assert.equal(say('a', 0).kind, 'begun');
    wait(10_000_000);
    assert.notEqual(talks.find('a'), null);
    assert.equal(say('a', 1).kind, 'busy');
    assert.equal(say('a', 0).kind, 'repeated');
  });

  test('at most eight are being answered', () => {
    const { say } = talksAt();
    for (let index = 0; index < 8; index += 1) assert.equal(say(`t${index}`, 0).kind, 'begun');
    assert.equal(say('t8', 0).kind, 'busy');
  });

  test('have an end, skip no turn, and stay under their mandate', () => {
    const { talks, answered } = talksAt();
    for (let turn = 0; turn < MOST_TURNS; turn += 1) assert.equal(answered('a', turn), 'begun');
    assert.equal(answered('a', MOST_TURNS), 'over');
    answered('b', 0);
    assert.equal(answered('b', 2), 'over');
    assert.equal(talks.begin({ id: 'b', turn: 1, ...words, mandateId: 'ic_2' }).kind, 'over');
  });

  test('long texts are cut, and no half of a character is left', () => {
    const result = { status: 'fetched', reason: 'ok', detail: '', data: '\u{1f600}'.repeat(1_000) } as const;
    const told = toldAnswer('\u{1f600}'.repeat(10_000), [{ tool: 'read', result }]);
    assert.ok(told.kind === 'told');
    assert.ok(told.words.length < 8_100 && told.words.isWellFormed());
    assert.ok(String(told.calls[0]?.result.data).length < 700);
  });
});
