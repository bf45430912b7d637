import type { HttpApp } from '@common/kit/http/app';
import { WITNESSED } from '@platform/api/operation';
import { addRoute } from './add-route.ts';
import type { Witness } from './witness.ts';

/** `GET /log/witnessed`: open, as all of it is at the authority. */
export function addWitnessedRoute(app: HttpApp, witness: Witness): void {
  // Written here, so that no field of what is signed is dropped.
  addRoute(app, WITNESSED, async (_request, reply) =>
    reply
      .header('content-type', 'application/json; charset=utf-8')
      .send(JSON.stringify(await witness.witnessed())),
  );
}
