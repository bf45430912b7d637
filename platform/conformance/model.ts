import { type Defines, type Found, missingProgram, type Search, search } from './model/spin.ts';

/**
 * `npm run model`: goes through every state of the model of leases (`model/leases.pml`), then plants faults that
 * must be found. Prints states, properties and the shortest counterexamples. Exits with 1 if a property does not
 * hold or a fault is not found, and with 2 if spin or gcc is missing.
 */
const PROPERTIES: Readonly<Record<string, string>> = {
  stopped: 'no call begins once the end has been answered',
  once: 'a grant has at most one effect',
  recorded: 'nothing that is done is recorded as refused, then or later',
  settled: 'each grant comes to its end, or waits for a person, unless bad luck never ends',
};

/** INVARIANT: together they cover both kinds of counterparty, crashes, takeovers and fairness. */
const SEARCHES: readonly (Search & { readonly name: string })[] = [
  {
    name: 'with a look-up at the counterparty; 2 crashes, 1 takeover',
    kind: 'every_state',
    defines: { CRASHES: 2, TAKEOVERS: 1 },
  },
  {
    name: 'without a look-up; 2 crashes, 1 takeover',
    kind: 'every_state',
    defines: { NO_INQUIRY: true, CRASHES: 2, TAKEOVERS: 1 },
  },
  {
    name: 'fair, with a look-up; bad luck twice',
    kind: 'every_cycle',
    defines: { LUCK: 2 },
  },
  {
    name: 'fair, without a look-up; bad luck twice',
    kind: 'every_cycle',
    defines: { LUCK: 2, NO_INQUIRY: true },
  },
];

/** Each fault, and the property that finds it. */
const FAULTS: readonly { readonly define: string; readonly fault: string; readonly property: string }[] = [
  { define: 'M1', fault: 'the lease is not looked at before the first byte', property: 'stopped' },
  {
    define: 'M2',
    fault: 'the lease is counted from its arrival, not from when it was asked for',
    property: 'stopped',
  },
  { define: 'M3', fault: 'the authority answers without waiting for leases', property: 'stopped' },
  { define: 'M4', fault: '`unknown` is final although a token is still good', property: 'recorded' },
  { define: 'M5', fault: 'that a call may have left is written after its first byte', property: 'recorded' },
  { define: 'M6', fault: 'the counterparty does a key again', property: 'once' },
  { define: 'M7', fault: 'an intent is taken over while its worker may begin', property: 'stopped' },
];

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

async function plant({ define, fault, property }: (typeof FAULTS)[number]): Promise<boolean> {
  const defines: Defines = { CRASHES: define === 'M7' ? 0 : 1, [define]: true };
  const { broken, states } = await search({ defines, kind: 'shortest_counterexample' });
  if (broken === null || broken.property !== property) {
    say(`NOT FOUND by ${property}: ${define}, ${fault}`);
    return false;
  }
  const { events } = broken;
  // The event that breaks the property is not among them.
  say(
    `${define}, ${fault}: found by ${property} in ${events.length + 1} events, after ${million(states)} states`,
  );
  if (process.argv.includes('--events')) tell(broken);
  return true;
}

function tell({ property, events }: NonNullable<Found['broken']>): void {
  say(`  ${property}: ${events.join(', ')}`);
}

const missing = await missingProgram();
if (missing === null) {
  for (const [name, meaning] of Object.entries(PROPERTIES)) say(`${name}: ${meaning}`);
  let good = true;
  for (const { name, ...asked } of SEARCHES) good = (await prove(name, asked)) && good;
  for (const fault of FAULTS) good = (await plant(fault)) && good;
  if (!good) process.exitCode = 1;
} else {
  process.stderr.write(
    `${missing} is missing: install the packages spin and gcc (on Debian, apt install spin gcc)\n`,
  );
  process.exitCode = 2;
}
