import { type HttpApp, refuse } from '@common/kit/http/app';
import { PEP } from '@platform/api/pep';
import { addRoute } from '@platform/keys/add-route';
import { listMovements, type MovementDeps, type MovementRefusal } from '../use-cases/list-movements.ts';

const STATUS: Readonly<Record<MovementRefusal, number>> = {
  question_invalid: 403,
  movements_not_listed: 404,
  movements_unavailable: 503,
};

/** `POST /movements`: for the authority, whose signature says so. The counterparty's credential stays here. */
export function addMovementsRoute(app: HttpApp, deps: MovementDeps): void {
  addRoute(app, PEP.listMovements, async (request, reply) => {
    const listed = await listMovements(deps, request.body);
    if (listed.ok) {
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(listed.value));
    }
    const { code, message } = listed.error;
    return refuse(reply, { status: STATUS[code], code, message });
  });
}
