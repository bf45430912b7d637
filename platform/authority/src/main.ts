import { runService } from '@common/kit/service';
import { AUTHORITY_CONFIG } from './config.ts';
import { openAuthority } from './open-authority.ts';
import { FAULT_POINTS } from './use-cases/deps.ts';

await runService(process, {
  name: 'authority',
  config: AUTHORITY_CONFIG,
  listeners: { authority: { host: 'AUTHORITY_HOST', port: 'AUTHORITY_PORT' } },
  faultPoints: FAULT_POINTS,
  open: openAuthority,
});
