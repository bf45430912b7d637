import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { useBrowser } from '@common/web/testing/browser';
import { startConsole } from './support/start-console.ts';
import { useDeployment } from './support/use-deployment.ts';

const used = useDeployment();
const browser = useBrowser();

describe('a talk with an agent on the console’s page, in a browser without script', () => {
  test('pays, is refused, and waits for a person, each with its proof', async (t) => {
    const { d, client } = used();
    const console = await startConsole(t, d);
    const context = await browser().newContext({ javaScriptEnabled: false });
    t.after(() => context.close());
    const page = await context.newPage();
    const say = async (words: string) => {
      await page.getByLabel(/^To /).fill(words);
      await page.getByRole('button', { name: 'Send' }).click();
      await page.locator('#last .says').waitFor();
    };
    const call = page.locator('#last .call');
    await page.goto(`${console}/chat`);
    assert.ok((await page.locator('#mandate-choice option').count()) > 1);
    await page.locator('#mandate-choice').selectOption(d.mandates.treasury);
    await page.getByRole('button', { name: 'Choose' }).click();

    await say('pay 40 USD to globex for INV-CHAT-1');
    assert.match(await call.innerText(), /Pay 40 USD to globex.*\s+executed/);
    assert.doesNotMatch(page.url(), /eyJ|words/, 'neither a token nor what was said stands in an address');
    assert.doesNotMatch(await page.content(), /eyJ/);
    await page.reload();
    assert.equal(await page.locator('.talk > li').count(), 1, 'looking again pays nothing again');

    await say('pay 90000 USD to globex for INV-CHAT-2');
    assert.match(await call.innerText(), /denied/);
    await say('pay 2500 USD to globex for INV-CHAT-3');
    assert.match(await call.innerText(), /waiting[\s\S]*It waits for cfo, \d+ minutes left/);
    const asked = await call.getByRole('link', { name: 'What cfo is asked' }).getAttribute('href');
    const grant = asked?.split('/').at(-1) ?? '';
    assert.equal((await client.approve(grant)).status, 200);
    await page.reload();
    const since = await call.innerText();
    assert.match(since, /allowed, not executed yet/);
    assert.ok(since.includes(`present ${grant}`), since);
    await say(`present ${grant}`);
    assert.match(await call.innerText(), /Pay 2,500 USD to globex.*\s+executed/);
    await call.locator('a[href^="/receipts"]').click();
    await page.getByText('asked to pay').first().waitFor();

    const grants = await client.grant(grant);
    assert.equal(grants.status, 'redeemed');
  });

  test('a console with a wrong secret reaches no agent, and says so', async (t) => {
    const console = await startConsole(t, used().d, {
      SERVICE_JWT_SECRET: 'not the gateway’s secret at all',
    });
    const page = await browser().newPage();
    t.after(() => page.close());
    await page.goto(`${console}/chat`);
    await page.getByLabel(/^To /).fill('hello');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('No answer: The token cannot be used').waitFor();
    await page.getByText('Nothing was done.').waitFor();
  });
});
