import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { REPOSITORY } from '@common/kit/repository';
import { removeDirectory } from '@common/kit/testing';
import { startFront } from './agent/front.ts';
import { runtimes } from './support/runtimes.ts';
import { useDeployment } from './support/use-deployment.ts';

const PROGRAM = `
import { createAgent, type Outcome } from '@sanad/agent';
import { aiSdkTools } from '@sanad/agent/ai-sdk';
import { langchainTools } from '@sanad/agent/langchain';
import { openaiTools } from '@sanad/agent/openai';
import { agentsTools } from '@sanad/agent/openai-agents';
const agent = createAgent({ gateway: 'http://127.0.0.1:9', token: 't', mandate: 'ic_1' });
const outcome: Outcome = await agent.result('gr_1');
if (outcome.status === 'pending') console.log(outcome.grant_id);
// @ts-expect-error: an outcome without a grant has no id of one
if (outcome.status === 'unanswered') console.log(outcome.reason, outcome.grant_id ?? '');
console.log([aiSdkTools, langchainTools, openaiTools, agentsTools].length);
`;

const EXAMPLE = 'invoice.js';
/** Pays with a key whose private half cannot leave the process: its public half is written first, and the mandate read. */
const BY_KEY = `
import { createAgent } from '@sanad/agent';
const key = await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']);
const raw = new Uint8Array(await crypto.subtle.exportKey('raw', key.publicKey));
const { SANAD_GATEWAY: gateway, SANAD_REGISTER: register } = process.env;
const mandate = await (await fetch(register, { method: 'POST', body: raw })).text();
const agent = createAgent({ gateway, key, mandate });
console.log(JSON.stringify(await agent.propose('propose_transfer', JSON.parse(process.argv[2]))));
`;
const run = promisify(execFile);

/** The principal's side: signs a mandate for the public half that it is sent, and answers with its id. */
async function registrar(t: TestContext, register: (key: string) => Promise<string>): Promise<string> {
  const server = createServer(async (request, response) => {
    response.end(await register(Buffer.concat(await request.toArray()).toString('hex')));
  });
  t.after(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** A stranger's project: the tarball installed outside the repository. */
describe('the packed @sanad/agent', () => {
  const used = useDeployment({ alone: [] });
  let project = '';
  before(async () => {
    project = await mkdtemp(join(tmpdir(), 'sanad-packed-agent-'));
    const pack = [join(REPOSITORY, 'tools/pack.ts'), 'agent', join(project, 'packed')];
    const tarball = execFileSync(process.execPath, pack, { cwd: REPOSITORY, encoding: 'utf8' }).trim();
    await writeFile(join(project, 'package.json'), '{"name": "clerk", "private": true, "type": "module"}');
    execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: project });
    await writeFile(join(project, 'program.ts'), PROGRAM);
    // Not every runtime reads TypeScript.
    const example = readFileSync(join(REPOSITORY, 'platform/agent/examples/invoice.ts'), 'utf8');
    await writeFile(join(project, EXAMPLE), stripTypeScriptTypes(example));
    await writeFile(join(project, 'by-key.js'), BY_KEY);
  });
  after(() => removeDirectory(project));

  test('compiles under strict settings', () => {
    const settings = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2024', '--types', ''];
    const compiler = join(REPOSITORY, 'node_modules/typescript/bin/tsc');
    const compile = [compiler, 'program.ts', '--lib', 'es2024,dom', ...settings];
    assert.equal(execFileSync(process.execPath, compile, { cwd: project, encoding: 'utf8' }), '');
    const ran = execFileSync(process.execPath, ['program.ts'], { cwd: project, encoding: 'utf8' });
    assert.equal(ran, 'no_answer \n4\n');
  });

  for (const [name, [program, ...args]] of runtimes([20, 3])) {
    test(`waits for a person, and pays, on ${name}`, async (t) => {
      const { d, client } = used();
      const front = await startFront(used(), t);
      front.waiting = (grantId) => client.approve(grantId);
      const to = { to_account: 'acct_acme', beneficiary_id: 'acme', amount: '2500', currency: 'USD' };
      const inputs = { ...to, memo: `Hosting, ${name}`, reference: `PACKED-${name}` };
      const { stdout } = await run(program, [...args, EXAMPLE, JSON.stringify(inputs)], {
        cwd: project,
        env: {
          ...{ PATH: process.env.PATH, HOME: project, SANAD_GATEWAY: front.url, SANAD_TOKEN: d.agentToken },
          SANAD_MANDATE: d.mandates.treasury,
        },
        timeout: 60_000,
      });
      assert.equal(JSON.parse(stdout).status, 'executed');
    });

    test(`pays by a key of its own, on ${name}`, async (t) => {
      const { d, client } = used();
      const url = await registrar(t, (key) =>
        client.register({ agent_key: { alg: 'ed25519', public_key: key } }),
      );
      const to = { to_account: 'acct_acme', beneficiary_id: 'acme', amount: '25', currency: 'USD' };
      const inputs = { ...to, memo: `Hosting, ${name}`, reference: `KEY-${name}` };
      const { stdout } = await run(program, [...args, 'by-key.js', JSON.stringify(inputs)], {
        cwd: project,
        env: { PATH: process.env.PATH, HOME: project, SANAD_GATEWAY: d.urls.gateway, SANAD_REGISTER: url },
        timeout: 60_000,
      });
      assert.equal(JSON.parse(stdout).status, 'executed', stdout);
    });
  }
});
