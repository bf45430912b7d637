import assert from 'node:assert/strict';
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { metricsIn, promtool, readAlertRules, readDashboardQueries } from '@common/kit/testing/alert-drill';
import { parse } from 'yaml';
import { ROOT_FOLDER } from '../source/codebase.ts';
import { SERVICES } from '../start/services.ts';

const FOLDER = 'deploy/observability';
const RUNBOOK = 'docs/operations/runbook.md';
const read = (path: string) => readFileSync(join(ROOT_FOLDER, path), 'utf8');
const rules = await readAlertRules();
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

  test('the metrics of an expression are found, and nothing else', () => {
    const expr =
      'sum by (service, le) (rate(a_total{status=~"5.."}[5m])) / b_seconds > 0.5 or up{job="x"} == 0';
    assert.deepEqual(metricsIn(expr), ['a_total', 'b_seconds', 'up']);
    for (const { alert, expr: own } of rules) assert.ok(metricsIn(own).length > 0, alert);
  });

  test('the dashboard has panels of its own ids, which do not overlap, and each asks something', async () => {
    const { panels, uid, title, schemaVersion } = JSON.parse(read(`${FOLDER}/dashboard.json`));
    assert.deepEqual([uid, title, typeof schemaVersion], ['sanad', 'Sanad', 'number']);
    assert.equal(new Set(panels.map(({ id }: { id: number }) => id)).size, panels.length);
    const places = panels.map(
      ({ gridPos }: { gridPos: { x: number; y: number } }) => `${gridPos.x},${gridPos.y}`,
    );
    assert.equal(new Set(places).size, panels.length);
    for (const expr of await readDashboardQueries()) assert.ok(metricsIn(expr).length > 0, expr);
  });

  test('the scrape configuration names every service that npm start starts', () => {
    const { scrape_configs: configs, rule_files: files } = parse(read(`${FOLDER}/prometheus.yaml`));
    assert.deepEqual(files, ['alerts.yaml']);
    const { targets } = configs[0].static_configs[0];
    // The bank's process has three ports.
    assert.equal(targets.length, SERVICES.length + 2);
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
