import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { transferInputs } from '../../client.ts';
import { used } from './deployment.ts';

const IN_EUROS = { to_account: 'acct_europa', beneficiary_id: 'europa', currency: 'EUR', amount: '40' };
const EUROS = { currency: 'EUR', amount_max: '5000', daily_max: '20000', threshold: '900' };

describe('the bank in two currencies', () => {
  test('a mandate in euros pays from the account in euros, beside one in dollars', async () => {
    const { client } = used();
    const mandate = await client.register({ rules: EUROS });
    const held = async (account: string) => Number(await client.balance(account));
    const [euros, dollars] = [await held('acct_operating_eur'), await held('acct_operating')];
    const paid = await client.pay(transferInputs(IN_EUROS), { mandate });
    assert.equal(paid.body.status, 'executed', paid.text);
    assert.equal(await client.balance('acct_europa'), '40');
    assert.equal(await held('acct_operating_eur'), euros - 40);
    assert.equal(await held('acct_operating'), dollars);
    assert.equal((await client.pay()).body.status, 'executed');
    assert.equal(await held('acct_operating'), dollars - 25);
    assert.equal(await held('acct_operating_eur'), euros - 40);
  });

  test('a currency that the limits are not in is refused at the proposal, and no grant is spent', async () => {
    const { client } = used();
    const denied = await client.pay(transferInputs(IN_EUROS));
    assert.deepEqual([denied.body.status, denied.body.reason], ['denied', 'amount_over_limit']);
    assert.equal(denied.body.detail, 'EUR is not the currency of the mandate’s limits, USD.');
    const { status } = await client.grant(denied.body.grant_id ?? '');
    assert.equal(status, 'denied');
  });

  test('a currency that no account of the deployment has is refused before a mandate can name it', async () => {
    const { client } = used();
    await assert.rejects(
      () => client.register({ rules: { ...EUROS, currency: 'GBP' } }),
      /currency_over_profile/,
    );
  });
});
