import { randomBytes } from 'node:crypto';
import { createFaults } from '@common/kit/faults';
import { listen } from '@common/kit/http/listen';
import { createLog } from '@common/kit/log';
import { createBankApp, createRecipientApp } from './app.ts';
import { readBankConfig } from './config.ts';
import { openBank, REPOSITORY } from './open-bank.ts';
import { FAULT_POINTS } from './store/store.ts';

/** Exit code of settings that cannot be used (EX_CONFIG of sysexits). */
const UNUSABLE_SETTINGS = 78;

const settings = readBankConfig(process.env, REPOSITORY);
if (!settings.ok) refuseStart(settings.error.message);
const { config } = settings.value;
const faults = createFaults(FAULT_POINTS, process.env, () => {
  process.kill(process.pid, 'SIGKILL');
  // Not a step further while the signal is on its way.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});
if (!faults.ok) refuseStart(faults.error.message);
const log = createLog({ level: config.LOG_LEVEL, name: 'bank' });
const environment = { log, clock: Date.now, randomBytes, faults: faults.value };
const open = await openBank(settings.value, environment).catch(refuseStart);
const at = (port: number) => ({ host: config.BANK_HOST, port, signals: process });
const bank = await listen(await createBankApp(open.bank), at(config.BANK_PORT)).catch(refuseStart);
const recipientApp = await createRecipientApp(open.recipient);
const recipient = await listen(recipientApp, at(config.RECIPIENT_PORT)).catch(refuseStart);
process.stdout.write(`bank ready at ${bank.url} (docs at ${bank.url}/docs)\n`);
process.stdout.write(`recipient ready at ${recipient.url} (docs at ${recipient.url}/docs)\n`);
await Promise.all([bank.closed, recipient.closed]);
await open.close();

/** A database that cannot be reached or a port that is taken is the operator's to mend: one line, no stack. */
function refuseStart(reason: unknown): never {
  const message = reason instanceof Error ? reason.message : String(reason);
  process.stderr.write(`bank: ${message}\n`);
  process.exit(UNUSABLE_SETTINGS);
}
