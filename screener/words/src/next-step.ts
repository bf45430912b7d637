import type { DecidedNextStep, NextStepCode } from '@screener/engine/next-step';
import { SANAD, SETUP } from './commands.ts';
import { dateOn } from './dates.ts';
import type { Face } from './face.ts';

/**
 * Says in one sentence what the reader can do where there is no verdict. A stranger is never told a command, which
 * only the operator can run.
 */
export function nextStepInWords({ code, symbol, date }: DecidedNextStep, face: Face): string {
  switch (code) {
    case 'connect_to_sec':
      return 'The SEC has what is missing, but this server is not connected to it: ask the operator.';
    case 'provide_holdings':
      return 'The SEC has the report of its holdings, but this server is not connected to it: ask the operator to connect it or to import the report.';
    case 'provide_prices':
      return 'Ask the operator of this server to add prices of that time.';
    case 'try_again':
      return 'A source did not answer: ask again in a few minutes.';
    case 'wait_for_report':
      return date === null
        ? 'Ask again once the next report is filed.'
        : `Ask again once the next report is filed, which is expected about ${dateOn(date, face)}.`;
    case 'ask_another_date':
      return 'Ask for another date: there is no report that stands for this one.';
    case 'use_current_ticker':
      return `Ask for ${symbol ?? 'its present ticker'}.`;
    case 'use_common_stock':
      return 'Ask for the ticker of the company’s common stock.';
    case 'read_report':
      return 'Read the report itself: it may say in words what it does not tag.';
    case 'no_longer_listed':
      return symbol === null
        ? 'Nothing can be done: a company that is not listed is not screened.'
        : `A company that is not listed is not screened; ${symbol} can be.`;
    case 'nothing_to_screen':
      return 'Nothing can be done here: ask a scholar.';
  }
}

/** What an operator can do, with the command. */
export const OPERATOR_STEPS = {
  connect_to_sec: `To fetch what the SEC has, run once: ${SETUP}`,
  provide_holdings: `To fetch it from the SEC, run once: ${SETUP}; or import one: ${SANAD} funds import <file>`,
  provide_prices: `To add prices of that time: ${SANAD} ingest-prices <file.csv>`,
} as const satisfies Partial<Record<NextStepCode, string>>;
