import type { HttpApp } from '@common/kit/http/app';
import { addFormRoutes } from '@common/kit/http/body-kinds';
import type { Site } from '@common/web/page-shell';
import { sendPrivatePage } from '@common/web/send-page';
import {
  type AssignPaymentDeps,
  assignPayment,
  unassignPayment,
} from '@screener/service/accounts/assign-payment';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { adminPage } from './admin.page.ts';
import { ADMIN, type Operator } from './admin-session.http.ts';
import { type FailedAssignment, PAYMENTS, UNASSIGN } from './payments-section.page.ts';
import { readStatistics, STATISTICS_BOUNDS, type StatisticsDeps } from './read-statistics.ts';
import { statisticsMain, statisticsTitle } from './statistics.page.ts';

interface PaymentPageDeps extends Omit<StatisticsDeps, 'payments'>, AssignPaymentDeps {
  readonly operator: Operator;
  readonly payments: StatisticsDeps['payments'] & AssignPaymentDeps['payments'];
}

const AssignForm = Type.Object({
  payment: Type.String({ maxLength: 255 }),
  account: Type.String({ maxLength: 2_000 }),
});

const UnassignForm = Type.Object({ payment: Type.String({ maxLength: 255 }) });

/**
 * `POST /admin/payments` and `/admin/payments/undo`: the operator assigns a payment that fits no account, or
 * takes the assignment back.
 */
export async function addPaymentRoutes(app: HttpApp, site: Site, deps: PaymentPageDeps): Promise<void> {
  const { operator } = deps;
  const done = (reply: FastifyReply, what: 'assigned' | 'unassigned') =>
    reply.header('cache-control', 'no-store').redirect(`${ADMIN}?done=${what}#payments`, 303);
  const refuse = async (reply: FastifyReply, refused: FailedAssignment) => {
    const { days, activationDays } = STATISTICS_BOUNDS;
    const found = await readStatistics(deps, {
      days: days.default,
      activationDays: activationDays.default,
    });
    const main = statisticsMain(found, { refused });
    return sendPrivatePage(reply, adminPage(site, statisticsTitle(found), main, ADMIN), 422);
  };
  const onRequest = [operator.refuseCrossSite, operator.requirePage];
  await addFormRoutes(app, (scope) => {
    scope.post(
      PAYMENTS,
      {
        config: { page: true },
        onRequest,
        schema: { hide: true, body: AssignForm },
      },
      async (request, reply) => {
        const { payment, account } = request.body;
        const assigned = await assignPayment(deps, { payment, to: account });
        if (assigned.ok) {
          request.log.info({ payment, account: assigned.value.id }, 'the operator assigned a payment');
          return done(reply, 'assigned');
        }
        return refuse(reply, { payment, account, error: assigned.error.message });
      },
    );
    scope.post(
      UNASSIGN,
      { config: { page: true }, onRequest, schema: { hide: true, body: UnassignForm } },
      async (request, reply) => {
        const { payment } = request.body;
        const undone = await unassignPayment(deps, payment);
        if (!undone.ok) return refuse(reply, { payment, account: '', error: undone.error.message });
        request.log.info({ payment }, 'the operator took back the assignment of a payment');
        return done(reply, 'unassigned');
      },
    );
  });
}
