import { type ConfigSchema, url } from '@common/kit/config';
import type { HttpApp } from '@common/kit/http/app';
import { addCors } from '@common/kit/http/cors';
import { portSetting } from '@common/kit/service/settings';

/** The address of the console. The console and the services that its pages may ask read it. */
export const CONSOLE_ADDRESS = {
  CONSOLE_PORT: portSetting(8080, 'Port of the console'),
  CONSOLE_ORIGIN: url({
    description:
      'The address at which people open the console: scheme, host and port. A passkey is made for it, and signs nowhere else. The console answers under no other name but localhost, 127.0.0.1 and [::1] (and /healthz), and takes nothing from another site’s page; so a reverse proxy passes on the header Host. Gateway, authority and enforcement point let pages of this address, and of no other, read their answers in a browser. Default: http://localhost and CONSOLE_PORT.',
    optional: true,
  }),
} satisfies ConfigSchema;

/** Lets hosted clients of `/mcp` in. The console, which asks the person, and the gateway, which tells clients, read it. */
export const MCP_OAUTH = {
  GATEWAY_MCP_URL: url({
    description:
      'The address at which others’ programs reach the gateway’s /mcp, such as `https://gateway.example/mcp`. It turns OAuth on: a client without a token is told to ask at CONSOLE_ORIGIN, where a principal lets it in under one mandate, and its token is good at this address alone. The same at gateway and console. A proxy passes on /.well-known/oauth-protected-resource too. Default: none, and such clients are let in by nobody.',
    optional: true,
    secretsSent: true,
  }),
} satisfies ConfigSchema;

/** The origin as browsers write it: `https://console.example`. */
export function consoleOriginOf(config: {
  readonly CONSOLE_PORT: number;
  readonly CONSOLE_ORIGIN: string | undefined;
}): string {
  return new URL(config.CONSOLE_ORIGIN ?? `http://localhost:${config.CONSOLE_PORT}`).origin;
}

/** Headers of agents and signed requests. No cookie is ever read here. */
const SENT = 'content-type, accept, authorization, x-service-contract, x-request-id';
/** Headers with the pages of lists and with the recorded event of a call. */
const SHOWN = [
  ...['x-request-id', 'link', 'retry-after', 'www-authenticate'],
  ...['x-service-request-hash', 'x-service-response-hash', 'x-service-event-id'],
].join(', ');

/**
 * Lets only the console's pages call the routes that are added from now on. INVARIANT: no answer names
 * another origin, and every answer tells caches that it depends on the origin.
 */
export function addConsoleCors(app: HttpApp, origin: string): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('vary', 'origin');
    done();
  });
  addCors(app, { origins: new Set([origin]), sent: SENT, shown: SHOWN }, () => true);
}
