import type { Result } from '@common/base/result';
import { writeWhole } from '@platform/console/adapters/local-deployment';
import { receiptStanding, withNewerStanding } from '@platform/console/use-cases/receipt-standing';
import type { NewerStanding } from '@platform/core/objects/dispute';
import type { Receipt } from '@platform/core/objects/receipt';
import type { Ending } from '@platform/core/objects/standing';
import { openReceipt } from '@platform/core/receipt/open-receipt';
import { ENDING_NAMES, earlyProblems } from '@platform/core/verify/checks/standing';
import type { Subject } from '@platform/core/verify/checks/subject';
import { printable } from '@platform/core/verify/report-html';
import { examine } from '@platform/core/verify/verify';
import { EXIT, type ExitCode, type Place, printJson, refuse } from '../context.ts';
import { checkReceipt, readOrAskReceipt } from '../read-receipt.ts';

export const STATUS_CODES = `
Exit codes: 0 nothing that the receipt stood on has ended, 1 no proof of it, or the receipt is not verified
with the keys of this deployment, 2 refused input, 3 something has ended, after the call was sent or
without any call, 4 something had ended before the call was sent.`;

/** The command `sanad receipt status`: a newer proof of what a receipt stood on, and what has ended since. */
export async function receiptStatus(
  place: Place,
  fileOrId: string,
  options: { readonly json?: true; readonly out?: string },
): Promise<ExitCode> {
  const { context, crypto, authority } = place;
  const receipt = await readOrAskReceipt(place, fileOrId);
  if (!receipt.ok) return refuse(context, receipt.error);
  const opened = openReceipt(crypto, receipt.value);
  if (!opened.ok) return refuse(context, opened.error);
  const { keys } = await place.localKeys();
  const checked = checkReceipt(crypto, receipt.value, keys, 'ended_before_sent');
  if (!checked.ok) return refuse(context, checked.error, EXIT.failed);
  const found = await receiptStanding({ crypto, authority, keys }, receipt.value);
  if (!found.ok) return refuse(context, found.error, EXIT.failed);
  const { newer, ...told } = found.value;
  if (options.out !== undefined) {
    const kept = await keep(place, receipt.value, newer, options.out);
    if (!kept.ok) return refuse(context, kept.error, EXIT.failed);
  }
  const { head, ended, since } = told;
  const { subject } = examine(crypto, opened.value, { keys });
  const before = [...ended, ...since].some((ending) => isBefore(subject, ending));
  if (options.json) printJson(context, told);
  else {
    const at = `head ${head.tree_size} of ${head.log_id}, signed ${head.timestamp}`;
    const lines = (endings: readonly Ending[]) => endings.map((ending) => lineOf(subject, ending)).join('');
    context.out(
      `${receipt.value.receipt_id}, proven as of ${at}:\n` +
        (ended.length === 0 ? '  nothing that it stood on has ended\n' : lines(ended)) +
        (since.length === 0 ? '' : `By the authority’s word, which no head has yet:\n${lines(since)}`),
    );
  }
  if (before) return EXIT.endedBefore;
  return ended.length + since.length === 0 ? EXIT.done : EXIT.endedLater;
}

/** Writes the receipt with the newer proof, which is verified first. */
async function keep(
  { context, crypto, authority, localKeys }: Place,
  receipt: Receipt,
  newer: NewerStanding,
  out: string,
): Promise<Result<void>> {
  const renewed = await withNewerStanding(authority, receipt, newer);
  if (!renewed.ok) return renewed;
  const { keys } = await localKeys();
  const checked = checkReceipt(crypto, renewed.value, keys, 'ended_before_sent');
  if (!checked.ok) return checked;
  await writeWhole(out, `${JSON.stringify(renewed.value, null, 2)}\n`);
  context.err(
    `Written to ${printable(out)}. Verify it offline: sanad-verify ${printable(out)} --keys <keys that you trust>\n`,
  );
  return checked;
}

/** Only of what was executed there is an instant at which it was sent. */
function isBefore(subject: Subject, ending: Ending): boolean {
  return subject.receipt.what.outcome === 'executed' && earlyProblems(subject, ending).length > 0;
}

function lineOf(subject: Subject, ending: Ending): string {
  const { kind, id, ended_at: at } = ending;
  const when = isBefore(subject, ending) ? ', before the call was sent' : '';
  return `  the ${ENDING_NAMES[kind]} ${printable(id)} ended at ${at}${when}\n`;
}
