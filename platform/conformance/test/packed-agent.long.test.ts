import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
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
const run = promisify(execFile);

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
  }
});
