import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { FAILURES } from '@common/kit/failures';
import { observe } from '../faults/observe.ts';
import type { Answer, Watched } from '../faults/place.ts';
import { ROOT_FOLDER } from '../source/codebase.ts';

const answer = (status: number, code: string, retryAfter: string | null): Answer => ({
  call: 'GET /x',
  status,
  text: JSON.stringify({ detail: { error: code } }),
  requestId: 'req_1',
  retryAfter,
});
const LINE = JSON.stringify({ level: 'warn', request_id: 'req_1', err: { message: 'connect ECONNREFUSED' } });

describe('npm run faults', () => {
  const judged = async (given: Answer, log = LINE) => {
    const program = { name: 'x', order: '', output: () => log } as unknown as Watched['program'];
    const watched: Watched = { name: 'x', program, onDatabase: [], onPeer: [], database: null };
    const expected = { codes: ['database_unavailable', 'database_damaged'], loggedMs: 0 };
    return observe(watched, [async () => given], expected);
  };

  test('accepts an answer and a line that say what failed', async () => {
    assert.deepEqual(await judged(answer(503, 'database_unavailable', '5')), {
      got: '503 database_unavailable',
      logged: 'warn: connect ECONNREFUSED',
      broken: [],
    });
    assert.deepEqual((await judged(answer(500, 'database_damaged', null))).broken, []);
  });

  for (const [what, given, log] of [
    ['a code that is the caller’s', answer(400, 'bad_request', null), LINE],
    ['another code', answer(500, 'internal_error', null), LINE],
    ['another status', answer(500, 'database_unavailable', '5'), LINE],
    ['no time to wait', answer(503, 'database_unavailable', null), LINE],
    ['a time to wait for what does not pass', answer(500, 'database_damaged', '5'), LINE],
    ['no line in the log', answer(503, 'database_unavailable', '5'), LINE.replace('warn', 'info')],
  ] as const) {
    test(`finds ${what}`, async () => {
      assert.equal((await judged(given, log)).broken.length, 1);
    });
  }

  test('every failure is in the runbook, with its status', () => {
    const page = readFileSync(join(ROOT_FOLDER, 'docs/operations/runbook.md'), 'utf8');
    for (const [code, { status, retryAfterS }] of Object.entries(FAILURES)) {
      const cell = retryAfterS === null ? String(status) : `${status}, \`Retry-After: ${retryAfterS}\``;
      assert.ok(page.includes(`| \`${code}\` | ${cell} |`), code);
    }
  });
});
