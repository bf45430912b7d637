/** The program that `reaper.ts` starts: reads its list from standard input and cleans up when the input ends. */
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Leftover, ReaperMessage } from './reaper.ts';

const GRACE_MS = 5_000;
const STEP_MS = 50;

const leftovers = new Map<number, Leftover>();

for await (const line of createInterface({ input: process.stdin })) {
  const message: ReaperMessage = JSON.parse(line);
  if (message.operation === 'track') leftovers.set(message.id, message.leftover);
  else leftovers.delete(message.id);
}
// End processes first: a running one would write into its folder again.
for (const leftover of leftovers.values()) if (leftover.kind === 'process') await end(leftover);
for (const leftover of leftovers.values()) {
  if (leftover.kind === 'directory') rmSync(leftover.path, { recursive: true, force: true, maxRetries: 5 });
}

async function end(leftover: Leftover & { kind: 'process' }): Promise<void> {
  send(leftover.pid, leftover.signal);
  for (let waited = 0; waited < GRACE_MS && send(leftover.pid, 0); waited += STEP_MS) {
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
  send(leftover.pid, 'SIGKILL');
}

/** False if there is no such process. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
