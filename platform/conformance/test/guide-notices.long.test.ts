import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { send } from '../client.ts';
import { until } from '../wait.ts';
import { openGuide } from './support/guide.ts';

test('the guide’s app is told what waits, recomputes its hash, and believes nobody else', async (t) => {
  const uses = ['approver-app', 'platform'];
  const guide = await openGuide({ page: 'receive-approval-requests.md', uses, port: '9200' });
  t.after(() => guide.close());
  await guide.run('npx sanad keys init');
  let commands = 0;
  let said = '';
  for (const { file, language, text } of await guide.blocks()) {
    if (file !== null) {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    } else if (language === 'sh') {
      commands += 1;
      if (text.endsWith('\nnpm start\n')) await guide.startPlatform(text);
      else if (/^node \S+app\.mjs\n$/.test(text))
        await guide.start('app', join(guide.folder, 'approver-app/app.mjs'));
      else said += await guide.run(text);
    }
  }
  assert.equal(commands, 4);
  const [, grantId = ''] = /"grant_id":"(gr_\w+)"/.exec(said) ?? [];
  assert.match(said, /"status":"pending"/);
  const shown = await until('the app shows it', async () => {
    const output = guide.output('app');
    return output.includes('acct_acme') ? output : null;
  });
  assert.match(shown, /the test arrived/);
  assert.match(
    shown,
    new RegExp(`approval\\.requested: ${grantId} is pending, until \\S+: bank\\.executeTransfer`),
  );
  assert.match(shown, /amount: '2500'/);
  const { status } = await send(`http://127.0.0.1:${guide.port}/hooks`, {
    body: { type: 'approval.requested', timestamp: 'now', data: { grant_id: grantId } },
    headers: {
      'webhook-id': 'ntc_1',
      'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
      'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}`,
    },
  });
  assert.equal(status, 401);
});
