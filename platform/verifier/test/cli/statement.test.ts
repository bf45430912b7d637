import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { unwrap } from '@common/base/result';
import { toHex, utf8 } from '@common/evidence/bytes';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import type { KeyEntry, KeySet } from '@platform/core/objects/key-entry';
import type { MovementPage } from '@platform/core/objects/movement';
import type { Receipt } from '@platform/core/objects/receipt';
import { signObject } from '@platform/core/signed/signed';
import { joinPages } from '@platform/core/statement/pages';
import { statementPeriod } from '@platform/core/statement/period';
import { reconcile, summaryOf } from '@platform/core/statement/reconcile';
import { createStatementWriter } from '@platform/core/statement/write-file';
import { fileWith, published, readPublished, run, temporaryFolder } from '../run.ts';

const RECEIPT = readPublished<Receipt>('executed.json');
const KEYS = readPublished<KeySet>('keys.json');
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const KEY_BYTES = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
const LISTER = {
  kid: 'pep_list',
  alg: 'ed25519',
  sign: (ascii: string) => toHex(sign(null, utf8(ascii), privateKey)),
} as const;
const LISTER_KEY: KeyEntry = {
  deployment: RECEIPT.deployment,
  kid: LISTER.kid,
  alg: LISTER.alg,
  public_key: toHex(KEY_BYTES),
  fingerprint: `sha256:${nodeCrypto.sha256(KEY_BYTES)}`,
  role: 'pep',
  ...{ person: null, tenants: null, independent: false, hardware: false },
  ...{ not_before: '2026-01-01T00:00:00.000Z', not_after: null, compromised_at: null, enrolment: null },
};

/** The file of a month with the published receipt, which is of 1 June, and a list without movements. */
function made(t: TestContext, month: string, listedAt: string) {
  const { deployment, status, bundle, who } = RECEIPT;
  const { log } = status;
  const { log_root_signature: signature } = bundle;
  assert.ok(log !== null && signature !== null);
  const period = statementPeriod(month);
  const whose = { deployment, tenant: who.tenant, account: 'acct_operating' };
  const page: MovementPage = {
    type: 'sanad/movements/1',
    ...whose,
    ...period.movements,
    ...{ after: null, plugin: 'treasury', counterparty: 'bank', currency: 'EUR' },
    ...{ opening: '1000', closing: '1000', movements: [], more: false, listed_at: listedAt },
  };
  const { hash, signature: listed } = signObject(nodeCrypto, LISTER, page);
  const list = unwrap(joinPages({ ...whose, days: period.movements }, [page]));
  const writer = createStatementWriter(nodeCrypto);
  const head = { tree_head: log.tree_head, tree_head_hash: hashOf(nodeCrypto, log.tree_head), signature };
  const text = [
    writer.head({ type: 'sanad/account-statement/1', ...whose, month, head, keys: {} }),
    writer.receipt(RECEIPT, log.inclusion_proof),
    writer.movements({ page, page_hash: hash, signature: listed }),
    writer.end(summaryOf(reconcile({ period, rows: [], listed: list }))),
  ].join('');
  const folder = temporaryFolder(t);
  const keys = fileWith(folder, 'keys.json', { ...KEYS, pep_list: LISTER_KEY });
  return [fileWith(folder, 'month.jsonl', text), '--keys', keys];
}

/** All options of the command but those of a statement, as its help names them. */
async function optionsOf(): Promise<readonly string[]> {
  const { out } = await run(['--help']);
  const own = ['--keys', '--allow-self-consistent', '--version', '--help'];
  const all = [...out.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, option = '']) => option);
  return all.filter((option) => !own.includes(option));
}

/** What the command says, its lines joined. */
const saidOf = (out: string) => out.replaceAll(/\s+/g, ' ');

test('0 is for a whole month alone', async (t) => {
  const { code, out } = await run(made(t, '2026-05', '2026-06-02T09:00:00.000Z'));
  assert.equal(code, 0, out);
  assert.match(out, /^Statement of acct_operating of \w+, May 2026\n/);
  assert.match(out, /^HOLDS AS A SIMULATION: /m);
  assert.match(saidOf(out), /closing: 1,000\.00 EUR/);
  assert.match(saidOf(out), /list is of 2 June 2026 at 09:00 UTC, after the end of May 2026/);
});

test('4 is for a month that was not over, which the first line says, and which has no closing balance', async (t) => {
  const { code, out } = await run(made(t, '2026-06', '2026-06-20T09:00:00.000Z'));
  assert.equal(code, 4, out);
  assert.match(
    saidOf(out),
    /^Statement of acct_operating of \w+, June 2026, so far, as of 20 June 2026 at 09:00 UTC 1\. /,
  );
  assert.match(saidOf(out), /HOLDS AS A SIMULATION, SO FAR, AS OF 20 JUNE 2026 AT 09:00 UTC: /);
  assert.match(saidOf(out), /balance so far: 1,000\.00 EUR/);
  assert.doesNotMatch(out, /closing/);
  assert.match(
    saidOf(out),
    /Receipts of June 2026 after number 0 may be missing: 2 entries follow it in the log/,
  );
});

test('4 is for a list of the whole month with receipts that may be missing, too', async (t) => {
  const { code, out } = await run(made(t, '2026-06', '2026-07-01T00:00:00.000Z'));
  assert.equal(code, 4, out);
  assert.match(saidOf(out), /^Statement of acct_operating of \w+, June 2026, not shown to be whole 1\. /);
});

test('2 is for any option that says nothing of a statement, even with a file that is there', async (t) => {
  const statement = made(t, '2026-05', '2026-06-02T09:00:00.000Z');
  const options = await optionsOf();
  assert.ok(options.includes('--addendum') && options.includes('--json'));
  for (const option of options) {
    const { code, err } = await run([
      ...statement,
      ...(option === '--json' ? [option] : [option, published('keys.json')]),
    ]);
    assert.equal(code, 2, option);
    assert.match(
      err,
      option === '--dir' ? /--dir goes only with/ : /an account statement goes only with/,
      option,
    );
  }
});

test('1 is for a month that had not begun when the list was made', async (t) => {
  const { code, out } = await run(made(t, '2027-05', '2026-07-01T00:00:00.000Z'));
  assert.equal(code, 1, out);
  assert.match(saidOf(out), /It is of a month that had not begun when its newest part was signed/);
});
