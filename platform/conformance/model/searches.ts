import type { Defines, Search } from './spin.ts';

/** What is proved of the model, by the names that its assertions have. */
export const PROPERTIES: Readonly<Record<string, string>> = {
  stopped: 'no call begins once the end has been answered',
  once: 'a grant has at most one effect',
  recorded: 'nothing that is done is recorded as refused, then or later',
  settled: 'each grant comes to its end, or waits for a person, unless bad luck never ends',
};

/** INVARIANT: together they cover both kinds of counterparty, crashes, takeovers and fairness. */
export const SEARCHES: readonly (Search & { readonly name: string })[] = [
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

/** A fault that can be planted, and the property that must find it. */
export interface Fault {
  readonly defines: Defines;
  readonly fault: string;
  readonly property: string;
}

export const FAULTS: readonly Fault[] = [
  {
    defines: { M1: true, CRASHES: 1 },
    fault: 'the lease is not looked at before the first byte',
    property: 'stopped',
  },
  {
    defines: { M2: true, CRASHES: 1 },
    fault: 'the lease is counted from its arrival, not from when it was asked for',
    property: 'stopped',
  },
  {
    defines: { M3: true, CRASHES: 1 },
    fault: 'the authority answers without waiting for leases',
    property: 'stopped',
  },
  {
    defines: { M4: true, CRASHES: 1 },
    fault: '`unknown` is final although a token is still good',
    property: 'recorded',
  },
  {
    defines: { M5: true, CRASHES: 1 },
    fault: 'that a call may have left is written after its first byte',
    property: 'recorded',
  },
  { defines: { M6: true, CRASHES: 1 }, fault: 'the counterparty does a key again', property: 'once' },
  {
    defines: { M7: true, CRASHES: 0 },
    fault: 'an intent is taken over while its worker may begin',
    property: 'stopped',
  },
];
