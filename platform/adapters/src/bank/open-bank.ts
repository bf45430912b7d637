import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { fail, type Result } from '@common/base/result';
import { createKeyFile, readKeyFile } from '@common/kit/private-file';
import type { Machine, OpenService } from '@common/kit/service';
import { FAULT_POINTS, type FaultPoint } from '@platform/frame/effects';
import { BANKPAY_CONFIG, type BankpaySettings } from '../config.ts';
import { openAdapter } from '../open-adapter.ts';
import { createBank } from './bank.adapter.ts';

export const BANKPAY = {
  name: 'bankpay',
  config: BANKPAY_CONFIG,
  listeners: { bankpay: { host: 'BANKPAY_HOST', port: 'BANKPAY_PORT' } },
  faultPoints: FAULT_POINTS,
  open: openBank,
} as const;

const MS_PER_S = 1_000;

async function openBank(
  { config, secrets }: BankpaySettings,
  machine: Machine<FaultPoint>,
): Promise<Result<OpenService<'bankpay'>, 'unusable_settings'>> {
  const clientSecret = secrets.BANKPAY_CLIENT_SECRET;
  if (clientSecret === undefined)
    return fail('unusable_settings', 'BANKPAY_CLIENT_SECRET: set what the bank gave you.');
  const dir = config.BANKPAY_KEYS_DIR;
  return openAdapter(
    {
      name: 'bankpay',
      dir,
      journal: { setting: 'BANKPAY_JOURNAL', file: config.BANKPAY_JOURNAL },
      provider: async (http) =>
        createBank({
          http,
          clock: machine.clock,
          name: config.BANKPAY_PROVIDER,
          apiUrl: config.BANKPAY_API_URL,
          tokenUrl: config.BANKPAY_TOKEN_URL,
          clientId: config.BANKPAY_CLIENT_ID,
          clientSecret,
          signingKey: await openSigningKey(dir),
          webhookSecret: secrets.BANKPAY_WEBHOOK_SECRET,
          quietMs: config.BANKPAY_QUIET_S * MS_PER_S,
        }),
    },
    machine,
  );
}

/** The key with which requests to the bank are signed, made on the first start; its public half lies beside it. */
async function openSigningKey(dir: string): Promise<KeyObject> {
  const file = join(dir, 'requests.pem');
  const { privateKey } = generateKeyPairSync('ed25519');
  await createKeyFile(file, String(privateKey.export({ type: 'pkcs8', format: 'pem' })), 'private');
  const key = createPrivateKey((await readKeyFile(file, 'private')) ?? '');
  const half = String(createPublicKey(key).export({ type: 'spki', format: 'pem' }));
  await createKeyFile(join(dir, 'requests.pub.pem'), half, 'public');
  return key;
}
