import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { spawnService } from '@common/kit/testing/service';
import { failuresOf, type Revision, runConformance } from '../../mcp/runner.ts';

const ENTRY = fileURLToPath(new URL('../../mcp/fixture-server.ts', import.meta.url));
const TEST_ONLY = { MCP_CONFORMANCE_FIXTURES: '1', NODE_ENV: 'test' };
/** How many each revision requires, as the runner froze them. */
const REQUIRED: Readonly<Record<Revision, number>> = { '2026-07-28': 37, '2025-11-25': 30 };

describe('the route of /mcp with the fixtures of the conformance runner', () => {
  for (const revision of ['2026-07-28', '2025-11-25'] as const) {
    test(`passes every required scenario of ${revision}`, async () => {
      await using service = await spawnService({
        entry: ENTRY,
        env: TEST_ONLY,
        ready: /^fixtures ready at (\S+)/m,
      });
      const scenarios = await runConformance(`${service.readyMatch?.[1]}/mcp`, revision);
      const required = scenarios.filter(({ isRequired }) => isRequired);
      assert.equal(required.length, REQUIRED[revision]);
      assert.deepEqual(
        required.flatMap((scenario) => failuresOf(scenario).map((check) => [scenario.name, check])),
        [],
      );
      for (const { name, checks } of required) {
        assert.ok(
          checks.some(({ status }) => status === 'SUCCESS'),
          `${name} checked nothing`,
        );
      }
    });
  }

  test('without sessions, as the product serves old clients, only what needs a stream in mid-call is missing', async () => {
    await using service = await spawnService({
      entry: ENTRY,
      args: ['--stateless'],
      env: TEST_ONLY,
      ready: /^fixtures ready at (\S+)/m,
    });
    const scenarios = await runConformance(`${service.readyMatch?.[1]}/mcp`, '2025-11-25');
    assert.deepEqual(
      scenarios
        .filter((scenario) => scenario.isRequired && failuresOf(scenario).length > 0)
        .map(({ name }) => name),
      [
        'elicitation-sep1034-defaults',
        'elicitation-sep1330-enums',
        'tools-call-elicitation',
        'tools-call-sampling',
        'tools-call-with-logging',
        'tools-call-with-progress',
      ],
    );
  });

  test('does not start outside of tests', async () => {
    for (const env of [{}, { MCP_CONFORMANCE_FIXTURES: '1' }, { NODE_ENV: 'test' }]) {
      const started = spawnService({ entry: ENTRY, env, ready: /^fixtures ready/m });
      await assert.rejects(started, /set MCP_CONFORMANCE_FIXTURES=1 and NODE_ENV=test/);
    }
  });
});
