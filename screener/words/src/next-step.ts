import type { DecidedNextStep, NextStepCode } from '@screener/engine/next-step';
import { NEXT_STEP as AR } from './ar/next-step.ts';
import { SANAD, SETUP } from './commands.ts';
import { dateOn } from './dates.ts';
import { NEXT_STEP as EN } from './en/next-step.ts';
import type { Face } from './face.ts';
import type { Language } from './language.ts';

const NEXT_STEP: Readonly<Record<Language, typeof EN>> = { en: EN, ar: AR };

/**
 * Says in one sentence what the reader can do where there is no verdict. A stranger is never told a command, which
 * only the operator can run.
 */
export function nextStepInWords({ code, symbol, date }: DecidedNextStep, face: Face): string {
  const words = NEXT_STEP[face.language];
  switch (code) {
    case 'connect_to_sec':
      return words.connectToSec;
    case 'provide_holdings':
      return words.provideHoldings;
    case 'provide_prices':
      return words.providePrices;
    case 'try_again':
      return words.tryAgain;
    case 'wait_for_report':
      return date === null ? words.waitForReport : words.waitForReportUntil(dateOn(date, face));
    case 'ask_another_date':
      return words.askAnotherDate;
    case 'use_current_ticker':
      return symbol === null ? words.usePresentTicker : words.useTicker(symbol);
    case 'use_common_stock':
      return words.useCommonStock;
    case 'read_report':
      return words.readReport;
    case 'no_longer_listed':
      return symbol === null ? words.notListed : words.notListedBut(symbol);
    case 'nothing_to_screen':
      return words.nothingToScreen;
  }
}

/** What an operator can do, with the command. */
export const OPERATOR_STEPS = {
  connect_to_sec: `To fetch what the SEC has, run once: ${SETUP}`,
  provide_holdings: `To fetch it from the SEC, run once: ${SETUP}; or import one: ${SANAD} funds import <file>`,
  provide_prices: `To add prices of that time: ${SANAD} ingest-prices <file.csv>`,
} as const satisfies Partial<Record<NextStepCode, string>>;
