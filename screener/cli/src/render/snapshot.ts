import type { BuildReport } from '@screener/service/use-cases/build-snapshot';
import type { Snapshot } from '@screener/sources/snapshot/snapshot';
import { labelled, pageFor, plural, wrap } from './layout.ts';
import { paint, printable, type Terminal } from './terminal.ts';

const LABEL_WIDTH = 11;

export function renderSnapshotBuild(report: BuildReport, folder: string): string {
  const { asOf, companies, filers, tickers, quotes, funds, history } = report;
  const parts = [
    plural(companies, 'company', 'companies'),
    plural(filers, 'other filer'),
    plural(tickers, 'ticker'),
    plural(quotes, 'close'),
    plural(funds, 'fund'),
    plural(history, 'screening'),
  ];
  return `${folder}: as of ${asOf}, ${parts.join(', ')}\n`;
}

/** Writes the output of `sanad snapshot show`: counts, dates, and the source files by role. */
export function renderSnapshot(snapshot: Snapshot, folder: string, terminal: Terminal): string {
  const page = pageFor(terminal);
  const { companies, filers, tickers, quotes, history, asOf } = snapshot;
  const dates = [...quotes.values()].flat().map((quote) => quote.date);
  const span =
    dates.length === 0
      ? ''
      : `, ${dates.reduce((a, b) => (b < a ? b : a))} to ${dates.reduce((a, b) => (b > a ? b : a))}`;
  const facts = companies.reduce((total, company) => total + company.facts.facts.length, 0);
  const reports = companies.reduce((total, company) => total + company.facts.reports.length, 0);
  const row = (label: string, text: string) => labelled(page, label, text, LABEL_WIDTH);
  const roles = [...Map.groupBy(printable(snapshot.sources), (source) => source.role)];
  return `${[
    paint(terminal, 'bold', folder),
    ...row('As of', asOf),
    ...row(
      'Companies',
      `${plural(companies.length, 'company', 'companies')} with ${plural(reports, 'report')} and ${plural(facts, 'fact')}`,
    ),
    ...row('Filers', `${plural(filers.length, 'other filer')} with an industry`),
    ...row('Tickers', plural(tickers.length, 'ticker')),
    ...row('Closes', `${plural(dates.length, 'close')} of ${plural(quotes.size, 'ticker')}${span}`),
    ...row('Funds', fundsText(snapshot)),
    ...row('History', plural(history.length, 'screening')),
    '',
    paint(terminal, 'bold', 'Sources'),
    ...roles.flatMap(([role, sources]) => [
      ...wrap(
        `${role}, ${plural(sources.length, 'file')}, from ${sources[0]?.origin ?? ''}`,
        page.width,
        2,
        4,
      ),
      ...sources.map(({ sha256, file }) => `    ${sha256.slice(0, 12)}  ${file}`),
    ]),
  ].join('\n')}\n`;
}

function fundsText({ funds, fundReports }: Snapshot): string {
  const holdings = fundReports.reduce((total, report) => total + report.holdings.length, 0);
  const symbols = funds.map(({ symbol }) => symbol).join(', ');
  return `${plural(fundReports.length, 'report')} with ${plural(holdings, 'holding')}${symbols === '' ? '' : `: ${symbols}`}`;
}
