import { formatInstant } from '@common/base/instant';
import type { Result } from '@common/base/result';
import type { BrokerToken, SignedAck } from '@platform/core/objects/counterparty';
import type { Signer } from '@platform/core/signed/signed';
import { acknowledge } from '@platform/frame/acknowledge';
import type { OrderRequest } from '../requests/effects.ts';
import type { BrokerStore, Fill } from '../store/store.ts';
import { isNegative, isZero, minus, plus, quotient } from './money.ts';
import { type OnceRefusal, orderOf, resultOf } from './once.ts';

export interface OrderDeps {
  readonly store: BrokerStore;
  readonly signer: Signer;
  readonly clock: () => number;
  readonly newId: (prefix: string) => string;
}

/** US dollars per share, invented and fixed for trying things out. */
const PRICES: Readonly<Record<string, string>> = { AAPL: '200', MSFT: '400', NVDA: '125', 'BRK.B': '450' };

/** Fills an order by its value, at the fixed price, once per idempotency key. */
export async function placeOrder(
  deps: OrderDeps,
  body: OrderRequest,
  headerKey: string | undefined,
  token: BrokerToken,
): Promise<Result<SignedAck, OnceRefusal>> {
  const order = await orderOf(deps, 'ord_', body, { headerKey, token });
  if (!order.ok) return order;
  const { id: order_id, at } = order.value;
  const { symbol, side, notional, currency } = body;
  const outcome = await deps.store.place(
    order.value,
    (held) => fillOrder(body, held),
    (quantity, price) =>
      acknowledge(deps.signer, 'order', body, at, {
        order_id,
        symbol,
        side,
        notional,
        currency,
        quantity,
        price,
        ...(body.reference === undefined ? {} : { reference: body.reference }),
      }),
  );
  return resultOf(outcome);
}

function fillOrder({ symbol, side, notional, currency }: OrderRequest, held: string): Fill {
  const refuse = (code: string, message: string): Fill => ({ ok: false, refusal: { code, message } });
  const price = Object.hasOwn(PRICES, symbol) ? PRICES[symbol] : undefined;
  if (price === undefined) return refuse('symbol_unknown', `${symbol} is not traded here.`);
  if (currency !== 'USD')
    return refuse('currency_mismatch', `${symbol} is traded in USD, not in ${currency}.`);
  const quantity = quotient(notional, price);
  if (isZero(quantity)) return refuse('order_too_small', `${notional} buys no part of ${symbol}.`);
  const position = side === 'buy' ? plus(held, quantity) : minus(held, quantity);
  if (isNegative(position)) return refuse('position_too_small', `Only ${held} of ${symbol} is held.`);
  return { ok: true, quantity, price, position };
}

interface Position {
  readonly symbol: string;
  /** A decimal string. */
  readonly quantity: string;
  readonly as_of: string;
}

export async function readPosition(
  { store, clock }: Pick<OrderDeps, 'store' | 'clock'>,
  symbol: string,
): Promise<Position> {
  return { symbol, quantity: await store.position(symbol), as_of: formatInstant(clock()) };
}
