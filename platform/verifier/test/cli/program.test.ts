import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { unwrap } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import type { Receipt } from '@platform/core/objects/receipt';
import { withhold } from '@platform/core/receipt/view';
import { withValues } from '@platform/core/testing/with-values';
import { readReceipt } from '@platform/core/verify/checks/schema';
import { fileWith, published, readPublished, run, temporaryFolder } from '../run.ts';

const EXECUTED = published('executed.json');
const KEYS = ['--keys', published('keys.json')];
const ESCAPE = '\u001b';

describe('exit codes', () => {
  test('0: verified with pinned keys; 3: self-consistent without, unless that is accepted', async () => {
    const verified = await run([EXECUTED, ...KEYS]);
    assert.equal(verified.code, 0);
    assert.match(verified.out, /^HOLDS AS A SIMULATION: every check holds under keys that you trust/m);
    const alone = await run([EXECUTED]);
    assert.equal(alone.code, 3);
    assert.equal((await run([EXECUTED, '--allow-self-consistent'])).code, 0);
    assert.match(alone.out, /^SELF-CONSISTENT: /m);
    assert.match(alone.out, /Not pinned: .*bank/s);
  });

  test('a date in the future of the clock is a remark in text, JSON and HTML, and no failure', async (t) => {
    const folder = temporaryFolder(t);
    const { assembled_at: at } = readPublished<Receipt>('executed.json').when;
    const remark = 'in the future: the receipt is of';
    for (const [aheadMs, isRemarked] of [
      [26 * 3_600_000, true],
      [60_000, false],
    ] as const) {
      const now = Date.parse(at) - aheadMs;
      const texts = await Promise.all(
        ['report.json', 'report.html'].map(async (name) => {
          const file = join(folder, name);
          const { code, out } = await run([EXECUTED, ...KEYS, '--report', file], { now });
          assert.equal(code, 0);
          return `${out.replaceAll(/\s+/g, ' ').includes(remark)} ${readFileSync(file, 'utf8').includes(remark)}`;
        }),
      );
      assert.deepEqual(texts, Array(2).fill(`${isRemarked} ${isRemarked}`), `${aheadMs} ms`);
    }
  });

  test('1: a check failed', async (t) => {
    const folder = temporaryFolder(t);
    const receipt = readPublished<Receipt>('executed.json');
    const tampered = { ...receipt, who: { ...receipt.who, agent: 'agent-8' } };
    for (const path of [
      published('revoked-before.json'),
      fileWith(folder, 'tampered.json', tampered),
      fileWith(folder, 'retyped.json', { ...receipt, type: 'sanad/mandate/1' }),
      fileWith(folder, 'empty.json', { type: 'sanad/receipt/0.3' }),
      fileWith(folder, 'twice.json', JSON.stringify(receipt).replace('{', '{"receipt_id":"x",')),
    ]) {
      const { code, out } = await run([path, ...KEYS]);
      assert.equal(code, 1, path);
      assert.match(out, /^FAILED: /m);
      assert.match(out, /^This receipt does not hold\n/, 'the title claims nothing');
    }
  });

  test('2: input that cannot be used, with what to do', async (t) => {
    const folder = temporaryFolder(t);
    const cases: readonly (readonly [readonly string[], RegExp])[] = [
      [[], /name a receipt, or a folder with --dir/],
      [[join(folder, 'none.json')], /none\.json cannot be read: there is no such file; check the name/],
      [[folder], /cannot be read/],
      [[fileWith(folder, 'text.json', 'hello')], /is not JSON/],
      [[fileWith(folder, 'other.json', {})], /is not a receipt.*sanad\/receipt\//],
      [[fileWith(folder, 'list.json', [readPublished('executed.json')])], /is not a receipt/],
      [[published('keys.json')], /is not a receipt/],
      [[fileWith(folder, 'bytes.json', Uint8Array.of(0x22, 0xff, 0x22))], /cannot be read/],
      [[fileWith(folder, 'large.json', `"${'x'.repeat(1_100_000)}"`)], /more than 1048576 bytes/],
      [[EXECUTED, '--what'], /unknown option/],
      [[EXECUTED, EXECUTED], /too many arguments/],
      [[EXECUTED, '--as-of', 'yesterday'], /2026-06-01T09:00:00Z/],
      [[EXECUTED, '--keys', EXECUTED], /not a key bundle/],
      [[EXECUTED, '--keys', join(folder, 'none')], /--keys .*cannot be read/],
      [[EXECUTED, '--prev', published('keys.json')], /--prev .*not a receipt/],
      [[EXECUTED, '--report', join(folder, 'none/report.html')], /--report/],
      [[EXECUTED, '--report', EXECUTED], /would overwrite/],
    ];
    for (const [argv, message] of cases) {
      const { code, err } = await run(argv);
      assert.equal(code, 2, argv.join(' '));
      assert.match(err, message);
    }
  });

  test('1: keys are given, and the receipt relies on one that is not among them', async (t) => {
    const folder = temporaryFolder(t);
    const { bank, ...others } = readPublished<Record<string, unknown>>('keys.json');
    assert.ok(bank !== undefined);
    for (const [name, keys] of Object.entries({ none: {}, others })) {
      const { code, out, err } = await run([EXECUTED, '--keys', fileWith(folder, `${name}.json`, keys)]);
      assert.equal(code, 1, name);
      assert.match(out, /^NOT VERIFIED: /m);
      assert.match(err, /not verified: --keys .*\.json lacks .*bank\. Add them/);
    }
    const pinned = await run([EXECUTED, ...KEYS]);
    assert.deepEqual([pinned.code, pinned.err], [0, '']);
  });

  test('2: a key file in which one key poses as two people, or in two roles', async (t) => {
    const folder = temporaryFolder(t);
    const keys = readPublished<Record<string, Record<string, unknown>>>('keys.json');
    const twin = (kid: string, facts: object) => ({ ...keys, [kid]: { ...keys.bank, kid, ...facts } });
    for (const [name, file] of Object.entries({
      people: twin('bank_two', {}),
      roles: twin('approver_eve', { role: 'approver', person: 'eve' }),
    })) {
      const { code, err } = await run([EXECUTED, '--keys', fileWith(folder, `${name}.json`, file)]);
      assert.equal(code, 2, name);
      assert.match(err, /is the same key as \w+: one key has one name and one role; remove the entry/);
    }
  });

  test('0: help', async () => {
    const { code, out } = await run(['--help']);
    assert.equal(code, 0);
    for (const option of [
      '--as <who>',
      '--report <file>',
      '--keys <file>',
      '--prev <file>',
      '--as-of <timestamp>',
    ]) {
      assert.ok(out.includes(option), option);
    }
  });
});

describe('what it says', () => {
  test('what happened is the title, by the words of its plugin', async () => {
    const titleOf = async (name: string) => (await run([published(name), ...KEYS])).out.split('\n')[0];
    assert.equal(await titleOf('executed.json'), 'Paid 250 EUR to acme for INVOICEINV7');
    assert.equal(await titleOf('denied.json'), 'Denied: pay 600 EUR to acme for INVOICEINV7');
  });

  test('a view claims neither the effect whose proof it withholds nor that every check holds', async (t) => {
    const folder = temporaryFolder(t);
    const whole = unwrap(readReceipt(nodeCrypto, readPublished('executed.json')));
    const { view } = unwrap(withhold(whole, ['how.counterparty_ack']));
    const { out, code } = await run([fileWith(folder, 'view.json', view)]);
    assert.equal(code, 3);
    assert.match(out, /^Said to be paid, and what would show it is withheld: “pay 250 EUR to acme/);
    assert.match(out, /^SELF-CONSISTENT: what it shows holds, but .* It is a view: some of it is withheld/m);
    const altered = JSON.stringify(view).replace(/("amount",\s*)"250/, '$1"950');
    assert.match(
      (await run([fileWith(folder, 'altered.json', altered)])).out.replaceAll(/\s+/g, ' '),
      /the value disclosed for what\.action\.params\.amount does not fit its commitment/,
    );
  });

  test('nine numbered checks, in order', async () => {
    const { out } = await run([EXECUTED, ...KEYS]);
    const numbers = [...out.matchAll(/^(\d)\. (pass|fail|n\/a) /gm)].map(([, number]) => Number(number));
    assert.deepEqual(numbers, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test('what is proven, what is not, and the labels', async () => {
    const { out } = await run([published('denied.json'), '--as', 'auditor']);
    assert.match(
      out.replaceAll(/\s+/g, ' '),
      /bank\.executeTransfer: denied, over the limit for one payment \(amount_over_limit\), decided 2026-/,
    );
    assert.match(out, /^Proven, and how strongly$/m);
    assert.match(out, /^ {2}0 \.{4} {2}No person approved this action\.$/m);
    assert.match(out, /^Not proven$/m);
    assert.match(
      out,
      /^ {2}venue {2}local, decided by authority: unknown key \(not in the shipped list of known venues\)$/m,
    );
    assert.match(out, /^ {2}tier {3}treasury 0\.3\.0 has tier reference$/m);
    assert.match(out, /^ {2}level {2}L1-sim: simulated/m);
    assert.match(out, /^ {2}as {5}auditor$/m);
  });

  test('--prev checks the link of the chain', async () => {
    const second = published('second.json');
    assert.match((await run([second])).out, /^7\. n\/a/m);
    assert.match((await run([second, '--prev', EXECUTED])).out, /^7\. pass/m);
    const wrong = await run([second, '--prev', published('denied.json')]);
    assert.match(wrong.out, /^7\. fail/m);
    assert.match(
      wrong.out.replaceAll(/\s+/g, ' '),
      /the file given \(rcpt_\w+, number \d\) is not the receipt before this one \(number 1, counted from 0\)/,
    );
    assert.equal(wrong.code, 1);
  });

  test('--as-of checks the status at an instant', async () => {
    const asOf = async (instant: string) => (await run([EXECUTED, '--as-of', instant])).out;
    assert.match(await asOf('2026-06-01T09:00:05Z'), /^9\. pass/m);
    const earlier = (await asOf('2026-06-01T08:00:00Z')).replaceAll(/\s+/g, ' ');
    assert.match(earlier, /asked as of 2026-06-01T08:00:00Z; but the grant was used later/);
    const later = await asOf('2027-01-01T00:00:00Z');
    assert.match(later, /^9\. n\/a/m);
    // Beside the verdict too: an n/a leaves that as it is.
    assert.match(later, /Status as of 2027-01-01T00:00:00Z: Not known/);
  });

  test('no escape sequences without a terminal', async () => {
    for (const argv of [[EXECUTED], [EXECUTED, ...KEYS], ['--help'], ['--what']]) {
      const { out, err } = await run(argv);
      assert.ok(!(out + err).includes(ESCAPE));
    }
  });

  test('no level of this build is verified: nothing is green, whatever keys are pinned', async () => {
    const green = `${ESCAPE}[32m`;
    assert.ok(!(await run([EXECUTED], { colour: true })).out.includes(green));
    assert.ok(
      !(await run([published('revoked-before.json'), ...KEYS], { colour: true })).out.includes(green),
    );
    const { out } = await run([EXECUTED, ...KEYS], { colour: true });
    assert.ok(!out.includes(green));
    assert.doesNotMatch(out, /verified/i);
    const level = out.split('\n').find((line) => line.includes('L1-sim: simulated')) ?? '';
    assert.ok(level.includes(`${ESCAPE}[33m`));
  });

  test('controls of a receipt do not reach the terminal', async (t) => {
    const receipt = readPublished<Receipt>('executed.json');
    const detail = `${ESCAPE}[2J\u202eevil\u0007`;
    const hostile = {
      ...receipt,
      what: {
        ...receipt.what,
        action: { ...receipt.what.action, params: { ...receipt.what.action.params, memo: detail } },
      },
    };
    const { out, code } = await run([fileWith(temporaryFolder(t), 'hostile.json', hostile), '--as', detail]);
    assert.equal(code, 1);
    assert.ok(!out.includes(ESCAPE) && !out.includes('\u202e') && !out.includes('\u0007'));
    assert.ok(out.includes('\\u{1b}[2J\\u{202e}evil\\u{7}'));
  });
});

test('no text of a receipt starts where our own lines start', async (t) => {
  const receipt = readPublished<Receipt>('executed.json');
  const verdict = 'HOLDS:_every_check_holds';
  for (const filler of ['x', '\u6f22', 'x ', '\u00a0']) {
    for (let length = 60; length <= 110; length += 5) {
      const params = { ...receipt.what.action.params, memo: filler.repeat(length) + verdict };
      const what = { ...receipt.what, action: { ...receipt.what.action, params } };
      const file = fileWith(temporaryFolder(t), 'long.json', { ...receipt, what });
      const lines = (await run([file])).out.split('\n');
      // Above the checks there is only text from the receipt; a terminal of 100 columns would break a longer line.
      const above = lines.slice(
        0,
        lines.findIndex((line) => line.startsWith('1. ')),
      );
      const wide = (line: string) => [...line].reduce((sum, one) => sum + (one > '\u007f' ? 2 : 1), 0);
      assert.deepEqual(
        above.filter((line) => wide(line) > 100 || line.startsWith('HOLDS')),
        [],
      );
    }
  }
});

test('says which keys a key file lacks', async (t) => {
  const folder = temporaryFolder(t);
  const { bank, ...others } = readPublished<Record<string, unknown>>('keys.json');
  const out = async (keys: unknown) =>
    (await run([EXECUTED, '--keys', fileWith(folder, 'keys.json', keys)])).out.replaceAll(/\s+/g, ' ');
  assert.match(await out({}), /Your file pins none of this receipt’s keys/);
  assert.match(await out(others), /Not pinned: bank\. Your key file does not have them/);
  assert.ok(bank !== undefined && !(await out({})).includes('Give the keys'));
});

test('names the altered part of a receipt, and no hash to repair it with', async (t) => {
  const receipt = readPublished<Receipt>('executed.json');
  const changed = withValues(nodeCrypto, receipt, (plain) => {
    const { action } = plain.what;
    const params = { ...action.params, amount: '9999' };
    return { ...plain, what: { ...plain.what, action: { ...action, params } } };
  });
  const altered = fileWith(temporaryFolder(t), 'altered.json', changed);
  const out = (await run([altered])).out.replaceAll(/\s+/g, ' ');
  assert.match(out, /the action \(what\.action\) or what\.action_hash was changed after signing/);
  assert.ok(!out.includes('should be'), out);
});

describe('labels change nothing', () => {
  test('nor does a wrongly listed venue', async () => {
    const plain = await run([EXECUTED, ...KEYS]);
    const labelled = await run([EXECUTED, ...KEYS, '--as', 'anyone'], { venues: ['not JSON', '{}'] });
    assert.equal(labelled.code, plain.code);
    assert.equal(labelled.out.split('Labels')[0], plain.out.split('Labels')[0]);
  });
});

describe('--report', () => {
  test('writes HTML or JSON by the extension', async (t) => {
    const folder = temporaryFolder(t);
    const html = join(folder, 'proof.html');
    const json = join(folder, 'proof.json');
    assert.equal((await run([EXECUTED, '--report', html, '--as', '<b>me</b>'])).code, 3);
    assert.equal((await run([EXECUTED, ...KEYS, '--report', json, '--as', 'me'])).code, 0);
    const page = readFileSync(html, 'utf8');
    assert.match(page, /^<!doctype html>/);
    assert.ok(page.includes('&lt;b&gt;me&lt;/b&gt;') && !page.includes('<b>me'));
    const proof = JSON.parse(readFileSync(json, 'utf8'));
    assert.equal(proof.verdict, 'verified');
    assert.equal(proof.claims.length, 13);
    assert.deepEqual(proof.action.params, {
      ...{ amount: '250', currency: 'EUR', beneficiary_id: 'acme', to_account: 'DE02' },
      ...{ memo: 'Invoice INV-7', reference: 'INVOICEINV7' },
    });
    assert.match(proof.action.summary[0], /^bank\.executeTransfer: executed /);
    assert.equal(proof.verification.checks.length, 9);
    assert.equal(proof.labels.as, 'me');
  });

  test('also for what is not a receipt', async (t) => {
    const folder = temporaryFolder(t);
    const report = join(folder, 'proof.json');
    const { code } = await run([
      fileWith(folder, 'other.json', { type: 'sanad/receipt/0.3' }),
      '--report',
      report,
    ]);
    assert.equal(code, 1);
    assert.deepEqual(JSON.parse(readFileSync(report, 'utf8')).claims, []);
  });
});
