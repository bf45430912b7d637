import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { REPOSITORY } from '../repository.ts';
import { removeDirectory } from '../testing.ts';
import { readPromql } from './promql.ts';

const DASHBOARD_FILE = join(REPOSITORY, 'deploy/observability/dashboard.json');
const ALERTS_FILE = join(REPOSITORY, 'deploy/observability/alerts.yaml');
/** Minutes: how long all is well, and how long a fault lasts beyond the time that the rule waits. */
const WELL = 10;
const LASTS = 20;
/** Labels that Prometheus itself adds to each series. */
const OF_SCRAPES = ['job', 'instance'];

export interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  /** A time such as `1m` or `1h`; without one, the alert is raised at once. */
  readonly for?: string;
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

/** All alerts of deploy/observability/alerts.yaml. */
export async function readAlertRules(): Promise<readonly AlertRule[]> {
  const { groups } = parse(await readFile(ALERTS_FILE, 'utf8')) as {
    readonly groups: readonly { readonly rules: readonly AlertRule[] }[];
  };
  return groups.flatMap(({ rules }) => rules);
}

/** An expression of an alert or of the dashboard. */
interface AskedQuery {
  readonly expr: string;
  /** The labels of its result that the text beside it shows. */
  readonly shown: readonly string[];
}

/** All expressions of deploy/observability. */
export async function readQueries(): Promise<readonly AskedQuery[]> {
  const { panels } = JSON.parse(await readFile(DASHBOARD_FILE, 'utf8')) as {
    readonly panels: readonly {
      readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
    }[];
  };
  const targets = panels.flatMap((panel) => panel.targets);
  return [
    ...(await readAlertRules()).map(({ expr, annotations: { summary } }) => ({
      expr,
      shown: [...summary.matchAll(/\$labels\.(\w+)/g)].map(([, label = '']) => label),
    })),
    ...targets.map(({ expr, legendFormat }) => ({
      expr,
      shown: [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label),
    })),
  ];
}

/**
 * Metrics that queries read but no service reports, and labels that they lack: `metric`, or `metric{label}`.
 */
export function untold(
  queries: readonly AskedQuery[],
  { series }: Scrape,
  isOwn: (metric: string) => boolean,
): readonly string[] {
  const told = new Map<string, Set<string>>();
  for (const text of series.keys()) {
    const labels = told.get(nameOf(text)) ?? new Set(OF_SCRAPES);
    for (const [, label = ''] of text.matchAll(/([a-z_]+)="/g)) labels.add(label);
    told.set(nameOf(text), labels);
  }
  const missing = queries.flatMap(({ expr, shown }) => {
    const { selectors, grouped } = readPromql(expr);
    return selectors
      .filter(({ metric }) => isOwn(metric))
      .flatMap(({ metric, labels }) => {
        const known = told.get(metric);
        if (known === undefined) return [metric];
        const read = [...labels, ...grouped, ...(grouped.length === 0 ? shown : [])];
        return read.filter((label) => !known.has(label)).map((label) => `${metric}{${label}}`);
      });
  });
  return [...new Set(missing)];
}

/** Metrics as `/metrics` gave them: each series as written, with its value. */
interface Scrape {
  readonly series: ReadonlyMap<string, number>;
  /** The names of series that only rise. */
  readonly rising: ReadonlySet<string>;
}

/** Reads what Prometheus would read at these addresses now, with `up`. */
export async function scrape(urls: readonly string[]): Promise<Scrape> {
  const [series, rising] = [new Map<string, number>(), new Set<string>()];
  for (const url of urls) {
    const text = await fetch(`${url}/metrics`).then(
      (answer) => answer.text(),
      () => null,
    );
    series.set(`up{job="sanad",instance="${new URL(url).host}"}`, text === null ? 0 : 1);
    for (const [, name = '', type] of (text ?? '').matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
      if (type === 'counter') rising.add(name);
      if (type === 'histogram') for (const part of ['bucket', 'sum', 'count']) rising.add(`${name}_${part}`);
    }
    for (const [, name = '', value = ''] of (text ?? '').matchAll(/^([a-z]\S*(?:\{.*\})?) (\S+)$/gm)) {
      series.set(name, Number(value));
    }
  }
  return { series, rising };
}

/** Names of the metrics that an expression reads. */
function metricsIn(expr: string): readonly string[] {
  return [...new Set(readPromql(expr).selectors.map(({ metric }) => metric))];
}

/** The program that evaluates rules as Prometheus does; null if it is not installed. */
export function promtool(): string | null {
  const program = process.env.PROMTOOL ?? 'promtool';
  return spawnSync(program, ['--version']).status === 0 ? program : null;
}

/**
 * Runs Prometheus' own engine over ten minutes of `before` and then the fault: the alert must be silent
 * first, then raised. If the engine is not installed, compares the figures with the rule's threshold, if the
 * rule is a plain comparison.
 */
export async function assertRaised(
  rule: AlertRule,
  seen: { readonly before: Scrape; readonly after: Scrape },
): Promise<void> {
  const program = promtool();
  if (program === null) return assertCrossed(rule, seen);
  const folder = await mkdtemp(join(tmpdir(), 'sanad-drill-'));
  try {
    const file = join(folder, 'test.yaml');
    await writeFile(file, JSON.stringify(ruleTest(rule, seen)));
    await promisify(execFile)(program, ['test', 'rules', file]).catch(
      (error: { stdout?: string; stderr?: string }) =>
        assert.fail(`${rule.alert} is not raised by its fault:\n${error.stdout}${error.stderr}`),
    );
  } finally {
    await removeDirectory(folder);
  }
}

function ruleTest(rule: AlertRule, { before, after }: { readonly before: Scrape; readonly after: Scrape }) {
  const names = new Set(metricsIn(rule.expr));
  const lasts = LASTS + minutesOf(rule.for);
  const rising = new Set([...before.rising, ...after.rising]);
  const read = [...new Set([...before.series.keys(), ...after.series.keys()])].filter((series) =>
    names.has(nameOf(series)),
  );
  const valuesOf = (series: string) => {
    const [was, is] = [before.series.get(series), after.series.get(series)];
    const step = (is ?? 0) - (was ?? 0);
    const later = Array.from({ length: lasts }, (_, minute) =>
      is === undefined ? undefined : rising.has(nameOf(series)) ? (was ?? 0) + step * (minute + 1) : is,
    );
    return [...Array.from({ length: WELL + 1 }, () => was), ...later].map(sample).join(' ');
  };
  const raised = `ALERTS{alertname="${rule.alert}",alertstate="firing"}`;
  const holds = [{ labels: '{}', value: 1 }];
  return {
    rule_files: [ALERTS_FILE],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: read.map((series) => ({ series, values: valuesOf(series) })),
        promql_expr_test: [
          {
            expr: `count(${raised}) or vector(0)`,
            eval_time: `${WELL}m`,
            exp_samples: [{ labels: '{}', value: 0 }],
          },
          { expr: `count(${raised}) >bool 0`, eval_time: `${WELL + lasts - 2}m`, exp_samples: holds },
        ],
      },
    ],
  };
}

/** `metric{label="value"} > 5`, once or with `or` between. */
function assertCrossed(
  { alert, expr }: AlertRule,
  { before, after }: Parameters<typeof assertRaised>[1],
): void {
  const comparisons = [...expr.matchAll(/([a-z][a-z0-9_]*)(?:\{([^}]*)\})? (==|>=|>) ([\d.]+)/g)];
  if (/\(/.test(comparisons.length === 1 ? expr : (expr.split(' or ')[0] ?? ''))) return;
  const crossed = ({ series }: Scrape) =>
    comparisons.some(([, name, labels = '', operator, bound]) =>
      [...series].some(([text, value]) => {
        if (nameOf(text) !== name || !labels.split(',').every((label) => text.includes(label))) return false;
        if (operator === '==') return value === Number(bound);
        return operator === '>' ? value > Number(bound) : value >= Number(bound);
      }),
    );
  assert.deepEqual([crossed(before), crossed(after)], [false, true], `${alert}: ${expr}`);
}

function nameOf(series: string): string {
  return series.split('{', 1)[0] ?? '';
}

function sample(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? '_' : String(value);
}

function minutesOf(time: string | undefined): number {
  const [, number = '0', unit] = /^(\d+)([mh])$/.exec(time ?? '') ?? [];
  return Number(number) * (unit === 'h' ? 60 : 1);
}
