export interface Repeated {
  start(): void;
  /** Waits for the run that is under way. */
  stop(): Promise<void>;
}

/** Runs `work` at once and then every so often, one run at a time. It holds up no process that has nothing else to do. */
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
