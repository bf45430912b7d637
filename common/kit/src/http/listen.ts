import type { ServerResponse } from 'node:http';
import type { HttpApp } from './app.ts';

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
  /**
   * How long the service still accepts requests after a signal, while `/readyz` refuses and each answer ends
   * its connection. Callers learn not to reuse a connection that was idle for this long. Default 0.
   */
  readonly drainMs?: number;
}

export interface Listening {
  /** `http://host:port`, with the port in use. */
  readonly url: string;
  readonly port: number;
  /**
   * Stops accepting, waits for running requests and closes the app (its `onClose` hooks). Safe to call twice.
   */
  close(): Promise<void>;
  /** Settles when the app has closed, by signal or by `close`. */
  readonly closed: Promise<void>;
}

const GRACE_MS = 10_000;
const SWEEP_MS = 50;
/** How long a kept connection may still bring its next request once closing has begun. */
const LAST_CALL_MS = 250;
const MS_PER_SECOND = 1_000;
const LEAST_ANNOUNCED_S = 3;

/**
 * Starts serving. On the first SIGTERM or SIGINT it closes as `close` does, after `drainMs`. The next signals
 * end first that wait, then the wait for running requests. It never ends the process: `main.ts` awaits
 * `closed` and decides.
 */
export async function listen(app: HttpApp, options: ListenOptions): Promise<Listening> {
  await app.listen({
    host: options.host,
    port: options.port,
    listenTextResolver: (at) => `listening at ${at}`,
  });
  const address = app.addresses()[0];
  if (address === undefined || typeof address === 'string') throw new Error('the server has no port');

  const { drainMs = 0 } = options;
  const answers = trackAnswers(app, announcedSeconds(drainMs));
  const ended = Promise.withResolvers<void>();
  let closing: Promise<void> | undefined;
  let draining: NodeJS.Timeout | undefined;
  const close = () => {
    // Do this even without a wait, because kept connections may still bring requests.
    app.watch.readiness.drain();
    clearTimeout(draining);
    closing ??= closeWithin(app, answers, options.graceMs ?? GRACE_MS).finally(() => {
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
  const onSignal = () => {
    if (closing === undefined && draining === undefined && drainMs > 0) {
      app.log.info({ drain_ms: drainMs }, 'no longer ready; closing soon');
      app.watch.readiness.drain();
      answers.areLast();
      draining = setTimeout(closeNow, drainMs);
    } else if (closing === undefined) {
      closeNow();
    } else {
      app.log.warn('closing at once: second signal');
      app.server.closeAllConnections();
    }
  };
  // The caller of `close` learns about a failure. A service that nobody awaits must not end by an unhandled
  // rejection.
  ended.promise.catch(() => {});
  options.signals?.on('SIGTERM', onSignal);
  options.signals?.on('SIGINT', onSignal);
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  return { url: `http://${host}:${address.port}`, port: address.port, close, closed: ended.promise };
}

interface Answers {
  /** From now on, each answer announces that its connection ends. */
  areLast(): void;
}

/**
 * The value of `Keep-Alive: timeout=`. A caller that reads it has given up each idle connection by the end of
 * the drain and never sends on one that closes. Null, for the server's real time, if the value would be so
 * short that callers, which leave one or two seconds to spare, would keep no connection at all.
 */
function announcedSeconds(drainMs: number): number | null {
  const seconds = Math.floor(drainMs / MS_PER_SECOND);
  return seconds < LEAST_ANNOUNCED_S ? null : seconds;
}

function trackAnswers(app: HttpApp, keptSeconds: number | null): Answers {
  const open = new Set<ServerResponse>();
  let last = false;
  const end = (response: ServerResponse) => {
    response.shouldKeepAlive = false;
    if (!response.headersSent) response.removeHeader('keep-alive');
  };
  app.server.prependListener('request', (_, response: ServerResponse) => {
    if (last) end(response);
    else if (keptSeconds !== null && response.shouldKeepAlive)
      response.setHeader('keep-alive', `timeout=${keptSeconds}`);
    open.add(response);
    response.once('close', () => open.delete(response));
  });
  return {
    areLast() {
      last = true;
      for (const response of open) end(response);
    },
  };
}

/**
 * A caller may be sending on a connection that looks idle from here, and would not learn whether its request
 * was done. So idle connections remain for a moment, and the service answers what they bring.
 */
async function closeWithin(app: HttpApp, answers: Answers, graceMs: number): Promise<void> {
  answers.areLast();
  const closeIdle = app.server.closeIdleConnections.bind(app.server);
  // Closing a server closes its idle connections at once, in Node as in Fastify.
  app.server.closeIdleConnections = () => {};
  let sweep: NodeJS.Timeout | undefined;
  const lastCall = setTimeout(() => {
    // A connection whose last request has just ended may still count as kept alive and delay closing.
    sweep = setInterval(closeIdle, SWEEP_MS);
  }, LAST_CALL_MS);
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
    clearTimeout(lastCall);
    clearInterval(sweep);
    clearTimeout(deadline);
  }
}
