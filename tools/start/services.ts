/** A service that `npm start` starts. */
interface Service {
  readonly name: string;
  /** Its entry point, relative to the root. */
  readonly entry: string;
  /** For Node. */
  readonly options: readonly string[];
}

/**
 * In MiB, half of what new objects may take. Node's own 32 let each service of the platform keep up to 50 MiB more, and
 * make it no faster: what a request leaves behind fits into less.
 */
export const YOUNG_OBJECTS = '--max-semi-space-size=8';

/** In the order of their start; none may need another to start. */
export const SERVICES: readonly Service[] = [
  { name: 'screener', entry: 'screener/service/src/main.ts', options: [] },
  { name: 'authority', entry: 'platform/authority/src/main.ts', options: [YOUNG_OBJECTS] },
  // Both counterparties: the bank, and the recipient of records.
  { name: 'bank', entry: 'platform/counterparties/src/main.ts', options: [YOUNG_OBJECTS] },
  { name: 'pep', entry: 'platform/pep/src/main.ts', options: [YOUNG_OBJECTS] },
  { name: 'gateway', entry: 'platform/gateway/src/main.ts', options: [YOUNG_OBJECTS] },
  { name: 'console', entry: 'platform/console/src/main.ts', options: [] },
];
