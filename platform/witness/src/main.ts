import { runService } from '@common/kit/service';
import { WITNESS } from './open-witness.ts';

await runService(process, WITNESS);
