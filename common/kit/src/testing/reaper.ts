import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';

/** What must be gone once the test process is gone: a process (sent `signal`, then killed) or a folder. */
export type Leftover =
  | { readonly kind: 'process'; readonly pid: number; readonly signal: 'SIGKILL' | 'SIGQUIT' }
  | { readonly kind: 'directory'; readonly path: string };

export type ReaperMessage =
  | { readonly operation: 'track'; readonly id: number; readonly leftover: Leftover }
  | { readonly operation: 'release'; readonly id: number };

let reaper: ChildProcess | undefined;
let lastId = 0;

/**
 * Makes sure that a leftover is removed even if this process is killed outright: a small separate process holds the
 * other end of a pipe, and cleans up when the pipe breaks. Returns the function that takes the leftover off its list;
 * call it once the leftover is gone, before its process id can be reused.
 */
export function track(leftover: Leftover): () => void {
  lastId += 1;
  const id = lastId;
  send({ operation: 'track', id, leftover });
  return () => send({ operation: 'release', id });
}

function send(message: ReaperMessage): void {
  reaper ??= startReaper();
  reaper.stdin?.write(`${JSON.stringify(message)}\n`);
}

function startReaper(): ChildProcess {
  const program = fileURLToPath(new URL('./reaper-process.ts', import.meta.url));
  const child = spawn(process.execPath, [program], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Its own process group, so that Ctrl-C on the test run does not end it before its work is done.
    detached: true,
  });
  child.unref();
  // A reaper that died has nobody to tell; the ordinary clean-up still runs.
  child.stdin.on('error', () => {});
  if (child.stdin instanceof Socket) child.stdin.unref();
  return child;
}
