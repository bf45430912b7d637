import { formatInstant } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import { Currency, closed, Hash, Instant } from '@platform/core/objects/primitives';
import { Signature } from '@platform/core/objects/signature';
import { type Signer, signHash } from '@platform/core/signed/signed';
import { type Static, Type } from 'typebox';
import { quotient } from './money.ts';

export const FxQuote = closed({
  fx_quote: closed({
    type: Type.Literal('sanad/fx-quote/1'),
    base: Currency,
    quote: Currency,
    rate: Type.String({ description: 'Units of `quote` per unit of `base`, to six decimals' }),
    quoted_at: Instant,
    valid_until: Instant,
  }),
  fx_quote_hash: Hash,
  signature: Signature,
});
export type FxQuote = Static<typeof FxQuote>;

/** Units per US dollar, invented and fixed for trying things out. */
const PER_DOLLAR: Readonly<Record<string, string>> = {
  USD: '1',
  AED: '3.6725',
  CHF: '0.8',
  EUR: '0.92',
  GBP: '0.79',
  JPY: '150',
  NOK: '10.5',
  SAR: '3.75',
  SEK: '10.4',
};
const VALID_MS = 60_000;

/** Signs a rate between two currencies, valid for one minute. */
export function quoteFx(
  deps: { readonly signer: Signer; readonly clock: () => number },
  base: string,
  quote: string,
): Result<FxQuote, 'currency_unknown'> {
  const perBase = Object.hasOwn(PER_DOLLAR, base) ? PER_DOLLAR[base] : undefined;
  const perQuote = Object.hasOwn(PER_DOLLAR, quote) ? PER_DOLLAR[quote] : undefined;
  if (perBase === undefined || perQuote === undefined) {
    const known = Object.keys(PER_DOLLAR).join(', ');
    return fail('currency_unknown', `Rates are available for ${known}.`);
  }
  const now = deps.clock();
  const quoted = {
    type: 'sanad/fx-quote/1' as const,
    base,
    quote,
    rate: quotient(perQuote, perBase),
    quoted_at: formatInstant(now),
    valid_until: formatInstant(now + VALID_MS),
  };
  const hash = hashOf(nodeCrypto, quoted);
  return ok({ fx_quote: quoted, fx_quote_hash: hash, signature: signHash(deps.signer, hash) });
}
