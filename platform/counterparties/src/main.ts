import { runService } from '@common/kit/service';
import { BANK } from './open-bank.ts';

await runService(process, BANK);
