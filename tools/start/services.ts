/** A service that `npm start` starts. */
interface Service {
  readonly name: string;
  /** Its entry point, relative to the root. */
  readonly entry: string;
  /** For Node. */
  readonly options: readonly string[];
}

/**
 * What a service of the platform is started with, so that it stays small (ADR 0085): in MiB, half of what new objects may
 * take, and the most that old ones may. V8 lets a heap grow by a third before it collects where the most is small, and to
 * four times its size where it is as large as the machine allows.
 */
export const HEAP_OPTIONS: readonly string[] = ['--max-semi-space-size=8', '--max-old-space-size=512'];

/** For glibc, which keeps a heap for each thread and gives little of it back: one for all, and freed pages returned. */
export const ALLOCATOR = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '131072',
} as const;

/** In the order of their start; none may need another to start. */
export const SERVICES: readonly Service[] = [
  { name: 'screener', entry: 'screener/site/src/main.ts', options: [] },
  { name: 'authority', entry: 'platform/authority/src/main.ts', options: HEAP_OPTIONS },
  // Both counterparties: the bank, and the recipient of records.
  { name: 'bank', entry: 'platform/counterparties/src/main.ts', options: HEAP_OPTIONS },
  { name: 'pep', entry: 'platform/pep/src/main.ts', options: HEAP_OPTIONS },
  { name: 'gateway', entry: 'platform/gateway/src/main.ts', options: HEAP_OPTIONS },
  { name: 'console', entry: 'platform/console/src/main.ts', options: [] },
];
