/** What a reader can do where there is no verdict. */
export const NEXT_STEP = {
  connectToSec:
    'The SEC has what is missing, but this server is not connected to it: ask the operator, or, if that is you, run its setup as the README says.',
  provideHoldings:
    'The SEC has the report of its holdings, but this server is not connected to it: ask the operator to connect it or to import the report; if that is you, the README says how.',
  providePrices: 'Ask the operator of this server to add prices of that time.',
  tryAgain: 'A source did not answer: ask again in a few minutes.',
  waitForReport: 'Ask again once the next report is filed.',
  waitForReportUntil: (day: string) =>
    `Ask again once the next report is filed, which is expected about ${day}.`,
  askAnotherDate: 'Ask for another date: there is no report that stands for this one.',
  useTicker: (symbol: string) => `Ask for ${symbol}.`,
  usePresentTicker: 'Ask for its present ticker.',
  useCommonStock: 'Ask for the ticker of the company’s common stock.',
  readReport: 'Read the report itself: it may say in words what it does not tag.',
  notListed: 'Nothing can be done: a company that is not listed is not screened.',
  notListedBut: (symbol: string) => `A company that is not listed is not screened; ${symbol} can be.`,
  nothingToScreen: 'Nothing can be done here: ask a scholar.',
};
