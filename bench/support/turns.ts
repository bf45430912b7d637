import { once } from 'node:events';

/** Set by `npm run bench -- compare`: the bench asks for its turn before each round, while the other side waits. */
export const TURNS = 'BENCH_TURNS';

/** Resolves when the next round may begin: at once, unless two commits are compared. */
export async function turn(): Promise<void> {
  if (process.env[TURNS] === undefined) return;
  const given = once(process, 'message');
  process.send?.({ asks: 'turn' });
  await given;
}
