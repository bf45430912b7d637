import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { REPOSITORY } from '@common/kit/repository';
import { makeKit } from '../kit/make-kit.ts';
import { runKit } from '../kit/run-kit.ts';

const SCRIPT = join(REPOSITORY, 'platform/conformance/kit/python/sanad_verify.py');

/** Why the verifier in Python cannot run here; false if it can. */
function unableToRun(): string | false {
  try {
    execFileSync('python3', ['-c', 'import sys, cryptography; assert sys.version_info >= (3, 11)'], {
      stdio: 'ignore',
    });
    return false;
  } catch {
    return 'needs python3 of version 3.11 with the package cryptography';
  }
}

// kit.test.ts holds our verifier to the same answers.
test('a verifier written from the documentation agrees on all cases', { skip: unableToRun() }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'sanad-kit-python-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const made = makeKit(folder);
  const { cases, differing } = await runKit(folder, ['python3', '-B', SCRIPT, '--kit']);
  assert.equal(cases, made);
  assert.deepEqual([...differing], []);
});
