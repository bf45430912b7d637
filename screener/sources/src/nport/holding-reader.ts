import { fail, ok, type Result } from '@common/base/result';
import type { FundHolding } from '@screener/engine/funds/fund-report';

/** Digits with an optional sign and decimal point; the form allows no exponent. */
const DECIMAL = /^-?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})$/;

/** A decimal as filed, in one spelling: `-.05` is `-0.05`, `12.` is `12`, and redundant zeros are dropped. */
export function decimalOf(text: string | null): string | null {
  if (text === null || !DECIMAL.test(text)) return null;
  const isNegative = text.startsWith('-');
  const [whole = '', decimals = ''] = text.replace('-', '').split('.');
  const left = whole.replace(/^0+(?=\d)/, '') || '0';
  const right = decimals.replace(/0+$/, '');
  const digits = right === '' ? left : `${left}.${right}`;
  return isNegative && digits !== '0' ? `-${digits}` : digits;
}

/** The content of one `invstOrSec`, by path below it: `name`, `identifiers/isin@value`, ... */
interface HoldingParts {
  readonly texts: ReadonlyMap<string, string>;
  readonly otherIds: FundHolding['otherIds'];
}

/** Assembles a holding; refuses one that cannot be weighed. `line` counts from 1, for the message. */
export function toHolding(
  { texts, otherIds }: HoldingParts,
  line: number,
): Result<FundHolding, 'nport_refused'> {
  const text = (path: string) => texts.get(path) ?? null;
  const filed = text('valUSD');
  const valueUsd = decimalOf(filed);
  if (valueUsd === null) {
    return fail(
      'nport_refused',
      `holding ${line} (${text('name') ?? 'no name'}) has ${filed === null ? 'no value' : `the value "${filed}"`} in US dollars, so its weight is not known: download the document again from the SEC`,
      { line },
    );
  }
  const restricted = text('isRestrictedSec');
  return ok({
    name: text('name'),
    title: text('title'),
    lei: text('lei'),
    cusip: text('cusip'),
    isin: text('identifiers/isin@value'),
    ticker: text('identifiers/ticker@value'),
    otherIds,
    balance: decimalOf(text('balance')),
    units: text('units'),
    currency: text('curCd') ?? text('currencyConditional@curCd'),
    valueUsd,
    pct: decimalOf(text('pctVal')),
    payoffProfile: text('payoffProfile'),
    assetCategory: text('assetCat') ?? text('assetConditional@assetCat'),
    issuerCategory: text('issuerCat') ?? text('issuerConditional@issuerCat'),
    country: text('invCountry'),
    derivativeKind: text('derivativeInfo/*@derivCat'),
    restricted: restricted === null ? null : restricted === 'Y',
    fairValueLevel: text('fairValLevel'),
  });
}

/** Paths below `invstOrSec` where the text is read. */
export const HOLDING_TEXTS: ReadonlySet<string> = new Set([
  'name',
  'title',
  'lei',
  'cusip',
  'balance',
  'units',
  'curCd',
  'valUSD',
  'pctVal',
  'payoffProfile',
  'assetCat',
  'issuerCat',
  'invCountry',
  'isRestrictedSec',
  'fairValLevel',
]);

/** Paths below `invstOrSec` where an attribute is read. */
export const HOLDING_ATTRIBUTES: Readonly<Record<string, string>> = {
  'identifiers/isin': 'value',
  'identifiers/ticker': 'value',
  currencyConditional: 'curCd',
  assetConditional: 'assetCat',
  issuerConditional: 'issuerCat',
};
