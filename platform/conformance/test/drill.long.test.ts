import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, type TestContext, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { nodeCrypto } from '@common/evidence/node';
import { REPOSITORY } from '@common/kit/repository';
import {
  type AlertRule,
  assertRaised,
  promtool,
  readAlertRules,
  readQueries,
  scrape,
  untold,
} from '@common/kit/testing/alert-drill';
import { spawnService } from '@common/kit/testing/service';
import { formatNoteKey, KEY_TYPES } from '@platform/core/log/note/note-key';
import { noteSigner } from '@platform/core/testing/note-signer';
import { COUNTERPARTY_NAMES, settingsOf } from '@platform/counterparties/config';
import { keepLastBackup } from '@platform/keys/last-backup';
import { type Client, createClient, transferInputs } from '../client.ts';
import { type Deployment, openDeployment } from '../deployment.ts';
import { until } from '../wait.ts';
import { startDrilledWitness } from './support/drilled-witness.ts';

const AGO_MS = 3_600_000;
/** Longer than answers may take. */
const SLOW_MS = 5_500;

/** Each alert on the platform's services: the fault is made, and the rule must be silent before and raised after. */
describe('a drill of each alert on the platform', () => {
  let d: Deployment;
  let client: Client;
  let witness: Awaited<ReturnType<typeof startDrilledWitness>>;
  let rules: ReadonlyMap<string, AlertRule>;
  const drilled = new Set<string>();
  before(async () => {
    d = await openDeployment();
    client = createClient(d);
    witness = await startDrilledWitness(join(d.folder, 'witness'));
    rules = new Map((await readAlertRules()).map((rule) => [rule.alert, rule]));
    assert.equal((await client.pay()).body.status, 'executed');
  });
  after(async () => {
    await witness?.stop();
    await d?.close();
  });
  const look = () => {
    const { gateway, authority, pep, bank, recipient } = d.urls;
    return scrape([gateway, authority, pep, bank, recipient, witness.url]);
  };
  type Seen = Awaited<ReturnType<typeof look>>;
  /** Waits until the figures show the fault, and holds the alerts against them. */
  const holds = async (t: TestContext, was: Seen, shows: (now: Seen) => boolean, ...alerts: string[]) => {
    if (promtool() === null) t.diagnostic('promtool is missing: only plain comparisons were drilled');
    const now = await until(`the figures show ${alerts.join(', ')}`, async () => {
      const seen = await look();
      return shows(seen) ? seen : null;
    });
    for (const alert of alerts) {
      const rule = rules.get(alert);
      assert.ok(rule !== undefined, alert);
      await assertRaised(rule, { before: was, after: now });
      drilled.add(alert);
    }
  };
  const figure = ({ series }: Seen, text: string) => series.get(text) ?? 0;
  const check = (name: string, service: string, state: number) => (seen: Seen) =>
    figure(seen, `service_check_state{check="${name}",service="${service}"}`) === state;
  /** The size of the log, and a key for a witness. */
  const named = async () => ({
    size: figure(await look(), 'authority_log_size{service="authority"}'),
    key: noteSigner(nodeCrypto, 'witness.example/ana', KEY_TYPES.cosigner).key,
  });
  /** The database of a service, as somebody else opens it. */
  const books = (name: 'authority' | 'pep' | 'bank') =>
    new DatabaseSync(d.databases[name].replace('sqlite:', ''), { timeout: 5_000 });

  test('a disk that fills', async (t) => {
    const was = await look();
    await d.restart('bank', { DISK_LOW_MB: '1000000000' });
    await holds(t, was, check('disk', 'bank', 1), 'DiskLow');
    await d.restart('bank');
  });

  test('a key that is gone', async (t) => {
    const was = await look();
    const file = join(d.folders.keys, 'bank.pem');
    await rename(file, `${file}.away`);
    await holds(t, was, check('keys', 'bank', 2), 'KeyUnusable');
    await rename(`${file}.away`, file);
  });

  test('a database that is locked, so that callers wait', async (t) => {
    const was = await look();
    const other = books('bank');
    other.exec('begin immediate');
    const begun = performance.now();
    const paying = client.pay();
    await holds(t, was, check('database', 'bank', 2), 'DatabaseUnavailable');
    await setTimeout(Math.max(0, SLOW_MS - (performance.now() - begun)));
    other.exec('rollback');
    other.close();
    await paying;
    // What stands before a process that is stuck has waited; in its own figures, the call came late.
    const slow = /^http_request_duration_seconds_bucket\{le="5",service="gateway",route="\/v1\/tools\/:name"/;
    const isSlow = ({ series }: Seen) =>
      [...series].some(
        ([text, count]) => slow.test(text) && count < (series.get(text.replace('"5"', '"+Inf"')) ?? 0),
      );
    await holds(t, was, isSlow, 'SlowAnswers');
  });

  test('a receipt that cannot be made', async (t) => {
    const was = await look();
    const other = books('authority');
    const old = new Date(Date.now() - AGO_MS).toISOString();
    other.exec('pragma foreign_keys = off');
    other
      .prepare('insert into receipt_queue (grant_id, queued_at, enforcement_json) values (?, ?, ?)')
      .run('gr_0', old, '{');
    const late = (now: Seen) =>
      figure(now, 'authority_receipt_queue_age_seconds{service="authority"}') > 60 &&
      figure(now, 'service_troubles_total{level="error",service="authority"}') > 0;
    await holds(t, was, late, 'ReceiptsLate', 'ErrorsLogged');
    other.exec(`delete from receipt_queue where grant_id = 'gr_0'`);
    other.close();
  });

  test('a doubt that nobody decides', async (t) => {
    const was = await look();
    const id = String((await client.pay(transferInputs())).body.grant_id);
    const other = books('authority');
    const note = (json: string | null) =>
      other.prepare('update action_grant set in_doubt_json = ? where grant_id = ?').run(json, id);
    note(JSON.stringify({ doubt: { declared_at: new Date(Date.now() - 2 * AGO_MS).toISOString() } }));
    const late = (now: Seen) => figure(now, 'authority_doubt_age_seconds{service="authority"}') > 3_600;
    await holds(t, was, late, 'GrantsInDoubt');
    note(null);
    other.close();
  });

  test('an approver who is not told', async (t) => {
    const was = await look();
    const other = books('authority');
    other.exec('pragma foreign_keys = off');
    const [entered, later] = [Date.now() - AGO_MS, Date.now() + AGO_MS];
    other
      .prepare(
        `insert into notice (id, grant_id, person, type, until, entered_at, attempts, free_at, state) values ('ntc_0', 'gr_0', 'cfo', 'grant.waiting', ?, ?, 3, ?, 'waiting')`,
      )
      .run(later, entered, later);
    const late = (now: Seen) => figure(now, 'authority_notice_age_seconds{service="authority"}') > 900;
    await holds(t, was, late, 'ApproversNotTold');
    other.exec(`delete from notice where id = 'ntc_0'`);
    other.close();
  });

  test('a job that fails again and again', async (t) => {
    const was = await look();
    const out = join(d.folder, 'out');
    await rm(out, { recursive: true });
    await writeFile(out, '');
    assert.equal((await client.pay(transferInputs())).body.status, 'executed', 'nobody waits for a file');
    const failing = 'service_job_failing_seconds{name="receipt_files",service="authority"}';
    await holds(t, was, (now) => figure(now, failing) > 0, 'JobFailing');
    await rm(out);
    await until('the job is well', async () => (figure(await look(), failing) === 0 ? true : null));
  });

  test('a counterparty that is gone in the middle', async (t) => {
    const was = await look();
    await d.kill('bank');
    const { body } = await client.pay(transferInputs());
    assert.equal(body.status, 'unknown');
    const other = books('pep');
    other
      .prepare('update intent set presented_at = ? where grant_id = ?')
      .run(Date.now() - AGO_MS, String(body.grant_id));
    other.close();
    await holds(
      t,
      was,
      (now) => figure(now, 'pep_unfinished_age_seconds{service="pep"}') > 600,
      'ExecutionsUnknown',
    );
    await d.restart('bank');
    await until('the reconciler has finished', async () =>
      figure(await look(), 'pep_unfinished_executions{service="pep"}') === 0 ? true : null,
    );
  });

  test('an authority that is gone', async (t) => {
    const was = await look();
    await d.kill('authority');
    for (let call = 0; call < 3; call += 1) assert.ok((await client.pay()).status >= 500);
    await holds(t, was, check('log', 'gateway', 1), 'ServiceDown', 'AuthorityUnseen', 'ErrorAnswers');
    await d.restart('authority');
  });

  test('a process that stands still', async (t) => {
    const at = (name: string) => `sqlite:${join(d.folder, `still-${name}.sqlite`)}`;
    await using still = await spawnService({
      entry: join(REPOSITORY, 'platform/counterparties/src/main.ts'),
      env: {
        SERVICE_KEYS_DIR: d.folders.keys,
        LOG_LEVEL: 'silent',
        ...Object.fromEntries(
          COUNTERPARTY_NAMES.flatMap((name) => {
            const { port, books } = settingsOf(name);
            return [
              [port, '0'],
              [books, at(name)],
            ];
          }),
        ),
      },
      ready: new RegExp(`^bank ready at (\\S+)[\\s\\S]*${COUNTERPARTY_NAMES.at(-1)} ready at`, 'm'),
    });
    const url = still.readyMatch?.[1] ?? '';
    const was = await scrape([url]);
    const rule = rules.get('EventLoopBlocked');
    assert.ok(rule !== undefined);
    // A scrape clears the figures, and the first tick after it counts for nothing.
    await setTimeout(100);
    process.kill(still.pid, 'SIGSTOP');
    await setTimeout(2_500);
    process.kill(still.pid, 'SIGCONT');
    await assertRaised(rule, { before: was, after: await scrape([url]) });
    drilled.add(rule.alert);
    if (promtool() === null) t.diagnostic('promtool is missing');
  });

  test('a witness that does not cosign, and one that lies', async (t) => {
    const { size, key } = await named();
    const lying = { on: false };
    await using witness = await startLiar(() => (lying.on ? size + 1_000 : null));
    const policy = join(d.folder, 'witnesses.policy');
    await writeFile(policy, `witness ana ${formatNoteKey(key)} ${witness.url}\nquorum ana\n`);
    await d.restart('authority', { LOG_WITNESSES: policy });
    const was = await look();
    const other = books('authority');
    other.exec(`update log_head set head_json = json_set(head_json, '$.tree_head.timestamp', '2020-01-01T00:00:00.000Z')
      where tree_size = (select min(tree_size) from log_head)`);
    other.close();
    const late = (now: Seen) => figure(now, 'authority_quorum_lag_seconds{service="authority"}') > 900;
    await holds(t, was, late, 'WitnessLate', 'QuorumLate');
    lying.on = true;
    await d.restart('authority', { LOG_WITNESSES: policy });
    const lied = (now: Seen) => figure(now, 'authority_witness_alarms{service="authority"}') > 0;
    await holds(t, was, lied, 'WitnessAlarm');
    assert.equal((await client.pay(transferInputs())).body.status, 'executed', 'a lie stops nothing');
  });

  test('a log that its witness has not cosigned for long, and one that forked', async (t) => {
    const was = await look();
    const of = (name: string) => `witness_${name}{log="log.example/receipts",service="witness"}`;
    await witness.cosignedAt(Math.floor((Date.now() - 48 * AGO_MS) / 1_000));
    await holds(t, was, (now) => figure(now, of('cosigned_age_seconds')) > 86_400, 'LogNotCosigned');
    await witness.showOther();
    await holds(t, was, (now) => figure(now, of('conflicting_roots_total')) > 0, 'LogForked');
  });

  test('a backup that is old', async (t) => {
    const was = await look();
    await keepLastBackup(d.folders.keys, new Date(Date.now() - 48 * AGO_MS).toISOString(), []);
    const old = (now: Seen) => figure(now, 'authority_backup_age_seconds{service="authority"}') > 93_600;
    await holds(t, was, old, 'BackupOld');
  });

  test('every metric and label of alerts and dashboard that is not the screener’s is told by some service', async () => {
    const isOwn = (metric: string) => !metric.startsWith('screener_');
    assert.deepEqual(untold(await readQueries(), await look(), isOwn), []);
  });

  test('a log that was rewritten', async (t) => {
    const was = await look();
    const other = books('authority');
    other.exec('delete from log_head');
    await holds(t, was, check('log', 'authority', 2), 'LogRefused');
    other.close();
  });

  test('every alert that is not the screener’s was drilled', () => {
    const platform = [...rules.values()].filter(({ expr }) => !/screener_|sources/.test(expr));
    assert.deepEqual([...drilled].sort(), platform.map(({ alert }) => alert).sort());
  });
});

/** A witness that answers 500, or names a size. */
async function startLiar(size: () => number | null) {
  const server = createServer((request, response) => {
    request.resume();
    const claimed = request.method === 'POST' ? size() : null;
    response.writeHead(claimed === null ? 500 : 409).end(claimed === null ? '' : `${claimed}\n`);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
