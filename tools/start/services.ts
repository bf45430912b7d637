/** A service that `npm start` starts. */
interface Service {
  readonly name: string;
  /** Its entry point, relative to the root. */
  readonly entry: string;
}

/** In the order of their start; none may need another to start. */
export const SERVICES: readonly Service[] = [
  { name: 'screener', entry: 'screener/service/src/main.ts' },
  { name: 'authority', entry: 'platform/authority/src/main.ts' },
  // Both counterparties: the bank, and the recipient of records.
  { name: 'bank', entry: 'platform/counterparties/src/main.ts' },
  { name: 'pep', entry: 'platform/pep/src/main.ts' },
  { name: 'gateway', entry: 'platform/gateway/src/main.ts' },
  { name: 'console', entry: 'platform/console/src/main.ts' },
];
