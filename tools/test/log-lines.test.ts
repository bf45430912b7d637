import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT_FOLDER } from '../source/codebase.ts';
import { createLineWriter } from '../start/log-lines.ts';

test('a log that cannot be written for a while goes on, and says how many lines it lost', async () => {
  let full = false;
  let written = '';
  const writeLine = createLineWriter({
    write(text, done) {
      if (!full) written += text;
      const error = full ? Object.assign(new Error('no space'), { code: 'ENOSPC' }) : null;
      process.nextTick(done, error);
    },
    on: () => undefined,
  });
  const say = (line: string) => {
    writeLine(line);
    return new Promise(setImmediate);
  };
  await say('one');
  full = true;
  for (const line of ['two', 'three']) await say(line);
  // These two are written before the stream has said that the first failed.
  writeLine('four');
  await say('five');
  full = false;
  await say('six');
  await say('seven');
  assert.equal(written, 'one\n\nstart | 4 lines of this log were lost: ENOSPC\nsix\nseven\n');
});

test('npm start outlives a full disk under its log', { skip: !existsSync('/dev/full') }, async () => {
  const program = `
    import { createLineWriter } from './tools/start/log-lines.ts';
    import { supervise } from './tools/start/supervise.ts';
    const out = createLineWriter(process.stdout);
    const service = "setInterval(() => console.log('x'), 5); setTimeout(() => process.exit(7), 200)";
    const command = { name: 'a', program: process.execPath, args: ['-e', service] };
    process.exitCode = await supervise([command], { out, err: out, onStop: () => () => {} }, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
    cwd: join(ROOT_FOLDER),
    stdio: ['ignore', openSync('/dev/full', 'w'), 'inherit'],
  });
  assert.deepEqual(await once(child, 'exit'), [7, null]);
});
