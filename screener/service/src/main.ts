import { runService } from '@common/kit/service';
import { FAULT_POINTS } from './alerts/faults.store.ts';
import { SCREENER_CONFIG } from './config.ts';
import { openService } from './open-service.ts';

await runService(process, {
  name: 'screener',
  config: SCREENER_CONFIG,
  listeners: { screener: { host: 'SCREENER_HOST', port: 'SCREENER_PORT' } },
  faultPoints: FAULT_POINTS,
  open: openService,
});
