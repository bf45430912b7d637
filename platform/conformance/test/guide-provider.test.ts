import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { REPOSITORY } from '@common/kit/repository';
import { freePorts } from '@common/kit/testing/free-ports';
import type { ToolResult } from '@platform/core/objects/tool-call';
import { type Guide, openGuide } from './support/guide.ts';

let guide: Guide;

before(async () => {
  guide = await openGuide({
    page: 'pay-through-a-provider.md',
    uses: ['payouts', 'plugins', 'platform'],
    port: '8010',
  });
});

after(() => guide.close());

test('the guide’s commands lead from nothing to a payout through an adapter, and a receipt that says so', async () => {
  const [providerPort = 0] = await freePorts(1);
  const inFolder = (name: string) => join(guide.folder, name);
  const env = {
    PROVIDER_PORT: String(providerPort),
    PAYOUTS_PORT: String(guide.port),
    PAYOUTS_API_URL: `http://127.0.0.1:${providerPort}`,
    PAYOUTS_KEYS_DIR: inFolder('payouts'),
    PAYOUTS_JOURNAL: inFolder('payouts/journal.sqlite'),
  };
  const entry = (path: string) => join(REPOSITORY, path);
  let said = '';
  for (const { text } of await guide.blocks()) {
    if (text.endsWith('npm start\n')) await guide.startPlatform(text, { PLUGINS_DIR: inFolder('plugins') });
    else if (text === 'npm run local-provider\n')
      await guide.start('provider', entry('platform/conformance/provider/main.ts'), env, ['payouts']);
    else if (text.endsWith('npm run payouts\n')) {
      await guide.stop('payouts');
      const [, key = '', secret = ''] = /API_KEY=(\S+) \w+=(\S+)/.exec(text) ?? [];
      const given = { ...env, PAYOUTS_API_KEY: key, PAYOUTS_WEBHOOK_SECRET: secret };
      await guide.start('payouts', entry('platform/adapters/src/main.ts'), given, ['payouts']);
    } else said += await guide.run(text);
  }
  const answer: ToolResult = JSON.parse(await readFile(inFolder('payouts/answer.json'), 'utf8'));
  assert.equal(answer.status, 'executed', JSON.stringify(answer));
  assert.match(String(Reflect.get(answer.counterparty_ack ?? {}, 'payout_id')), /^po_/);
  assert.match(said, /HOLDS AS A SIMULATION: every check holds under keys that you trust/);
  assert.match(
    said.replaceAll(/\s+/g, ' '),
    /as an adapter of payments\.example at \S+ The provider’s own signature is not in this receipt\./,
  );
  assert.match(said, /"balance":"999987\.5"/);
});
