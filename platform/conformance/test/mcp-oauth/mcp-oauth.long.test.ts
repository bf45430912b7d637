import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { withTempDir } from '@common/kit/testing';
import { freePorts } from '@common/kit/testing/free-ports';
import { longPackage } from '@common/kit/testing/long-package';
import { useBrowser } from '@common/web/testing/browser';
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { useDeployment } from '../support/use-deployment.ts';
import { openDevice } from '../support/virtual-device.ts';
import { endOf, hostedClient, letIn, REDIRECT } from './let-in.ts';

const used = useDeployment({ console: true, alone: [] });
const browser = useBrowser();

const mcp = () => new URL('/mcp', used().d.urls.gateway);
const issuer = () => used().d.urls.console.replace('127.0.0.1', 'localhost');
const INVOICE = { to_account: 'acct_acme', amount: '21', currency: 'USD', beneficiary_id: 'acme' };

/** The access token of a client of the SDK’s that was let in, and the transport with which it asks. */
async function connected() {
  const hosted = hostedClient();
  const open = () => new StreamableHTTPClientTransport(mcp(), { authProvider: hosted.provider });
  const first = open();
  await assert.rejects(new Client({ name: 'hosted', version: '1' }).connect(first), UnauthorizedError);
  const { back, tokenId } = await letIn(used().d, hosted.asked());
  await first.finishAuth(back.searchParams);
  return { open, tokenId, accessToken: hosted.accessToken() };
}

describe('a hosted client that a principal lets in', () => {
  test('finds its way from a 401 to a paid invoice, and is out when its token is ended', async () => {
    const { open, tokenId } = await connected();
    const agent = new Client({ name: 'hosted', version: '1' });
    await agent.connect(open());
    const call = { name: 'propose_transfer', arguments: { ...INVOICE, memo: 'INV-OAUTH' } };
    const paid = await agent.callTool(call);
    assert.equal(Object(paid.structuredContent).status, 'executed');
    await endOf(used().d, tokenId);
    await assert.rejects(agent.callTool(call), UnauthorizedError);
    await agent.close();
  });

  test('in a browser, whose passkey signs on the consent page, for the mandate that is chosen there', async (t) => {
    const { d } = used();
    const { page } = await openDevice(t, browser());
    page.setDefaultTimeout(20_000);
    await page.goto(`${issuer()}/keys/enrol?root=1`);
    await page.getByLabel('Your name').fill('local');
    await page.getByLabel('The device, in a word').fill('phone');
    await page.getByRole('button', { name: 'Make a passkey' }).click();
    await page.getByLabel('I hold this device').check();
    await page.getByRole('button', { name: 'Sign the enrolment' }).click();
    const [file] = await Promise.all([page.waitForEvent('download'), page.locator('#root-file').click()]);
    await d.sanad('keys', 'add-root', await file.path(), '--yes');

    const hosted = hostedClient();
    const open = () => new StreamableHTTPClientTransport(mcp(), { authProvider: hosted.provider });
    const first = open();
    await assert.rejects(new Client({ name: 'hosted', version: '1' }).connect(first), UnauthorizedError);
    await page.route(`${REDIRECT}**`, (route) => route.fulfill({ body: 'The program has its answer.' }));
    const answered = page.waitForRequest((request) => request.url().startsWith(REDIRECT));
    await page.goto(hosted.asked()?.href ?? '');
    await page.locator(`a[href$="mandate=${d.mandates.treasury}"]`).click();
    await page.getByRole('button', { name: /^Let it in with the passkey principal_local\.phone/ }).click();
    await first.finishAuth(new URL((await answered).url()).searchParams);
    const agent = new Client({ name: 'hosted', version: '1' });
    await agent.connect(open());
    const call = { name: 'propose_transfer', arguments: { ...INVOICE, amount: '22', memo: 'INV-PASSKEY' } };
    assert.equal(Object((await agent.callTool(call)).structuredContent).status, 'executed');
    await agent.close();
  });

  test('passes the conformance runner’s scenarios for authorization servers', async () => {
    const [port = 0] = await freePorts(1);
    const redirect = `http://127.0.0.1:${port}/callback`;
    const registered = await fetch(`${issuer()}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ redirect_uris: [redirect], client_name: 'conformance' }),
    });
    const { client_id: clientId } = (await registered.json()) as { readonly client_id: string };
    await withTempDir(async (folder) => {
      const runner = longPackage('@modelcontextprotocol/conformance/dist/index.js');
      const asked = ['--url', issuer(), '--client-id', clientId, '--resource', mcp().href];
      const args = [runner, 'authorization', ...asked, '--port', String(port), '-o', folder];
      const running = spawn(process.execPath, args, {
        stdio: ['ignore', 'pipe', 'inherit'],
        timeout: 60_000,
      });
      for await (const line of createInterface({ input: running.stdout })) {
        // The runner prints where a person’s browser is to go.
        if (!line.startsWith(`${issuer()}/oauth/authorize?`)) continue;
        const { back } = await letIn(used().d, new URL(line));
        await fetch(back);
      }
      const results = await Promise.all(
        (await readdir(folder)).map(async (entry) => {
          const checks = JSON.parse(await readFile(join(folder, entry, 'checks.json'), 'utf8'));
          return checks.map(({ id, status }: { id: string; status: string }) => `${id}: ${status}`);
        }),
      );
      assert.deepEqual(results.flat().toSorted(), [
        'authorization-code-grant: SUCCESS',
        'authorization-server-metadata-cimd: SUCCESS',
        'authorization-server-metadata: SUCCESS',
      ]);
    });
  });

  test('lists and calls tools from the Inspector’s command line with nothing but its token', async () => {
    const { accessToken } = await connected();
    const inspect = (...args: readonly string[]) =>
      withTempDir(async (home) => {
        const program = longPackage('@modelcontextprotocol/inspector/clients/launcher/build/index.js');
        const target = ['--cli', mcp().href, '--transport', 'http'];
        const header = ['--header', `Authorization: Bearer ${accessToken}`];
        const { stdout } = await promisify(execFile)(
          process.execPath,
          [program, ...target, ...args, ...header],
          {
            timeout: 60_000,
            env: { PATH: process.env.PATH, HOME: home },
          },
        );
        return JSON.parse(stdout);
      });
    const { tools } = await inspect('--method', 'tools/list', '--strict');
    assert.ok(tools.some(({ name }: { readonly name: string }) => name === 'propose_transfer'));
    const inputs = Object.entries({ ...INVOICE, memo: 'INV-INSPECTOR' }).map(
      ([name, value]) => `${name}="${value}"`,
    );
    const call = ['--method', 'tools/call', '--tool-name', 'propose_transfer', '--tool-arg', ...inputs];
    assert.equal((await inspect(...call)).structuredContent.status, 'executed');
  });
});
