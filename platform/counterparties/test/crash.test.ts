import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { REPOSITORY } from '@common/kit/repository';
import { withTempDir } from '@common/kit/testing';
import { type Service, spawnService } from '@common/kit/testing/service';
import { size } from '@common/kit/testing/size';
import { COUNTERPARTY_NAMES, settingsOf } from '../src/config.ts';
import { brokerToken, SECRET, transfer } from './bank-under-test.ts';

const MAIN = join(REPOSITORY, 'platform/counterparties/src/main.ts');

function startBank(directory: string, fault: string | null): Promise<Service> {
  return spawnService({
    entry: MAIN,
    env: {
      ...{
        LOG_LEVEL: 'warn',
        PEP_BROKER_SECRET: SECRET,
      },
      ...Object.fromEntries(
        COUNTERPARTY_NAMES.flatMap((name) => {
          const { port, books } = settingsOf(name);
          return [
            [port, '0'],
            [books, `sqlite:${join(directory, `${name}.sqlite`)}`],
          ];
        }),
      ),
      SERVICE_KEYS_DIR: join(directory, 'keys'),
      ...(fault === null ? {} : { SANAD_FAULT: fault, SANAD_TEST_FAULTS: '1', NODE_ENV: 'test' }),
    },
    ready: /^bank ready at (\S+)[\s\S]*^recipient ready at (\S+)/m,
  });
}

async function send(service: Service, method: 'GET' | 'POST', path: string, body?: string) {
  const nowS = Math.floor(Date.now() / 1_000);
  const token = brokerToken(
    { method, path, ...(body === undefined ? {} : { body }) },
    { iat: nowS, exp: nowS + 10 },
  );
  const response = await fetch(`${service.readyMatch?.[1]}${path}`, {
    method,
    headers: {
      'x-broker-token': token,
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': 'idem_pay_1' }),
    },
    ...(body === undefined ? {} : { body }),
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

/** Where the process ends -> what the payer's account holds afterwards. First, where the half of a transfer could be left. */
const POINTS: Readonly<Record<string, string>> = {
  'debited:after': '1000000',
  'debited:before': '1000000',
  'committed:before': '1000000',
  'committed:after': '999959.5',
  'answered:before': '999959.5',
};

for (const [fault, left] of Object.entries(POINTS).slice(0, size({ quick: 1, full: 5 }))) {
  test(`killed at ${fault}: debit, credit and answer are all there, or none`, async () => {
    await withTempDir(async (directory) => {
      const body = JSON.stringify(transfer());
      const first = await startBank(directory, fault);
      await assert.rejects(send(first, 'POST', '/transfers', body));
      assert.equal((await first.exit()).signal, 'SIGKILL');

      await using second = await startBank(directory, null);
      const payer = await send(second, 'GET', '/accounts/acct_operating/balance');
      assert.equal(payer.body.balance, left);
      const again = await send(second, 'POST', '/transfers', body);
      assert.equal(again.status, 200);
      assert.equal((await send(second, 'GET', '/accounts/acct_operating/balance')).body.balance, '999959.5');
      assert.equal((await send(second, 'GET', '/accounts/acct_new_payee/balance')).body.balance, '40.5');
    });
  });
}
