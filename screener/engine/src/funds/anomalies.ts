import { subtract } from '@common/base/exact';
import { Type } from 'typebox';
import { type AnswerOf, choice, nullable, object, text } from '../schema-parts.ts';
import type { FundReport } from './fund-report.ts';
import type { LookThrough } from './look-through.ts';

/** Something wrong in a report. It is reported, and the report is still read. */
export const Anomaly = object({
  code: choice(
    [
      'value_not_positive',
      'pct_negative',
      'pct_differs',
      'pct_missing',
      'no_identifier',
      'weights_do_not_sum',
      'totals_do_not_agree',
      'no_net_assets',
    ],
    'What is wrong, for programs',
  ),
  line: nullable(
    Type.Integer(),
    'Position of the holding in the filing; null where it is about the report as a whole',
  ),
  message: text('What is wrong, for people'),
});
export type Anomaly = AnswerOf<typeof Anomaly>;

/** Percentage points by which a filed percentage may differ from value over net assets: filers round. */
const PCT_TOLERANCE = 0.01;
/** Percent of net assets that holdings may fall short by or exceed; cash and other assets are not holdings. */
const SUM_TOLERANCE_PCT = 1;

export function anomaliesOf(report: FundReport, found: LookThrough): readonly Anomaly[] {
  return [...reportAnomalies(report, found), ...found.findings.flatMap(holdingAnomalies)];
}

function reportAnomalies(report: FundReport, found: LookThrough): readonly Anomaly[] {
  const anomalies: Anomaly[] = [];
  const put = (code: Anomaly['code'], message: string) => anomalies.push({ code, line: null, message });
  const { netAssets } = found;
  if (netAssets <= 0) {
    put('no_net_assets', `net assets are ${report.netAssets}, so no weight can be computed`);
    return anomalies;
  }
  const pct = (100 * found.holdingsValue) / netAssets;
  if (Math.abs(pct - 100) > SUM_TOLERANCE_PCT) {
    put('weights_do_not_sum', `the holdings add up to ${pct.toFixed(2)} % of net assets`);
  }
  if (report.totalAssets !== null && report.totalLiabilities !== null) {
    const difference = subtract(Number(report.totalAssets), Number(report.totalLiabilities));
    if (Math.abs(subtract(difference, netAssets)) > 1) {
      put(
        'totals_do_not_agree',
        `total assets less liabilities are ${difference}, but net assets are ${netAssets}`,
      );
    }
  }
  return anomalies;
}

function holdingAnomalies(finding: LookThrough['findings'][number]): readonly Anomaly[] {
  const { holding, line, kind, value, weight } = finding;
  const anomalies: Anomaly[] = [];
  const who = `${holding.name ?? 'no name'}${holding.title === holding.name ? '' : ` (${holding.title ?? 'no title'})`}`;
  const put = (code: Anomaly['code'], what: string) =>
    anomalies.push({ code, line, message: `${who}: ${what}` });
  if (kind === 'equity' && value <= 0) put('value_not_positive', `the value filed is ${holding.valueUsd}`);
  if (holding.pct === null) put('pct_missing', 'no percentage is filed');
  else if (weight !== null) {
    const pct = Number(holding.pct);
    // The percentage is negative, the value is not.
    if (pct < 0 && value >= 0) put('pct_negative', `the percentage filed is ${holding.pct}`);
    else if (Math.abs(100 * weight - pct) > PCT_TOLERANCE) {
      put(
        'pct_differs',
        `the percentage filed is ${holding.pct}, but value over net assets is ${100 * weight}`,
      );
    }
  }
  if (finding.bucket === 'unresolved' && hasNoIdentifier(finding)) {
    put('no_identifier', 'neither ticker nor ISIN nor CUSIP is filed');
  }
  return anomalies;
}

function hasNoIdentifier({ holding }: LookThrough['findings'][number]): boolean {
  const isNone = (text: string | null) => text === null || text === '' || text === 'N/A' || /^0+$/.test(text);
  return [holding.ticker, holding.isin, holding.cusip].every(isNone);
}
