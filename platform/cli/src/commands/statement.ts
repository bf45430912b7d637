import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { statementFile } from '@platform/console/statements/statement-file';
import { StatementMonth } from '@platform/core/objects/account-statement';
import { Name, TenantId } from '@platform/core/objects/primitives';
import { isOver } from '@platform/core/statement/period';
import type { Whose } from '@platform/core/statement/read-month';
import { printable } from '@platform/core/verify/report-html';
import { Command } from 'commander';
import { Value } from 'typebox/value';
import { EXIT, type ExitCode, type Place, type Run, refuse } from '../context.ts';

/** The command `sanad statement`. */
export function statementCommand(run: Run): Command {
  return new Command('statement')
    .description('a month of an account, in a file that sanad-verify checks offline')
    .argument('<tenant>', 'such as tn_local')
    .argument('<account>', 'the tenant’s own account at the counterparty')
    .argument('<month>', 'such as 2026-10')
    .requiredOption('-o, --out <file>', 'where to write it')
    .action((tenant: string, account: string, month: string, { out }: { readonly out: string }) =>
      run((place) => write(place, { tenant, account, month }, out)),
    );
}

async function write(place: Place, whose: Whose, out: string): Promise<ExitCode> {
  const { context, crypto, authority, now } = place;
  const fault = faultOf(whose);
  if (fault !== null) return refuse(context, { message: fault });
  const lines = await statementFile({ crypto, authority, now }, whose);
  if (!lines.ok) return refuse(context, lines.error, EXIT.failed);
  // INVARIANT: the name is that of a whole file only.
  const partly = `${out}.part`;
  try {
    await pipeline(Readable.from(lines.value), createWriteStream(partly, { mode: 0o600 }));
    await rename(partly, out);
  } catch (error) {
    await rm(partly, { force: true });
    const message = error instanceof Error ? error.message : String(error);
    return refuse(context, { message: `The statement was not written: ${message}` }, EXIT.failed);
  }
  const soFar = isOver(whose.month, now())
    ? ''
    : `${whose.month} is not over: the file is a statement so far, and sanad-verify exits with 4.\n`;
  context.out(
    `Written to ${printable(out)}.\n${soFar}Verify it offline: sanad-verify ${printable(out)} --keys <keys that you trust>\n`,
  );
  return EXIT.done;
}

function faultOf({ tenant, account, month }: Whose): string | null {
  if (!Value.Check(TenantId, tenant)) return 'The tenant must be an id such as tn_local.';
  if (!Value.Check(Name, account)) return 'The account must be an id such as acct_operating.';
  return Value.Check(StatementMonth, month) ? null : 'The month must be written as 2026-10.';
}
