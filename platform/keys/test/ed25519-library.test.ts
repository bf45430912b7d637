import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadLibsodium } from '@common/evidence/libsodium';
import { createLog } from '@common/kit/telemetry/log';
import { chooseEd25519 } from '../src/ed25519-library.ts';

test('the log of a service says once which library computes Ed25519', () => {
  const lines: string[] = [];
  const destination = { write: (line: string) => lines.push(line) };
  chooseEd25519(createLog({ level: 'info', destination }));
  const library = loadLibsodium() === null ? 'openssl' : 'libsodium';
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)).map((line) => [line.msg, line.library]),
    [['Ed25519 chosen', library]],
  );
});
