import { runService } from '@common/kit/service';
import { SCREENER_CONFIG } from '@screener/service/config';
import { openService } from '@screener/service/open-service';
import { FAULT_POINTS } from '@screener/service/store/faults.store';
import { createApp } from './app.ts';

await runService(process, {
  name: 'screener',
  config: SCREENER_CONFIG,
  listeners: { screener: { host: 'SCREENER_HOST', port: 'SCREENER_PORT' } },
  faultPoints: FAULT_POINTS,
  open: (settings, machine) => openService(settings, machine, createApp),
});
