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
    page: 'pay-through-a-bank.md',
    uses: ['bankpay', 'plugins', 'platform'],
    port: '8011',
  });
});

after(() => guide.close());

test('the guide’s commands lead from nothing to a payment at a bank, and addenda that say what became of it', async () => {
  const [bankPort = 0] = await freePorts(1);
  const inFolder = (name: string) => join(guide.folder, name);
  const entry = (path: string) => join(REPOSITORY, path);
  const bank = `http://127.0.0.1:${bankPort}`;
  const env = {
    BANKPAY_PORT: String(guide.port),
    BANKPAY_API_URL: bank,
    BANKPAY_TOKEN_URL: `${bank}/oauth2/token`,
    BANKPAY_KEYS_DIR: inFolder('bankpay'),
    BANKPAY_JOURNAL: inFolder('bankpay/journal.sqlite'),
    LOCAL_BANK_PORT: String(bankPort),
    LOCAL_BANK_CLIENT_KEY: inFolder('bankpay/requests.pub.pem'),
    LOCAL_BANK_SETTLE_S: '1',
  };
  let said = '';
  for (const { text } of await guide.blocks()) {
    if (text.endsWith('npm start\n')) {
      // The pauses between two questions begin shorter than in the guide.
      const quick = { PLUGINS_DIR: inFolder('plugins'), PEP_RECONCILE_MS: '200' };
      await guide.startPlatform(text, quick);
    } else if (text === 'npm run local-bank\n')
      await guide.start('bank', entry('platform/conformance/provider/main.ts'), env, ['bank']);
    else if (text.endsWith('npm run bankpay\n')) {
      await guide.stop('bankpay');
      const [, client = '', webhooks = ''] = /CLIENT_SECRET=(\S+) \w+=(\S+)/.exec(text) ?? [];
      const given = { ...env, BANKPAY_CLIENT_SECRET: client, BANKPAY_WEBHOOK_SECRET: webhooks };
      await guide.start('bankpay', entry('platform/adapters/src/main.ts'), given, ['bankpay']);
    } else said += await guide.run(text);
  }
  const answer: ToolResult = JSON.parse(await readFile(inFolder('bankpay/answer.json'), 'utf8'));
  assert.equal(answer.status, 'executed', JSON.stringify(answer));
  const status = Reflect.get(answer.counterparty_ack ?? {}, 'payment_status');
  assert.equal(status, 'AcceptedSettlementInProcess');
  const words = said.replaceAll(/\s+/g, ' ');
  for (const state of ['settled', 'returned']) {
    const became = `accepted on \\S+, ${state} on \\S+, as bankpay, an adapter of bank\\.example, says`;
    assert.match(words, new RegExp(`rcpt_\\w+: ${state}: ${became}`), 'of the command');
    assert.match(words, new RegExp(`What became of it later.* - ${became}`), 'of the verifier');
    assert.match(words, new RegExp(`2 ##\\.\\. A${became.slice(1)}\\. service-signed`), 'of strength 2');
  }
  assert.equal(words.match(/HOLDS AS A SIMULATION: every check holds under keys that you trust/g)?.length, 2);
  assert.doesNotMatch(words, /NOT shown/);
});
