import assert from 'node:assert/strict';
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promtool, readAlertRules, readQueries } from '@common/kit/testing/alert-drill';
import { readPromql } from '@common/kit/testing/promql';
import { WITNESS_CONFIG } from '@platform/witness/config';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { parse } from 'yaml';
import { ROOT_FOLDER } from '../source/codebase.ts';
import { SERVICES } from '../start/services.ts';

const FOLDER = 'deploy/observability';
const RUNBOOK = 'docs/operations/runbook.md';
const read = (path: string) => readFileSync(join(ROOT_FOLDER, path), 'utf8');
const rules = await readAlertRules();

const closed = { additionalProperties: false };
const Time = Type.String({ pattern: '^([0-9]+(ms|[smhdwy]))+$' });
const Text = Type.String({ minLength: 1 });
/** Of what Prometheus knows, the members that these files use. */
const SCHEMAS = {
  'alerts.yaml': Type.Object(
    {
      groups: Type.Array(
        Type.Object(
          {
            name: Text,
            rules: Type.Array(
              Type.Object(
                {
                  alert: Type.String({ pattern: '^[A-Z][A-Za-z]+$' }),
                  expr: Text,
                  for: Type.Optional(Time),
                  labels: Type.Object(
                    { severity: Type.Union([Type.Literal('critical'), Type.Literal('warning')]) },
                    closed,
                  ),
                  annotations: Type.Object({ summary: Text, runbook: Text }, closed),
                },
                closed,
              ),
              { minItems: 1 },
            ),
          },
          closed,
        ),
        { minItems: 1 },
      ),
    },
    closed,
  ),
  'prometheus.yaml': Type.Object(
    {
      global: Type.Object({ scrape_interval: Time }, closed),
      rule_files: Type.Array(Text, { minItems: 1 }),
      scrape_configs: Type.Array(
        Type.Object(
          {
            job_name: Text,
            static_configs: Type.Array(
              Type.Object({ targets: Type.Array(Type.String({ pattern: '^[0-9.]+:[0-9]+$' })) }, closed),
            ),
          },
          closed,
        ),
      ),
    },
    closed,
  ),
};
const sections = read(RUNBOOK).split(/^## /m).slice(1);

describe('alerts, dashboard and runbook', () => {
  test('each alert has its section, which says what it means, where to look and what to do; no section is left over', () => {
    assert.deepEqual(
      sections.map((section) => section.split('\n', 1)[0]),
      rules.map(({ alert }) => alert),
    );
    for (const { alert, annotations } of rules) {
      assert.equal(annotations.runbook, `${RUNBOOK}#${alert.toLowerCase()}`);
      assert.match(annotations.summary, /\S/);
    }
    for (const section of sections) {
      for (const part of ['**Means**: ', '**Look**: ', '**Do**: '])
        assert.ok(section.includes(part), `${part} in ${section}`);
    }
  });

  test('Prometheus would take each expression, which reads something and shows only labels that it has', async () => {
    for (const { expr, shown } of await readQueries()) {
      const { problems, selectors, grouped } = readPromql(expr);
      assert.deepEqual(problems, [], expr);
      assert.ok(selectors.length > 0, expr);
      assert.ok(
        selectors.every(({ metric }) => metric !== ''),
        expr,
      );
      if (grouped.length > 0)
        for (const label of shown) assert.ok(grouped.includes(label), `${label}: ${expr}`);
    }
  });

  test('what an expression reads is found, and what Prometheus would not take', () => {
    const expr =
      'sum by (service, le) (rate(a_total{status=~"5.."}[5m])) / b_seconds > 0.5 or up{job="x"} == 0';
    assert.deepEqual(readPromql(expr), {
      problems: [],
      selectors: [
        { metric: 'a_total', labels: ['status'] },
        { metric: 'b_seconds', labels: [] },
        { metric: 'up', labels: ['job'] },
      ],
      grouped: ['service', 'le'],
    });
    for (const wrong of [
      ...['', 'a >', 'a b', '(a', 'a{b="c} > 1', 'a{b=c}', 'sum by (a (b)', 'a[5q]'],
      ...[
        'rate(a_total)',
        'increse(a_total[5m])',
        'sum(a) + b[5m]',
        'a > "1"',
        'delta(sum(a)[5m])',
        'a{b=~"("}',
      ],
    ])
      assert.notDeepEqual(readPromql(wrong).problems, [], wrong);
  });

  test('both files have the members that Prometheus knows, and no other', () => {
    for (const [name, schema] of Object.entries(SCHEMAS)) {
      const errors = Value.Errors(schema, parse(read(`${FOLDER}/${name}`)));
      assert.deepEqual(errors, [], name);
    }
    // An unknown member, or a time without a unit, would keep Prometheus from loading any rule.
    const [rule] = rules;
    for (const wrong of [{ sumary: '' }, { for: '5' }, { labels: { severity: 'high' } }, { expr: 1 }])
      assert.ok(
        !Value.Check(SCHEMAS['alerts.yaml'], { groups: [{ name: 'x', rules: [{ ...rule, ...wrong }] }] }),
      );
  });

  test('the dashboard has panels of its own ids, which do not overlap', () => {
    const { panels, uid, title, schemaVersion } = JSON.parse(read(`${FOLDER}/dashboard.json`));
    assert.deepEqual([uid, title, typeof schemaVersion], ['sanad', 'Sanad', 'number']);
    assert.equal(new Set(panels.map(({ id }: { id: number }) => id)).size, panels.length);
    const places = panels.map(
      ({ gridPos }: { gridPos: { x: number; y: number } }) => `${gridPos.x},${gridPos.y}`,
    );
    assert.equal(new Set(places).size, panels.length);
  });

  test('the scrape configuration names every service that npm start starts, and a witness switched off', () => {
    const text = read(`${FOLDER}/prometheus.yaml`);
    const { scrape_configs: configs, rule_files: files } = parse(text);
    assert.deepEqual(files, ['alerts.yaml']);
    // The bank's process has three ports.
    assert.equal(configs[0].static_configs[0].targets.length, SERVICES.length + 2);
    assert.match(text, new RegExp(`^ +# - 127\\.0\\.0\\.1:${WITNESS_CONFIG.WITNESS_PORT.default} `, 'm'));
  });

  test('Prometheus itself takes both files', (t) => {
    const program = promtool();
    if (program === null) return t.skip('promtool is not installed (Debian: prometheus)');
    for (const [kind, file] of [
      ['rules', 'alerts.yaml'],
      ['config', 'prometheus.yaml'],
    ] as const) {
      const path = join(ROOT_FOLDER, FOLDER, file);
      const checked: SpawnSyncReturns<string> = spawnSync(program, ['check', kind, path], {
        encoding: 'utf8',
      });
      assert.equal(checked.status, 0, `${checked.stdout}${checked.stderr}`);
    }
  });
});
