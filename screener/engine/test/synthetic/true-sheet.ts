import { pick, type Random } from '../support/random.ts';

/**
 * A balance sheet as it truly is, before anyone tags it. Amounts are whole and not negative; everything that an
 * `Assets` or `Liabilities` total includes is in exactly one field. Comments say what is not obvious.
 */
export interface TrueSheet {
  readonly assets: TrueAssets;
  readonly liabilities: TrueLiabilities;
  /** Neither liability nor equity. */
  readonly temporaryEquity: number;
  readonly noncontrolling: number;
}

export interface TrueAssets {
  readonly cashOnHand: number;
  readonly cashEquivalents: number;
  /** Restricted cash, and cash of a disposal group: on lines that have no tag of ours. */
  readonly restrictedCash: number;
  readonly disposalCash: number;
  readonly currentAvailableForSale: number;
  readonly currentHeldToMaturity: number;
  readonly tradeReceivables: number;
  readonly otherReceivables: number;
  readonly contractAssets: Placed<'own line' | 'receivables' | 'other'>;
  readonly financingReceivables: Placed<'own line' | 'receivables'>;
  readonly inventory: number;
  readonly currentParts: Readonly<Record<CurrentAssetPart, Placed<'own line' | 'other'>>>;
  readonly otherCurrent: number;
  /** On a line with a custom element, which no standard tag shows. */
  readonly untaggedCurrent: number;
  readonly noncurrentAvailableForSale: number;
  readonly noncurrentHeldToMaturity: number;
  readonly property: number;
  readonly noncurrentParts: Readonly<Record<NoncurrentAssetPart, Placed<'own line' | 'other'>>>;
  readonly otherNoncurrent: number;
  readonly untaggedNoncurrent: number;
}

export interface TrueLiabilities {
  readonly tradePayables: number;
  readonly otherPayables: number;
  readonly accrued: number;
  readonly currentParts: Readonly<Record<CurrentLiabilityPart, Placed<'own line' | 'accrued' | 'other'>>>;
  readonly otherCurrent: number;
  readonly commercialPaper: number;
  readonly bankLoans: number;
  readonly otherShortTerm: number;
  /** The part of long-term debt that is due within a year. */
  readonly currentPortion: number;
  readonly currentNotes: number;
  readonly untaggedCurrent: number;
  readonly bonds: number;
  readonly longTermLoans: number;
  readonly noncurrentParts: Readonly<Record<NoncurrentLiabilityPart, Placed<'own line' | 'other'>>>;
  readonly otherNoncurrent: number;
  readonly untaggedNoncurrent: number;
}

/** An amount that a filer shows on a line of its own, or inside a line of that kind. */
interface Placed<Where extends string> {
  readonly amount: number;
  readonly where: Where;
}

const CURRENT_ASSET_PARTS = [
  'prepaid',
  'taxReceivable',
  'deferredTax',
  'contractCosts',
  'derivatives',
] as const;
type CurrentAssetPart = (typeof CURRENT_ASSET_PARTS)[number];

const NONCURRENT_ASSET_PARTS = [
  'goodwill',
  'intangibles',
  'equitySecurities',
  'associates',
  'leasedAssets',
  'deferredTax',
  'contractCosts',
  'prepaid',
  'taxReceivable',
] as const;
type NoncurrentAssetPart = (typeof NONCURRENT_ASSET_PARTS)[number];

const CURRENT_LIABILITY_PARTS = [
  'employees',
  'incomeTaxes',
  'salesTaxes',
  'operatingLeases',
  'contracts',
  'warranties',
  'royalties',
  'dividends',
  'interest',
  'derivatives',
  'deposits',
] as const;
type CurrentLiabilityPart = (typeof CURRENT_LIABILITY_PARTS)[number];

const NONCURRENT_LIABILITY_PARTS = [
  'operatingLeases',
  'contracts',
  'incomeTaxes',
  'deferredTaxes',
  'pensions',
  'retiredCare',
  'retirementOfAssets',
  'compensation',
] as const;
type NoncurrentLiabilityPart = (typeof NONCURRENT_LIABILITY_PARTS)[number];

/**
 * Large and unlike each other, so that two sums are equal only where the sheet makes them so: filed amounts that add
 * up are taken for a proof (see face-closure.ts). Many lines are nothing, and some amounts are much smaller.
 */
function amount(random: Random): number {
  const kind = random();
  if (kind < 0.35) return 0;
  return Math.floor((kind < 0.6 ? 1e7 : 1e9) * (0.01 + 0.99 * random()));
}

function placed<Where extends string>(random: Random, wheres: readonly Where[]): Placed<Where> {
  return { amount: amount(random), where: pick(wheres, random) };
}

function each<Name extends string, Where extends string>(
  names: readonly Name[],
  random: Random,
  wheres: readonly Where[],
): Record<Name, Placed<Where>> {
  const parts = names.map((name) => [name, placed(random, wheres)] as const);
  return Object.fromEntries(parts) as Record<Name, Placed<Where>>;
}

export function randomSheet(random: Random): TrueSheet {
  const some = () => amount(random);
  return {
    assets: {
      cashOnHand: some(),
      cashEquivalents: some(),
      restrictedCash: some(),
      disposalCash: some(),
      currentAvailableForSale: some(),
      currentHeldToMaturity: some(),
      tradeReceivables: some(),
      otherReceivables: some(),
      contractAssets: placed(random, ['own line', 'receivables', 'other']),
      financingReceivables: placed(random, ['own line', 'receivables']),
      inventory: some(),
      currentParts: each(CURRENT_ASSET_PARTS, random, ['own line', 'other']),
      otherCurrent: some(),
      untaggedCurrent: some(),
      noncurrentAvailableForSale: some(),
      noncurrentHeldToMaturity: some(),
      property: some(),
      noncurrentParts: each(NONCURRENT_ASSET_PARTS, random, ['own line', 'other']),
      otherNoncurrent: some(),
      untaggedNoncurrent: some(),
    },
    liabilities: {
      tradePayables: some(),
      otherPayables: some(),
      accrued: some(),
      currentParts: each(CURRENT_LIABILITY_PARTS, random, ['own line', 'accrued', 'other']),
      otherCurrent: some(),
      commercialPaper: some(),
      bankLoans: some(),
      otherShortTerm: some(),
      currentPortion: some(),
      currentNotes: some(),
      untaggedCurrent: some(),
      bonds: some(),
      longTermLoans: some(),
      noncurrentParts: each(NONCURRENT_LIABILITY_PARTS, random, ['own line', 'other']),
      otherNoncurrent: some(),
      untaggedNoncurrent: some(),
    },
    temporaryEquity: some(),
    noncontrolling: some(),
  };
}

/** The amounts that screening asks for, and the totals of the face. */
export interface TrueTotals {
  readonly cash: number;
  readonly currentSecurities: number;
  readonly noncurrentSecurities: number;
  /** Trade receivables, and what the filer puts into that line. */
  readonly tradeReceivables: number;
  readonly otherReceivables: number;
  readonly debt: number;
  readonly currentDebt: number;
  readonly noncurrentDebt: number;
  readonly currentAssets: number;
  readonly assets: number;
  readonly currentLiabilities: number;
  readonly liabilities: number;
  /** Equity of the owners of the parent, which may be negative. */
  readonly equity: number;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The sum of the amounts placed at `where`; without it, of all. */
export function at<Where extends string>(parts: readonly Placed<Where>[], where?: Where): number {
  return sum(parts.filter((part) => where === undefined || part.where === where).map((part) => part.amount));
}

export function totalsOf(sheet: TrueSheet): TrueTotals {
  const { assets: a, liabilities: l } = sheet;
  const cash = a.cashOnHand + a.cashEquivalents;
  const currentSecurities = a.currentAvailableForSale + a.currentHeldToMaturity;
  const noncurrentSecurities = a.noncurrentAvailableForSale + a.noncurrentHeldToMaturity;
  const currentAssets =
    cash +
    a.restrictedCash +
    a.disposalCash +
    currentSecurities +
    a.tradeReceivables +
    a.otherReceivables +
    a.contractAssets.amount +
    a.financingReceivables.amount +
    a.inventory +
    at(Object.values(a.currentParts)) +
    a.otherCurrent +
    a.untaggedCurrent;
  const assets =
    currentAssets +
    noncurrentSecurities +
    a.property +
    at(Object.values(a.noncurrentParts)) +
    a.otherNoncurrent +
    a.untaggedNoncurrent;
  const currentDebt = l.commercialPaper + l.bankLoans + l.otherShortTerm + l.currentPortion + l.currentNotes;
  const noncurrentDebt = l.bonds + l.longTermLoans;
  const currentLiabilities =
    l.tradePayables +
    l.otherPayables +
    l.accrued +
    at(Object.values(l.currentParts)) +
    l.otherCurrent +
    currentDebt +
    l.untaggedCurrent;
  const liabilities =
    currentLiabilities +
    noncurrentDebt +
    at(Object.values(l.noncurrentParts)) +
    l.otherNoncurrent +
    l.untaggedNoncurrent;
  return {
    cash,
    currentSecurities,
    noncurrentSecurities,
    tradeReceivables:
      a.tradeReceivables +
      at([a.contractAssets], 'receivables') +
      at([a.financingReceivables], 'receivables'),
    otherReceivables: a.otherReceivables,
    debt: currentDebt + noncurrentDebt,
    currentDebt,
    noncurrentDebt,
    currentAssets,
    assets,
    currentLiabilities,
    liabilities,
    equity: assets - liabilities - sheet.temporaryEquity - sheet.noncontrolling,
  };
}
