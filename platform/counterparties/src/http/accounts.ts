import type { HttpApp } from '@common/kit/http/app';
import { RefusalBody } from '@platform/api/route';
import { Currency, closed, Instant, Name } from '@platform/core/objects/primitives';
import type { BrokerGuard } from '@platform/frame/broker-guard';
import { Type } from 'typebox';
import { type BalanceDeps, readBalance } from '../use-cases/read-balance.ts';
import { BROKER_REFUSALS, NEEDS_BROKER_TOKEN } from './answers.ts';
import { answerRefusal } from './errors.ts';

/** `GET /accounts/{account_id}/balance`. */
export function addAccountRoute(app: HttpApp, deps: BalanceDeps, guard: BrokerGuard): void {
  app.get(
    '/accounts/:account_id/balance',
    {
      ...guard.hooks,
      schema: {
        summary: 'Balance of an account',
        tags: ['bank'],
        security: NEEDS_BROKER_TOKEN,
        params: Type.Object({ account_id: Name }),
        response: {
          200: closed({ account_id: Name, currency: Currency, balance: Type.String(), as_of: Instant }),
          ...BROKER_REFUSALS,
          404: RefusalBody,
        },
      },
    },
    async (request, reply) => {
      const balance = await readBalance(deps, request.params.account_id);
      if (!balance.ok) return answerRefusal(reply, balance.error);
      return balance.value;
    },
  );
}
