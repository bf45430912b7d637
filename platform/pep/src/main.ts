import { randomBytes } from 'node:crypto';
import { createFaults } from '@common/kit/faults';
import { listen } from '@common/kit/http/listen';
import { createLog } from '@common/kit/log';
import { createApp } from './app.ts';
import { readPepConfig } from './config.ts';
import { openPep, REPOSITORY } from './open-pep.ts';
import { FAULT_POINTS } from './use-cases/ports.ts';

/** Exit code of settings that cannot be used (EX_CONFIG of sysexits). */
const UNUSABLE_SETTINGS = 78;

const settings = readPepConfig(process.env, REPOSITORY);
if (!settings.ok) refuseStart(settings.error.message);
const { config } = settings.value;
const faults = createFaults(FAULT_POINTS, process.env, () => {
  process.kill(process.pid, 'SIGKILL');
  // Not a step further while the signal is on its way.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});
if (!faults.ok) refuseStart(faults.error.message);
const log = createLog({ level: config.LOG_LEVEL, name: 'pep' });
const environment = {
  log,
  clock: Date.now,
  randomBytes,
  faults: faults.value,
  variables: { ...process.env },
};
const pep = await openPep(settings.value, environment).catch(refuseStart);
if (!pep.ok) refuseStart(pep.error.message);
const app = await createApp(pep.value.deps);
const listening = await listen(app, {
  host: config.PEP_HOST,
  port: config.PEP_PORT,
  signals: process,
}).catch(refuseStart);
process.stdout.write(`pep ready at ${listening.url} (docs at ${listening.url}/docs)\n`);
await listening.closed;
await pep.value.close();

/** A database that cannot be reached or a port that is taken is the operator's to mend: one line, no stack. */
function refuseStart(reason: unknown): never {
  const message = reason instanceof Error ? reason.message : String(reason);
  process.stderr.write(`pep: ${message}\n`);
  process.exit(UNUSABLE_SETTINGS);
}
