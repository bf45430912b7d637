import { runService } from '@common/kit/service';
import { BANK_CONFIG } from './config.ts';
import { openBank } from './open-bank.ts';
import { FAULT_POINTS } from './store/store.ts';

await runService(process, {
  name: 'bank',
  config: BANK_CONFIG,
  listeners: {
    bank: { host: 'BANK_HOST', port: 'BANK_PORT' },
    recipient: { host: 'BANK_HOST', port: 'RECIPIENT_PORT' },
    broker: { host: 'BANK_HOST', port: 'BROKER_PORT' },
  },
  faultPoints: FAULT_POINTS,
  open: openBank,
});
