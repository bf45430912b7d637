/** The source of signals: the process, or an emitter of a test. */
interface SignalSource {
  on(name: NodeJS.Signals, listener: () => void): unknown;
  off(name: NodeJS.Signals, listener: () => void): unknown;
}

const STOPS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Runs work that the first Ctrl-C asks to stop, by aborting its signal. After that, and when the work is
 * done, the system's own handling is restored, so a second Ctrl-C ends the process at once.
 */
export async function interruptible<Value>(
  source: SignalSource,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const controller = new AbortController();
  const restore = () => {
    for (const name of STOPS) source.off(name, stop);
  };
  const stop = () => {
    restore();
    controller.abort();
  };
  for (const name of STOPS) source.on(name, stop);
  try {
    return await work(controller.signal);
  } finally {
    restore();
  }
}
