import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProgress, duration, progressLine } from '../../src/cli/progress.ts';
import { pageFor } from '../../src/cli/render/layout.ts';
import { PLAIN } from './golden.ts';

const page = pageFor(PLAIN);
const NOW = { at: 0, done: 0, now: 10_000 };

test('a bar shows share, count, rate, time left and refusals, within the width', () => {
  const line = progressLine('Importing', { done: 500, total: 2000, note: '2 refused' }, NOW, page);
  assert.equal(line, 'Importing  #####...............  25 %  500 of 2,000, 50/s, 30 s left, 2 refused');
  assert.equal(line.length, page.width - 1);
});

test('a resumed run shows the rate of its own work', () => {
  const line = progressLine('Importing', { done: 1500, total: 2000, note: '' }, { ...NOW, done: 1450 }, null);
  assert.equal(line, 'Importing 75 %, 1,500 of 2,000, 5.0/s, 1 min 40 s left');
});

test('a narrow terminal gets the figures without the bar', () => {
  const narrow = pageFor({ ...PLAIN, columns: 40 });
  const line = progressLine('Importing', { done: 500, total: 2000, note: '2 refused' }, NOW, narrow);
  assert.equal(line, 'Importing 25 %  500 of 2,000');
});

test('nothing to do counts as done', () => {
  assert.equal(
    progressLine('Importing', { done: 0, total: 0, note: '' }, NOW, null),
    'Importing 100 %, 0 of 0',
  );
});

test('a terminal is redrawn in place, not too often, and always shows the last state', () => {
  const { written, progress, tick } = recorded(true);
  progress.update({ done: 0, total: 4, note: '' });
  progress.update({ done: 1, total: 4, note: '' });
  tick(150);
  progress.update({ done: 2, total: 4, note: '' });
  progress.update({ done: 4, total: 4, note: '' });
  progress.finish();
  progress.finish();
  const counts = written.map((text) => /(\d) of 4/.exec(text)?.[1] ?? text);
  assert.deepEqual(counts, ['0', '2', '4', '\n']);
  assert.ok(written.slice(0, -1).every((text) => text.startsWith('\r\u001b[K')));
});

test('elsewhere there are occasional plain lines, and none for quick work', () => {
  const { written, progress, tick } = recorded(false);
  progress.update({ done: 0, total: 4, note: '' });
  tick(9_000);
  progress.update({ done: 1, total: 4, note: '' });
  tick(2_000);
  progress.update({ done: 2, total: 4, note: '' });
  progress.update({ done: 4, total: 4, note: '' });
  progress.finish();
  assert.deepEqual(written, ['Importing 50 %, 2 of 4, 0.2/s, 11 s left\n']);
});

test('durations use natural units', () => {
  assert.equal(duration(200), '1 s');
  assert.equal(duration(59_400), '59 s');
  assert.equal(duration(125_000), '2 min 5 s');
  assert.equal(duration(3_780_000), '1 h 3 min');
});

function recorded(isTty: boolean) {
  const written: string[] = [];
  let now = 1_000_000;
  const output = { write: (text: string) => written.push(text), isTty, terminal: PLAIN };
  const progress = createProgress(output, 'Importing', () => now);
  const tick = (ms: number) => {
    now += ms;
  };
  return { written, progress, tick };
}
