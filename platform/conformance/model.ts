import { FAULTS, type Fault, PROPERTIES, SEARCHES } from './model/searches.ts';
import { type Found, missingProgram, type Search, search } from './model/spin.ts';
import { writeTraces } from './model/traces.ts';

/**
 * `npm run model`: goes through every state of the model of leases (`model/leases.pml`), then plants faults that
 * must be found. Prints states, properties and the lengths of the shortest counterexamples; `-- --events` prints
 * these too. Exits with 1 if a property does not hold or a fault is not found, and with 2 if spin or gcc is missing.
 * `-- --traces` writes the runs that `test/model` plays on the real use cases.
 */
const isTold = process.argv.includes('--events');

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const million = (states: number): string => states.toLocaleString('en');

async function prove(name: string, asked: Search): Promise<boolean> {
  const found = await search(asked);
  say(
    `${found.broken === null ? 'holds' : 'BROKEN'}: ${name}: ${million(found.states)} states, ${found.seconds} s`,
  );
  if (found.broken !== null) tell(found.broken);
  return found.broken === null;
}

async function plant({ defines, fault, property }: Fault): Promise<boolean> {
  const { broken, states } = await search({ defines, kind: 'shortest_counterexample' });
  if (broken === null || broken.property !== property) {
    say(`NOT FOUND by ${property}: ${Object.keys(defines)[0]}, ${fault}`);
    return false;
  }
  const { events } = broken;
  // The event that breaks the property is not among them.
  say(
    `${Object.keys(defines)[0]}, ${fault}: found by ${property} in ${events.length + 1} events, after ${million(states)} states`,
  );
  if (isTold) tell(broken);
  return true;
}

function tell({ property, events }: NonNullable<Found['broken']>): void {
  say(`  ${property}: ${events.join(', ')}`);
}

async function checkAll(): Promise<boolean> {
  for (const [name, meaning] of Object.entries(PROPERTIES)) say(`${name}: ${meaning}`);
  let good = true;
  for (const { name, ...asked } of SEARCHES) good = (await prove(name, asked)) && good;
  for (const fault of FAULTS) good = (await plant(fault)) && good;
  return good;
}

const missing = await missingProgram();
if (missing !== null) {
  process.stderr.write(
    `${missing} is missing: install the packages spin and gcc (on Debian, apt install spin gcc)\n`,
  );
  process.exitCode = 2;
} else if (process.argv.includes('--traces')) {
  const { short, long, outcomes, missing: unseen } = await writeTraces();
  say(
    `${short} runs, and ${long} for the long tests; outcomes of events: ${outcomes}, unseen: ${unseen.length}`,
  );
} else if (!(await checkAll())) process.exitCode = 1;
