import { runService } from '@common/kit/service';
import { SCREENER_CONFIG } from './config.ts';
import { openService } from './open-service.ts';
import { FAULT_POINTS } from './store/faults.store.ts';

await runService(process, {
  name: 'screener',
  config: SCREENER_CONFIG,
  listeners: { screener: { host: 'SCREENER_HOST', port: 'SCREENER_PORT' } },
  faultPoints: FAULT_POINTS,
  open: openService,
});
