import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { REPOSITORY } from '@common/kit/repository';
import { removeDirectory } from '@common/kit/testing';

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

test('the packed package installs elsewhere, with its types and without a dependency', async (t) => {
  const project = await mkdtemp(join(tmpdir(), 'sanad-packed-agent-'));
  t.after(() => removeDirectory(project));
  const pack = [join(REPOSITORY, 'tools/pack.ts'), 'agent', join(project, 'packed')];
  const tarball = execFileSync(process.execPath, pack, { cwd: REPOSITORY, encoding: 'utf8' }).trim();
  await writeFile(join(project, 'package.json'), '{"name": "clerk", "private": true, "type": "module"}');
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: project });
  const installed = join(project, 'node_modules/@sanad/agent');
  const entries = ['agent', 'ai-sdk', 'langchain', 'openai', 'openai-agents'];
  const code = entries.map((name) => `${name}.js`);
  const types = [...entries, 'for-model', 'outcome', 'requests'].map((name) => `${name}.d.ts`);
  assert.deepEqual(readdirSync(installed).sort(), [...code, ...types, 'README.md', 'package.json'].sort());
  const { dependencies, license } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  assert.deepEqual([dependencies, license], [undefined, 'UNLICENSED']);
  await writeFile(join(project, 'program.ts'), PROGRAM);
  const settings = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2024', '--types', ''];
  const compiler = join(REPOSITORY, 'node_modules/typescript/bin/tsc');
  const compile = [compiler, 'program.ts', '--lib', 'es2024,dom', ...settings];
  assert.equal(execFileSync(process.execPath, compile, { cwd: project, encoding: 'utf8' }), '');
  const ran = execFileSync(process.execPath, ['program.ts'], { cwd: project, encoding: 'utf8' });
  assert.equal(ran, 'no_answer \n4\n');
});
