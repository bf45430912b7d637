export interface Repeated {
  start(): void;
  /** Waits for the run in progress. */
  stop(): Promise<void>;
}

/** Runs `work` at once and then periodically, one run at a time. It does not keep an otherwise idle process alive. */
export function every(ms: number, onError: (error: unknown) => void, work: () => Promise<void>): Repeated {
  let timer: NodeJS.Timeout | undefined;
  let run: Promise<void> | undefined;
  return {
    start(): void {
      const runOnce = (): void => {
        run ??= work()
          .catch(onError)
          .finally(() => {
            run = undefined;
          });
      };
      runOnce();
      timer = setInterval(runOnce, ms);
      timer.unref();
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await run;
    },
  };
}
