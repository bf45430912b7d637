import { join } from 'node:path';

/** A service that `npm start` starts. */
interface Service {
  readonly name: string;
  /** Its entry point, relative to the root. */
  readonly entry: string;
  /** Arguments for Node. */
  readonly options: readonly string[];
}

/**
 * Options that keep a service of the platform small (ADR 0005), in MiB: half of the limit for new objects,
 * and the limit for old ones. With a small limit, V8 lets a heap grow by a third before it collects; with one
 * as large as the machine, to four times its size.
 */
export const HEAP_OPTIONS: readonly string[] = ['--max-semi-space-size=8', '--max-old-space-size=512'];

/**
 * The authority makes the most new objects for each transfer. With room for them it copies fewer, and takes memory for
 * processor time (ADR 0008).
 */
export const AUTHORITY_HEAP: readonly string[] = ['--max-semi-space-size=32', '--max-old-space-size=512'];

/**
 * glibc keeps a heap for each thread and returns little of it. These settings use one heap for all and return
 * freed pages.
 */
export const ALLOCATOR = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '131072',
} as const;

/** It runs the bundle of a service. */
const LAUNCHER = 'tools/node.cjs';

/** The arguments for Node, the same under `npm start`, systemd and in containers; `root` is where it does not start. */
export function argsOf({ entry, options }: Pick<Service, 'entry' | 'options'>, root = ''): readonly string[] {
  return [...options, join(root, LAUNCHER), join(root, entry)];
}

/** The services in the order of their start. None may need another to start. */
export const SERVICES: readonly Service[] = [
  { name: 'screener', entry: 'screener/site/src/main.ts', options: [] },
  { name: 'authority', entry: 'platform/authority/src/main.ts', options: AUTHORITY_HEAP },
  // This runs all counterparties in one process, each at a port of its own.
  { name: 'bank', entry: 'platform/counterparties/src/main.ts', options: HEAP_OPTIONS },
  { name: 'pep', entry: 'platform/pep/src/main.ts', options: HEAP_OPTIONS },
  { name: 'gateway', entry: 'platform/gateway/src/main.ts', options: HEAP_OPTIONS },
  { name: 'console', entry: 'platform/console/src/main.ts', options: HEAP_OPTIONS },
];

/**
 * The program with which the console computes in a browser what the screener’s statements claim. Only here are both products
 * known.
 */
export const EVIDENCE_CHECKER = 'screener/conformance/recompute/evidence-checker.script.ts';
