import { runService } from '@common/kit/service';
import { PAYOUTS } from './payouts/open-payouts.ts';

await runService(process, PAYOUTS);
