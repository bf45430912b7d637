import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeReceiptFiles } from '../src/adapters/files.ts';

test('receipts are written through a link to a folder that is not there yet, as on a server', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sanad-receipts-'));
  try {
    mkdirSync(join(folder, 'state'));
    symlinkSync(join(folder, 'state'), join(folder, 'var'));
    symlinkSync('var/out', join(folder, 'out'));
    for (const time of ['first', 'second']) {
      await writeReceiptFiles(join(folder, 'out'), [{ receiptId: 'rcpt_00', receipt: null }]);
      assert.deepEqual(readdirSync(join(folder, 'state')), ['out'], time);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
