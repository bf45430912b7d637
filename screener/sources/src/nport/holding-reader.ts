import { fail, ok, type Result } from '@common/base/result';
import type { ContractAmount, FundContract, FundHolding } from '@screener/engine/funds/fund-report';

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
    exchangeRate: decimalOf(text('currencyConditional@exchangeRt')),
    valueUsd,
    pct: decimalOf(text('pctVal')),
    payoffProfile: text('payoffProfile'),
    assetCategory: text('assetCat') ?? text('assetConditional@assetCat'),
    issuerCategory: text('issuerCat') ?? text('issuerConditional@issuerCat'),
    country: text('invCountry'),
    derivativeKind: text('derivativeInfo/*@derivCat'),
    contract: toContract(texts),
    restricted: restricted === null ? null : restricted === 'Y',
    fairValueLevel: text('fairValLevel'),
  });
}

/** Reads a contract's terms; null for a holding that is none. */
function toContract(texts: HoldingParts['texts']): FundContract | null {
  if (!texts.has('derivativeInfo/*@derivCat')) return null;
  const text = (name: ContractText) => texts.get(`derivativeInfo/*/${name}`) ?? null;
  const amount = (of: ContractText, currency: ContractText): ContractAmount | null => {
    const decimal = decimalOf(text(of));
    return decimal === null ? null : { amount: decimal, currency: text(currency) };
  };
  return {
    notional: amount('notionalAmt', 'curCd'),
    bought: amount('amtCurPur', 'curPur'),
    sold: amount('amtCurSold', 'curSold'),
    strike: amount('exercisePrice', 'exercisePriceCurCd'),
    sharesPerContract: decimalOf(text('shareNo')),
    unrealised: decimalOf(text('unrealizedAppr')),
  };
}

/** Elements of a contract itself, not of one that is nested in it. */
const CONTRACT_TEXTS = [
  ...(['notionalAmt', 'curCd', 'unrealizedAppr'] as const),
  ...(['amtCurPur', 'curPur', 'amtCurSold', 'curSold'] as const),
  ...(['exercisePrice', 'exercisePriceCurCd', 'shareNo'] as const),
] as const;
type ContractText = (typeof CONTRACT_TEXTS)[number];

const IN_CONTRACT = /^derivativeInfo\/[^/]+\/([^/]+)$/;

/** The name under which a contract's text is kept, whatever the kind of contract; null for a path of no interest. */
export function contractText(path: string): string | null {
  const name = IN_CONTRACT.exec(path)?.[1];
  return (CONTRACT_TEXTS as readonly (string | undefined)[]).includes(name)
    ? `derivativeInfo/*/${name}`
    : null;
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

/** Paths below `invstOrSec` where attributes are read. */
export const HOLDING_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  'identifiers/isin': ['value'],
  'identifiers/ticker': ['value'],
  currencyConditional: ['curCd', 'exchangeRt'],
  assetConditional: ['assetCat'],
  issuerConditional: ['issuerCat'],
};
