import { runService } from '@common/kit/service';
import { PAGES_CONFIG } from './config.ts';
import { openConsole } from './open-console.ts';

await runService(process, {
  name: 'console',
  config: PAGES_CONFIG,
  listeners: { console: { host: 'CONSOLE_HOST', port: 'CONSOLE_PORT' } },
  open: openConsole,
});
