import type { HttpApp } from '@common/kit/http/app';
import type { UsageCounter } from './count-usage.ts';

/** Counts every request that counts towards a limit, and every request with an invalid key. */
export function addUsageCounting(app: HttpApp, usage: UsageCounter): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { caller } = request;
    if (caller !== undefined) {
      const { schema, url = '' } = request.routeOptions;
      const operation = schema?.operationId ?? url;
      usage.called(caller?.tier ?? 'none', caller?.account ?? null, operation, reply.statusCode);
    }
    done();
  });
}
