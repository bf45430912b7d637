import type { HttpApp } from '@common/kit/http/app';
import { RefusalBody } from '@platform/api/route';
import { Balance, MOST_MOVEMENTS, Movement } from '@platform/core/objects/movement';
import { Currency, closed, Name } from '@platform/core/objects/primitives';
import type { BrokerGuard } from '@platform/frame/broker-guard';
import { Type } from 'typebox';
import type { BankStore } from '../store/store.ts';
import { listMovements } from '../use-cases/list-movements.ts';
import { BROKER_REFUSALS, NEEDS_BROKER_TOKEN } from './answers.ts';
import { answerRefusal } from './errors.ts';

const Day = (description: string) => Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description });

/** `GET /accounts/{account_id}/movements`. */
export function addMovementsRoute(
  app: HttpApp,
  deps: { readonly store: BankStore },
  guard: BrokerGuard,
): void {
  app.get(
    '/accounts/:account_id/movements',
    {
      ...guard.hooks,
      schema: {
        summary: 'Movements of an account in a period, oldest first',
        description: `Pages of ${MOST_MOVEMENTS}; \`more\` says whether another follows, which \`after\` asks for with the id of the last movement. Each page has the balances before its first movement and after its last one.`,
        tags: ['bank'],
        security: NEEDS_BROKER_TOKEN,
        params: Type.Object({ account_id: Name }),
        querystring: Type.Object({
          from: Day('First day, UTC'),
          until: Day('The day after the last one, UTC'),
          after: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
        }),
        response: {
          200: closed({
            account_id: Name,
            currency: Currency,
            opening: Balance,
            closing: Balance,
            movements: Type.Array(Movement),
            more: Type.Boolean(),
          }),
          ...BROKER_REFUSALS,
          404: RefusalBody,
          422: RefusalBody,
        },
      },
    },
    async (request, reply) => {
      const { from, until, after = null } = request.query;
      const found = await listMovements(deps, request.params.account_id, { from, until, after });
      if (!found.ok) return answerRefusal(reply, found.error);
      return found.value;
    },
  );
}
