import { runService } from '@common/kit/service';
import { GATEWAY } from './open-gateway.ts';

await runService(process, GATEWAY);
