import { runService } from '@common/kit/service';
import { WITNESS_CONFIG } from './config.ts';
import { openWitness } from './open-witness.ts';
import { FAULT_POINTS } from './store/store.ts';

await runService(process, {
  name: 'witness',
  config: WITNESS_CONFIG,
  listeners: { witness: { host: 'WITNESS_HOST', port: 'WITNESS_PORT' } },
  faultPoints: FAULT_POINTS,
  open: openWitness,
});
