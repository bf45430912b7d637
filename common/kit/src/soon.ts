/** Work that may wait for a step that does it anyway. */
interface Soon {
  /** Has it done within the time, and again after a failure. Does not keep an otherwise idle process alive. */
  ask(): void;
  /** Does it now. */
  now(): Promise<void>;
}

/** @example const head = soon(1_000, writeHead); head.ask(); await head.now(); */
export function soon(afterMs: number, work: () => Promise<void>): Soon {
  let timer: NodeJS.Timeout | null = null;
  const now = async (): Promise<void> => {
    clearTimeout(timer ?? undefined);
    timer = null;
    await work();
  };
  const ask = (): void => {
    timer ??= setTimeout(() => void now().catch(ask), afterMs).unref();
  };
  return { ask, now };
}
