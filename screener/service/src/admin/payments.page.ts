import type { HttpApp } from '@common/kit/http';
import { addFormRoutes } from '@common/kit/http/body-kinds';
import type { Site } from '@common/web/page-shell';
import { sendPrivatePage } from '@common/web/send-page';
import { Type } from 'typebox';
import { type AssignPaymentDeps, assignPayment } from '../billing/assign-payment.ts';
import { adminPage } from './admin.page.ts';
import { ADMIN, type Operator } from './admin-session.http.ts';
import { PAYMENTS } from './payments-section.page.ts';
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

/** `POST /admin/payments`: the operator gives a payment that fits nobody to an account. */
export async function addPaymentRoutes(app: HttpApp, site: Site, deps: PaymentPageDeps): Promise<void> {
  const { operator } = deps;
  await addFormRoutes(app, (scope) => {
    scope.post(
      PAYMENTS,
      {
        config: { page: true },
        onRequest: [operator.refuseCrossSite, operator.requirePage],
        schema: { hide: true, body: AssignForm },
      },
      async (request, reply) => {
        const { payment, account } = request.body;
        const assigned = await assignPayment(deps, { payment, to: account });
        if (assigned.ok) {
          request.log.info({ payment, account: assigned.value.id }, 'the operator assigned a payment');
          return reply.header('cache-control', 'no-store').redirect(`${ADMIN}?done=assigned#payments`, 303);
        }
        const { days, activationDays } = STATISTICS_BOUNDS;
        const period = { days: days.default, activationDays: activationDays.default };
        const found = await readStatistics(deps, period);
        const refused = { payment, account, error: assigned.error.message };
        const main = statisticsMain(found, { refused });
        return sendPrivatePage(reply, adminPage(site, statisticsTitle(found), main, ADMIN), 422);
      },
    );
  });
}
