import { type ConfigSchema, url } from '@common/kit/config';
import type { HttpApp } from '@common/kit/http/app';
import { addCors } from '@common/kit/http/cors';
import { portSetting } from '@common/kit/service/settings';

/** Where the console is: read by the console itself, and by the services that its pages may ask. */
export const CONSOLE_ADDRESS = {
  CONSOLE_PORT: portSetting(8080, 'Port of the console'),
  CONSOLE_ORIGIN: url({
    description:
      'The address at which people open the console: scheme, host and port. A passkey is made for it, and signs nowhere else. The console answers under no other name but localhost, 127.0.0.1 and [::1] (and /healthz), and takes nothing from another site’s page; so a reverse proxy passes on the header Host. Gateway, authority and enforcement point let pages of this address, and of no other, read their answers in a browser. Default: http://localhost and CONSOLE_PORT.',
    optional: true,
  }),
} satisfies ConfigSchema;

/** As browsers write it: `https://console.example`. */
export function consoleOriginOf(config: {
  readonly CONSOLE_PORT: number;
  readonly CONSOLE_ORIGIN: string | undefined;
}): string {
  return new URL(config.CONSOLE_ORIGIN ?? `http://localhost:${config.CONSOLE_PORT}`).origin;
}

/** What agents and signed requests carry; no cookie is ever read here. */
const SENT = 'content-type, accept, authorization, x-service-contract, x-request-id';
/** The pages of lists, and what was recorded of a call. */
const SHOWN = [
  ...['x-request-id', 'link', 'retry-after', 'www-authenticate'],
  ...['x-service-request-hash', 'x-service-response-hash', 'x-service-event-id'],
].join(', ');

/**
 * Lets the console's pages, and no others, call the routes that are added from now on. INVARIANT: no other origin is ever
 * named, and every answer says to caches that it depends on the origin.
 */
export function addConsoleCors(app: HttpApp, origin: string): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('vary', 'origin');
    done();
  });
  addCors(app, { origins: new Set([origin]), sent: SENT, shown: SHOWN }, () => true);
}
