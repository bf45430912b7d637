import type { HttpApp } from '../http.ts';

/** Where shutdown signals come from: the `process` of `main.ts`, or a plain emitter in a test. */
export interface SignalSource {
  on(signal: 'SIGTERM' | 'SIGINT', listener: () => void): unknown;
  off(signal: 'SIGTERM' | 'SIGINT', listener: () => void): unknown;
}

interface ListenOptions {
  readonly host: string;
  /** 0 picks a free one; see `Listening.port`. */
  readonly port: number;
  readonly signals?: SignalSource;
  /** How long running requests may take to finish once closing has begun. Default 10000. */
  readonly graceMs?: number;
  /** How long requests are still accepted after a signal, while `/readyz` refuses. Default 0. */
  readonly drainMs?: number;
}

export interface Listening {
  /** `http://host:port`, with the port in use. */
  readonly url: string;
  readonly port: number;
  /** Stops accepting, lets running requests finish, closes the app (its `onClose` hooks). Safe to call twice. */
  close(): Promise<void>;
  /** Settles when the app has closed, by signal or by `close`. */
  readonly closed: Promise<void>;
}

const GRACE_MS = 10_000;
const SWEEP_MS = 50;

/**
 * Starts serving. On the first SIGTERM or SIGINT it closes as `close` does, after `drainMs`; the next ones end first that
 * wait, then the one for running requests. It never ends the process: `main.ts` awaits `closed` and decides.
 */
export async function listen(app: HttpApp, options: ListenOptions): Promise<Listening> {
  await app.listen({
    host: options.host,
    port: options.port,
    listenTextResolver: (at) => `listening at ${at}`,
  });
  const address = app.addresses()[0];
  if (address === undefined || typeof address === 'string') throw new Error('the server has no port');

  const ended = Promise.withResolvers<void>();
  let closing: Promise<void> | undefined;
  let draining: NodeJS.Timeout | undefined;
  const close = () => {
    // Also without a wait: connections that are kept open may still ask.
    app.watch.readiness.drain();
    clearTimeout(draining);
    closing ??= closeWithin(app, options.graceMs ?? GRACE_MS).finally(() => {
      options.signals?.off('SIGTERM', onSignal);
      options.signals?.off('SIGINT', onSignal);
    });
    closing.then(ended.resolve, ended.reject);
    return closing;
  };
  const closeNow = () => {
    app.log.info('closing; running requests may finish');
    close().catch((error: unknown) => app.log.error({ err: error }, 'closing failed'));
  };
  const { drainMs = 0 } = options;
  const onSignal = () => {
    if (closing === undefined && draining === undefined && drainMs > 0) {
      app.log.info({ drain_ms: drainMs }, 'no longer ready; closing soon');
      app.watch.readiness.drain();
      draining = setTimeout(closeNow, drainMs);
    } else if (closing === undefined) {
      closeNow();
    } else {
      app.log.warn('closing at once: second signal');
      app.server.closeAllConnections();
    }
  };
  // The caller of `close` learns of a failure; a service that nobody awaits must not end by an unhandled rejection.
  ended.promise.catch(() => {});
  options.signals?.on('SIGTERM', onSignal);
  options.signals?.on('SIGINT', onSignal);
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  return { url: `http://${host}:${address.port}`, port: address.port, close, closed: ended.promise };
}

async function closeWithin(app: HttpApp, graceMs: number): Promise<void> {
  // A connection whose last request ends after closing began would be kept alive, and closing would wait for it.
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS);
  const deadline = setTimeout(() => {
    app.log.warn(
      { grace_ms: graceMs },
      'closing at once: requests were still running after the grace period',
    );
    app.server.closeAllConnections();
  }, graceMs);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(deadline);
  }
}
