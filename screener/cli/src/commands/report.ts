import { writeFile } from 'node:fs/promises';
import { dateOfInstant } from '@common/base/calendar';
import { readCase } from '@screener/service/recompute/read-case';
import { reportFile } from '@screener/service/recompute/report-file.adapter';
import { screenTicker, understand } from '@screener/service/use-cases/screen-ticker';
import type { Command } from 'commander';
import { type CliContext, EXIT, type ExitCode, print, refuse, warn, withScreener } from '../context.ts';
import { refuseScreening, rulesOption } from './screen.ts';

interface ReportOptions {
  readonly output?: string;
  readonly asOf?: string;
  readonly rules?: string;
}

/** `sanad report <ticker> -o <file>` */
export function addReportCommand(
  program: Command,
  context: CliContext,
  settle: (code: Promise<ExitCode>) => Promise<void>,
): void {
  program
    .command('report')
    .description('write a report that recomputes itself: an HTML file with facts and engine, for any browser')
    .argument('<ticker>', 'a US ticker: AAPL, SPUS')
    .option('-o, --output <file>', 'the file to write (default: standard output)')
    .option('--as-of <date>', 'as of this date (YYYY-MM-DD), from what was filed by then')
    .addOption(rulesOption())
    .action((ticker: string, options: ReportOptions) => settle(writeReport(context, ticker, options)));
}

function writeReport(
  context: CliContext,
  ticker: string,
  { output, asOf, rules }: ReportOptions,
): Promise<ExitCode> {
  return withScreener(context, async (deps) => {
    const understood = understand(
      { ticker, asOf: asOf ?? null, rules: rules ?? null },
      dateOfInstant(context.clock()),
    );
    if (!understood.ok) return refuseScreening(context, understood.error);
    const answer = await screenTicker(deps, understood.value);
    if (!answer.ok) return refuseScreening(context, answer.error);
    const found = await readCase(deps, answer.value);
    if (!found.ok) return refuse(context, found.error, EXIT.failed);
    const file = await reportFile(answer.value, found.value);
    if (output === undefined) {
      print(context, file);
      return EXIT.answered;
    }
    try {
      await writeFile(output, file);
    } catch (error) {
      return refuse(context, { message: `${output} cannot be written: ${String(error)}` }, EXIT.failed);
    }
    warn(context, `wrote ${output}, ${Math.ceil(Buffer.byteLength(file) / 1_000)} kB: open it in a browser.`);
    return EXIT.answered;
  });
}
