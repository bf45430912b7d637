import { runService } from '@common/kit/service';
import { PEP_CONFIG } from './config.ts';
import { openPep } from './open-pep.ts';
import { FAULT_POINTS } from './use-cases/ports.ts';

await runService(process, {
  name: 'pep',
  config: PEP_CONFIG,
  listeners: { pep: { host: 'PEP_HOST', port: 'PEP_PORT' } },
  faultPoints: FAULT_POINTS,
  open: openPep,
});
