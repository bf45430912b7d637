import { ACTIVITY_LINES, type ActivityLine } from '../business/activity-table.ts';
import { curatedTickers } from '../business/curated-companies.ts';
import type { IndustryOverlay } from './overlay-names.ts';

/**
 * Every answer that rests on the table contains this version. Raise it with any change to the codes, tickers
 * or their effect.
 */
export const INDUSTRY_TABLE_VERSION = 'industry/3';

/** Codes or tickers that have the same effect for the same reason. */
export interface IndustryRow {
  readonly matchedBy: 'sic' | 'ticker';
  /** Four-digit SIC codes, or tickers in the SEC's spelling. */
  readonly values: readonly string[];
  /** `unclear`: the code covers this business and others, so on its own it neither raises nor clears the flag. */
  readonly says: 'flag' | 'unclear';
  readonly reason: string;
}

/** If the screening judges the same line of business, the table reuses its codes and tickers. */
const ALCOHOL = lineOf('alcohol');
const TOBACCO = lineOf('tobacco');
const WEAPONS = lineOf('weapons_defense');

const ORDNANCE = ['3480'];
const MISSILES = ['3760'];
const FIREARM_MAKERS = ['RGR', 'SWBI', 'OLN', 'AOUT', 'POWW', 'PEW'];
const LESS_LETHAL = ['AXON', 'BYRN'];

const sic = (values: readonly string[], reason: string): IndustryRow => row('sic', values, 'flag', reason);
const unclearSic = (values: readonly string[], reason: string): IndustryRow =>
  row('sic', values, 'unclear', reason);
const tickers = (values: readonly string[], reason: string): IndustryRow =>
  row('ticker', values, 'flag', reason);

/** RULES-SHARIA section 5. The filer declares one SIC code for its whole business. */
export const INDUSTRY_TABLE: Readonly<Record<IndustryOverlay, readonly IndustryRow[]>> = {
  weapons_defense: [
    sic(ORDNANCE, 'ordnance: small arms, ammunition and heavier weapons'),
    sic(MISSILES, 'guided missiles and space vehicles'),
    unclearSic(
      without(WEAPONS.reviewSic, [...ORDNANCE, ...MISSILES]),
      'aircraft, engines, ships, vehicles and navigation, for armies and for civilians',
    ),
    tickers(
      without(curatedTickers('weapons_defense', 'review'), [...FIREARM_MAKERS, ...LESS_LETHAL]),
      'military contractor',
    ),
    tickers(LESS_LETHAL, 'weapons meant not to kill, for police and others'),
  ],
  fossil_fuels: [
    sic(['1220', '1221'], 'coal mining'),
    sic(
      ['1311', '1381', '1382', '1389', '6792'],
      'oil and gas: production, drilling, field services, royalties',
    ),
    sic(['2911', '2990'], 'refining and products of petroleum and coal'),
    sic(
      ['4610', '4922', '4923', '4924', '5171', '5172'],
      'pipelines, gas transmission and distribution, petroleum wholesale',
    ),
    unclearSic(['3533'], 'machinery for oil and gas fields, which also drills other wells'),
    unclearSic(['4911', '4931', '4932'], 'electricity, from coal and gas or from other sources'),
  ],
  tobacco: [
    sic(TOBACCO.prohibitedSic, 'tobacco products'),
    tickers(
      curatedTickers('tobacco', 'fail'),
      'makes cigarettes or other tobacco goods, or deals in leaf tobacco',
    ),
  ],
  alcohol: [
    sic(ALCOHOL.prohibitedSic, 'brewing, and wholesale of beer, wine and spirits'),
    unclearSic(ALCOHOL.reviewSic, 'beverages of every kind, wine and spirits as well as soft drinks'),
    tickers([...curatedTickers('alcohol', 'fail'), 'BF-A'], 'brews, distils or makes wine'),
  ],
  gambling: [
    sic(['7948'], 'racing, on which bets are placed'),
    unclearSic(['7990'], 'amusement of every kind, theme parks as well as casinos'),
    unclearSic(['7011'], 'hotels, with and without a casino'),
    tickers(
      curatedTickers('gambling', 'fail'),
      'casinos and betting, games and machines for them, or real estate let to them',
    ),
  ],
  adult_entertainment: [
    tickers(
      curatedTickers('adult_entertainment', 'fail'),
      'adult clubs or adult media; no SIC code stands for this business',
    ),
  ],
  private_prisons: [
    tickers(['GEO', 'CXW'], 'runs prisons or detention centres; no SIC code stands for this business'),
  ],
  civilian_firearms: [
    unclearSic(ORDNANCE, 'ordnance, for armies and for civilians'),
    tickers(
      FIREARM_MAKERS,
      'makes firearms, ammunition or parts for civilians, or runs a marketplace for them',
    ),
    tickers(['SPWH', 'ASO', 'DKS'], 'retailer that sells firearms'),
  ],
};

function row(
  matchedBy: IndustryRow['matchedBy'],
  values: readonly string[],
  says: IndustryRow['says'],
  reason: string,
): IndustryRow {
  return { matchedBy, values, says, reason };
}

function lineOf(id: string): ActivityLine {
  const line = ACTIVITY_LINES.find((candidate) => candidate.id === id);
  if (line === undefined) throw new Error(`no line of business ${id}`);
  return line;
}

function without(values: readonly string[], left: readonly string[]): readonly string[] {
  return values.filter((value) => !left.includes(value));
}
