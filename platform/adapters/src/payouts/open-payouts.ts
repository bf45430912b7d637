import { fail, type Result } from '@common/base/result';
import type { Machine, OpenService } from '@common/kit/service';
import { FAULT_POINTS, type FaultPoint } from '@platform/frame/effects';
import { PAYOUTS_CONFIG, type PayoutsSettings } from '../config.ts';
import { openAdapter } from '../open-adapter.ts';
import { createPayouts } from './payouts.adapter.ts';

export const PAYOUTS = {
  name: 'payouts',
  config: PAYOUTS_CONFIG,
  listeners: { payouts: { host: 'PAYOUTS_HOST', port: 'PAYOUTS_PORT' } },
  faultPoints: FAULT_POINTS,
  open: openPayouts,
} as const;

const MS_PER_S = 1_000;

async function openPayouts(
  { config, secrets }: PayoutsSettings,
  machine: Machine<FaultPoint>,
): Promise<Result<OpenService<'payouts'>, 'unusable_settings'>> {
  const apiKey = secrets.PAYOUTS_API_KEY;
  if (apiKey === undefined) return fail('unusable_settings', 'PAYOUTS_API_KEY: set the provider’s key.');
  return openAdapter(
    {
      name: 'payouts',
      dir: config.PAYOUTS_KEYS_DIR,
      journal: { setting: 'PAYOUTS_JOURNAL', file: config.PAYOUTS_JOURNAL },
      provider: (http) =>
        createPayouts({
          http,
          name: config.PAYOUTS_PROVIDER,
          apiUrl: config.PAYOUTS_API_URL,
          apiKey,
          webhookSecret: secrets.PAYOUTS_WEBHOOK_SECRET,
          quietMs: config.PAYOUTS_QUIET_S * MS_PER_S,
        }),
    },
    machine,
  );
}
