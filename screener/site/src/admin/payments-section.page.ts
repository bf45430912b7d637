import { dateOfInstant } from '@common/base/calendar';
import { field } from '@common/web/field';
import { html, type Safe, url } from '@common/web/html';
import { type Meaning, marked } from '@common/web/mark';
import type { PaymentListed, PaymentState } from '@screener/service/accounts/payments.store';
import { pageSection } from '../parts/section.page.ts';
import { shortDate } from '../parts/words.page.ts';

export const PAYMENTS = '/admin/payments';
export const UNASSIGN = `${PAYMENTS}/undo`;

/** A failed attempt to assign a payment. */
export interface FailedAssignment {
  readonly payment: string;
  /** The account as the operator typed it. */
  readonly account: string;
  readonly error: string;
}

const STATES: Readonly<Record<PaymentState, readonly [meaning: Meaning, word: string]>> = {
  waiting: ['unknown', 'on its way'],
  paid: ['pass', 'paid, upgraded to partner'],
  unpaid: ['warn', 'invoice not paid'],
  refunded: ['unknown', 'refunded, back to free'],
  ended: ['unknown', 'subscription ended'],
};

/** Whether a payment is paid but fits no account, so that it waits for the operator. */
export function waits({ matchedBy, state }: PaymentListed): boolean {
  return matchedBy === null && state === 'paid';
}

/** Lists the newest payments, with a form for each that fits no account. */
export function paymentSection(payments: readonly PaymentListed[], failed: FailedAssignment | null): Safe {
  const isShown = payments.some(({ id }) => id === failed?.payment);
  return pageSection({
    id: 'payments',
    title: 'Payments',
    note: 'The newest. One that fits no account upgrades nobody until you assign it.',
    content: html`${failed !== null && !isShown && html`<p class="field-error" role="alert">${marked('fail', failed.error)}</p>`}
<table class="payments">
<caption class="only-read">Payments</caption>
<thead><tr><th scope="col">When</th><th scope="col">Who</th><th scope="col">What happened</th><th scope="col" class="number">Amount</th></tr></thead>
<tbody>${payments.map((payment) => line(payment, failed?.payment === payment.id ? failed : null))}</tbody>
</table>`,
  });
}

function line(payment: PaymentListed, failed: FailedAssignment | null): Safe {
  const { createdAt, email } = payment;
  return html`<tr>
<th scope="row">${shortDate(dateOfInstant(createdAt))}</th>
<td><bdi>${email ?? 'not said'}</bdi>${whose(payment)}</td>
<td>${stateOf(payment)}${(waits(payment) || failed !== null) && assignForm(payment, failed)}${payment.matchedBy === 'admin' && payment.account !== null && unassignForm(payment)}</td>
<td class="number">${amountOf(payment)}</td>
</tr>
`;
}

/** Names the account of a payment, and says what assigned it. */
function whose({ account, accountEmail, email, matchedBy, assignedAt }: PaymentListed): Safe | null {
  if (matchedBy === null) return null;
  if (account === null) return html`<span class="small-text">its account was deleted</span>`;
  if (matchedBy === 'admin') {
    const at = assignedAt ?? 0;
    const time = `${new Date(at).toISOString().slice(11, 16)} UTC`;
    return html`<span class="small-text">assigned by you to <bdi>${accountEmail}</bdi>, ${shortDate(dateOfInstant(at))}, ${time}</span>`;
  }
  if (matchedBy === 'email') {
    return html`<span class="small-text">${marked('warn', 'matched by e-mail alone')}</span>`;
  }
  return email === accountEmail
    ? null
    : html`<span class="small-text">for the account of <bdi>${accountEmail}</bdi></span>`;
}

function stateOf(payment: PaymentListed): Safe {
  if (waits(payment)) return marked('warn', 'paid, fits no account');
  if (payment.state === 'paid' && payment.account === null) return marked('unknown', 'paid, upgrades nobody');
  return marked(...STATES[payment.state]);
}

function assignForm({ id }: PaymentListed, failed: FailedAssignment | null): Safe {
  return html`<form class="form assign" action="${url(PAYMENTS)}" method="post">
<input type="hidden" name="payment" value="${id}">
${field({
  name: 'account',
  id: `account-${id}`,
  label: 'Whose is it? E-mail address or id of the account',
  value: failed?.account ?? '',
  error: failed?.error,
  maxlength: 254,
  isRequired: true,
})}
<button type="submit" class="outlined">Assign it</button>
</form>`;
}

function unassignForm({ id, accountEmail }: PaymentListed): Safe {
  return html`<form action="${url(UNASSIGN)}" method="post">
<input type="hidden" name="payment" value="${id}">
<button type="submit" class="in-row">Take it back<span class="only-read"> from ${accountEmail}</span></button>
</form>`;
}

function amountOf({ amount, currency }: PaymentListed): string {
  if (amount === null || currency === null) return '–';
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency, currencyDisplay: 'code' });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
