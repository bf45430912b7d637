import { runService } from '@common/kit/service';
import { PEP } from './open-pep.ts';

await runService(process, PEP);
