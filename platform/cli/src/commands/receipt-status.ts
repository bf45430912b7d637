import { receiptStanding } from '@platform/console/use-cases/receipt-standing';
import type { Ending } from '@platform/core/objects/standing';
import { ENDING_NAMES } from '@platform/core/verify/checks/standing';
import { printable } from '@platform/core/verify/report-html';
import { EXIT, type ExitCode, type Place, printJson, refuse } from '../context.ts';
import { readOrAskReceipt } from '../read-receipt.ts';

/** The command `sanad receipt status`: a newer proof of what a receipt stood on, and what has ended since. */
export async function receiptStatus(
  place: Place,
  fileOrId: string,
  options: { readonly json?: true },
): Promise<ExitCode> {
  const { context, crypto, authority } = place;
  const receipt = await readOrAskReceipt(place, fileOrId);
  if (!receipt.ok) return refuse(context, receipt.error);
  const { keys } = await place.localKeys();
  const found = await receiptStanding({ crypto, authority, keys }, receipt.value);
  if (!found.ok) return refuse(context, found.error, EXIT.failed);
  if (options.json) {
    const { newer: _, ...told } = found.value;
    printJson(context, told);
    return EXIT.done;
  }
  const { head, ended, since } = found.value;
  const at = `head ${head.tree_size} of ${head.log_id}, signed ${head.timestamp}`;
  context.out(
    `${receipt.value.receipt_id}, proven as of ${at}:\n` +
      (ended.length === 0 ? '  nothing that it stood on has ended\n' : ended.map(lineOf).join('')) +
      (since.length === 0
        ? ''
        : `By the authority’s word, which no head has yet:\n${since.map(lineOf).join('')}`),
  );
  return EXIT.done;
}

function lineOf({ kind, id, ended_at: at }: Ending): string {
  return `  the ${ENDING_NAMES[kind]} ${printable(id)} ended at ${at}\n`;
}
