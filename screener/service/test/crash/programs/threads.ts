import type { Threads } from '@common/kit/threads';

/** Two threads, however many processors there are: what they do does not depend on their number. */
export const TWO_THREADS: Threads = { most: 2, program: new URL('./thread.ts', import.meta.url) };
