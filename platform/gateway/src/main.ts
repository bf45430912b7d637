import { runService } from '@common/kit/service';
import { GATEWAY_CONFIG } from './config.ts';
import { openGateway } from './open-gateway.ts';

await runService(process, {
  name: 'gateway',
  config: GATEWAY_CONFIG,
  listeners: { gateway: { host: 'GATEWAY_HOST', port: 'GATEWAY_PORT' } },
  open: openGateway,
});
