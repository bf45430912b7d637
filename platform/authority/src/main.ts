import { runService } from '@common/kit/service';
import { AUTHORITY } from './open-authority.ts';

await runService(process, AUTHORITY);
