import { runService } from '@common/kit/service';
import { SCREENER_CONFIG } from '@screener/service/config';
import { openService } from '@screener/service/open-service';
import { FAULT_POINTS } from '@screener/service/store/faults.store';
import { createApp } from './app.ts';

type Process = Parameters<typeof runService>[0];

/** Runs the service in a process. `program` is the module that its further threads run. */
export async function runSite(process: Process, program: URL): Promise<void> {
  await runService(process, {
    name: 'screener',
    config: SCREENER_CONFIG,
    listeners: { screener: { host: 'SCREENER_HOST', port: 'SCREENER_PORT' } },
    faultPoints: FAULT_POINTS,
    open: (settings, machine) => openService(settings, machine, createApp, program),
  });
}
