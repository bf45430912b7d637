import { runService } from '@common/kit/service';
import { CONSOLE } from './open-console.ts';

await runService(process, CONSOLE);
