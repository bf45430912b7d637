import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { audit, settle } from '../../audit.ts';
import { authorityCommand } from '../support/commands.ts';
import { used } from './deployment.ts';

test('afterwards every book agrees, and the log is intact from leaf 0', async () => {
  const { d } = used();
  await settle(d);
  const { executed, transfers } = await audit(d);
  assert.equal(executed, transfers);
  assert.match((await authorityCommand(d, 'fsck')).text, /^log of \d+ leaves: intact$/m);
});

/** What a thief or a fault would leave: a statement, the one that takes it back, and what is found. */
const CHANGES: readonly (readonly [string, 'bank' | 'pep', change: string, back: string, found: RegExp])[] = [
  [
    'money from nowhere',
    'bank',
    `update account set balance = '' || (balance + 1) where account_id = 'acct_acme'`,
    `update account set balance = '' || (balance - 1) where account_id = 'acct_acme'`,
    /the accounts hold \d+ of \d+ USD/,
  ],
  [
    'a transfer that nobody has a receipt for',
    'bank',
    `create table kept as select * from transfer limit 1; delete from transfer where grant_id in (select grant_id from kept)`,
    'insert into transfer select * from kept; drop table kept',
    /receipts for \d+ transfers|its transfers make/,
  ],
  [
    'a use that the enforcement point did not count',
    'pep',
    `create table kept as select * from standing where counter = 'uses' and value <> '0' limit 1;
     delete from standing where (contract_id, counter, period) in (select contract_id, counter, period from kept)`,
    'insert into standing select * from kept; drop table kept',
    /counters for \d+ sums/,
  ],
];

for (const [what, service, change, back, found] of CHANGES) {
  test(`and books that were changed do not agree: ${what}`, async () => {
    const { d } = used();
    const books = new DatabaseSync(d.databases[service].replace('sqlite:', ''), { timeout: 5_000 });
    books.exec(change);
    try {
      await assert.rejects(audit(d), found);
    } finally {
      books.exec(back);
      books.close();
    }
  });
}
