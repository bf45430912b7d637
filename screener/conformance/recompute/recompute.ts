import { type Answer, readAnswer, readFundAnswer } from './answer.ts';
import { Audit, type Disagreement } from './audit.ts';
import { type Amounts, auditAmounts, auditMarketCap } from './audit-amounts.ts';
import { auditApproximations } from './audit-approximations.ts';
import { auditAnchor, auditBalanceDates, auditEvidence } from './audit-evidence.ts';
import { auditFund } from './audit-fund.ts';
import { auditMarketData, auditPriceFitsReport, auditTrailingAverages } from './audit-market.ts';
import { auditMethodologies, auditRatios } from './audit-methodologies.ts';
import { auditPurification } from './audit-purification.ts';
import { auditScore } from './audit-score.ts';
import { auditFundTime, auditTime } from './audit-time.ts';
import { auditTranslation } from './audit-translation.ts';
import { auditBusiness, auditMissing, auditVerdict } from './audit-verdict.ts';
import { auditWords } from './audit-words.ts';
import { type CaseFile, openCase } from './case-file.ts';
import { compare, ZERO } from './fraction.ts';
import { RULE_SETS } from './published-rules.ts';

/**
 * Recomputes an answer of `GET /v1/screen/{ticker}` (its `data`) from its own evidence and market data, by
 * the published rules as written down here. Returns where the two disagree, which is nowhere for a good
 * answer.
 *
 * This program shares no code with the engine that gave the answer. It takes from the answer what only the
 * filings can prove: that a figure was filed, that there is no newer report, what the price was. The
 * addresses of the filings are in the evidence. For a fund it recomputes weights, verdict, score and
 * purification from the holdings that are listed; the verdict on a company held is recomputed from that
 * company's own answer.
 */
export function recompute(answer: unknown): readonly Disagreement[] {
  const audit = new Audit();
  if (isFund(answer)) {
    const fund = readFundAnswer(answer, audit);
    if (fund !== null) {
      auditFundTime(fund, audit);
      auditFund(fund, audit);
    }
    return audit.found;
  }
  const read = readAnswer(answer, audit);
  if (read !== null) auditAnswer(openCase(read, audit));
  return audit.found;
}

function isFund(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'etf_look_through' in answer;
}

function auditAnswer(caseFile: CaseFile): void {
  const { answer, audit } = caseFile;
  audit.holds('cik', answer.cik, /^\d{10}$/.test(answer.cik), 'ten digits');
  auditEvidence(caseFile);
  auditMarketData(caseFile);
  auditApproximations(caseFile);
  const amounts = amountsOf(caseFile, answer);
  const priced =
    answer.anchor === null ? amounts : auditTranslation({ ...caseFile, anchor: answer.anchor }, amounts);
  const business = auditBusiness(caseFile);
  const methodologies = auditMethodologies(caseFile, amounts, priced, business);
  auditRatios(caseFile, methodologies);
  const verdict = auditVerdict(caseFile, business, methodologies);
  auditMissing(caseFile, business, verdict, methodologies, (denominator) => {
    const { high = null } = amounts.get(denominator) ?? {};
    return high !== null && compare(high, ZERO) > 0;
  });
  auditScore(caseFile, business, verdict, methodologies);
  auditPurification(caseFile, amounts);
  auditTrailingAverages(caseFile, priced);
  auditTime(caseFile);
  auditWords(caseFile, RULE_SETS[answer.rules]);
}

/**
 * Recomputes the amounts. Without a report to screen there is nothing to compute, and everything is unknown.
 */
function amountsOf(caseFile: CaseFile, answer: Answer): Amounts {
  const { audit } = caseFile;
  if (answer.anchor === null) {
    const names = [...Object.keys(answer.amounts), ...answer.evidence.map((entry) => entry.id)];
    audit.holds('anchor', names, names.length === 0, 'a report, since there are figures from one');
    audit.same('market_data.id', answer.market_data.id, null);
    return new Map();
  }
  const screened = { ...caseFile, anchor: answer.anchor };
  auditAnchor(screened);
  auditBalanceDates(screened);
  const amounts = auditAmounts(screened);
  auditMarketCap(screened);
  auditPriceFitsReport(screened);
  return amounts;
}
