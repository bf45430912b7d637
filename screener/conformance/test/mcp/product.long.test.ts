import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { withTempDir } from '@common/kit/testing';
import { longPackage } from '@common/kit/testing/long-package';
import { useService } from '../../api/service.ts';
import { failuresOf, type Revision, runConformance } from '../../mcp/runner.ts';

/** As it starts by itself on one machine: with no proxy before it, which would know its name. */
const service = useService({ PUBLIC_URL: '', TRUST_PROXY: '' });

/**
 * What the product does not offer, so that these scenarios find nothing to call: the runner's own `test_*` tools,
 * prompts and resources, completion, and (in the older revision) log messages and subscriptions.
 */
const NOT_OFFERED: Readonly<Record<Revision, RegExp>> = {
  '2026-07-28':
    /^(completion-complete|tools-call-.*|resources-read-.*|resources-templates-read|prompts-get-.*|input-required-result-.*)$/,
  '2025-11-25':
    /^(completion-complete|logging-set-level|tools-call-.*|elicitation-.*|resources-read-.*|resources-templates-read|resources-(un)?subscribe|prompts-get-.*)$/,
};
/** Scenarios that need no fixture: these must be present and pass. */
const APPLY: Readonly<Record<Revision, readonly string[]>> = {
  '2026-07-28': [
    'caching',
    'dns-rebinding-protection',
    'prompts-list',
    'resources-list',
    'sep-2164-resource-not-found',
    'server-sse-multiple-streams',
    'server-stateless',
    'tools-list',
  ],
  '2025-11-25': [
    'dns-rebinding-protection',
    'ping',
    'prompts-list',
    'resources-list',
    'server-initialize',
    'server-sse-multiple-streams',
    'tools-list',
  ],
};

describe('the product under the conformance runner', () => {
  for (const revision of ['2026-07-28', '2025-11-25'] as const) {
    test(`passes every scenario of ${revision} that needs no fixture`, async () => {
      const scenarios = await runConformance(`${service.url()}/mcp`, revision);
      const apply = scenarios.filter(
        ({ name, isRequired }) => isRequired && !NOT_OFFERED[revision].test(name),
      );
      assert.deepEqual(
        apply.map(({ name }) => name),
        APPLY[revision],
      );
      for (const scenario of apply) {
        // Some checks of a scenario need a tool that only fixtures have, and say so.
        const failed = failuresOf(scenario).filter(
          ({ errorMessage = '' }) => !/^Not testable: .*'test_\w+'/.test(errorMessage),
        );
        assert.deepEqual(failed, [], scenario.name);
      }
      // Not required of anyone yet, but we meet it.
      const headers = scenarios.find(({ name }) => name === 'http-header-validation');
      assert.deepEqual(headers === undefined ? [] : failuresOf(headers), []);
    });
  }
});

describe('the Inspector’s command line', () => {
  const inspect = (...args: readonly string[]) =>
    withTempDir((home) =>
      promisify(execFile)(
        process.execPath,
        [
          longPackage('@modelcontextprotocol/inspector/clients/launcher/build/index.js'),
          '--cli',
          `${service.url()}/mcp`,
          '--transport',
          'http',
          ...args,
        ],
        { timeout: 60_000, maxBuffer: 16 * 1_048_576, env: { PATH: process.env.PATH, HOME: home } },
      ),
    );

  test('lists the tools and finds no fault with their schemas', async () => {
    const { stdout, stderr } = await inspect('--method', 'tools/list', '--strict');
    const { tools } = JSON.parse(stdout) as { readonly tools: readonly { readonly name: string }[] };
    assert.equal(tools[0]?.name, 'screen_ticker');
    assert.match(stderr, /^0 errors,|^$/m);
  });

  test('calls a tool', async () => {
    const call = [
      '--method',
      'tools/call',
      '--tool-name',
      'screen_ticker',
      '--tool-arg',
      'ticker=AAPL',
      'detail=full',
    ];
    const { content, structuredContent } = JSON.parse((await inspect(...call)).stdout);
    assert.match(content[0].text, /^Apple Inc\. \(AAPL\): (?:WAS )?COMPLIANT/);
    const { data } = (await service.get('/v1/screen/AAPL')).json() as { readonly data: unknown };
    assert.deepEqual(structuredContent, data);
  });

  test('reads the methodology and gets the prompt', async () => {
    const read = await inspect('--method', 'resources/read', '--uri', 'sanad://methodology');
    assert.match(JSON.parse(read.stdout).contents[0].text, /^# How a verdict comes about/);
    const prompt = ['--prompt-name', 'explain_screening', '--prompt-args', 'ticker=AAPL'];
    const { messages } = JSON.parse((await inspect('--method', 'prompts/get', ...prompt)).stdout);
    assert.match(messages[0].content.text, /Call screen_ticker for AAPL/);
  });
});
