import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { interruptible } from '../../src/cli/interrupt.ts';

test('the first signal asks the work to stop; the next one is left to the system', async () => {
  const source = new EventEmitter();
  const result = await interruptible(source, async (signal) => {
    assert.equal(signal.aborted, false);
    assert.equal(source.listenerCount('SIGINT'), 1);
    source.emit('SIGINT');
    assert.equal(source.listenerCount('SIGINT') + source.listenerCount('SIGTERM'), 0);
    return signal.aborted;
  });
  assert.equal(result, true);
});

test('work that ends or fails leaves no listener', async () => {
  const source = new EventEmitter();
  assert.equal(await interruptible(source, async () => 7), 7);
  await assert.rejects(
    interruptible(source, async () => {
      throw new Error('broken');
    }),
    /broken/,
  );
  assert.deepEqual(source.eventNames(), []);
});
