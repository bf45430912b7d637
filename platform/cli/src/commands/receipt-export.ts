import { ok, type Result } from '@common/base/result';
import { writeFiles } from '@platform/console/adapters/receipt-folder';
import { exportStatement, type StatementExport } from '@platform/console/use-cases/export-statement';
import { exportAp2 } from '@platform/core/exports/ap2';
import { spkiOf } from '@platform/core/exports/scitt';
import { toBase64 } from '@platform/core/log/note/base64';
import { formatNoteKey } from '@platform/core/log/note/note-key';
import type { Receipt } from '@platform/core/objects/receipt';
import { openReceipt } from '@platform/core/receipt/open-receipt';
import { printable } from '@platform/core/verify/report-html';
import { reasonWords } from '@platform/words/reasons';
import { EXIT, type ExitCode, type Place, refuse } from '../context.ts';
import { checkReceipt, readOrAskReceipt } from '../read-receipt.ts';

export const EXPORT_FORMATS = ['ap2', 'scitt'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Files by name, and what to say of them. */
interface Exported {
  readonly files: Readonly<Record<string, unknown>>;
  readonly said: string;
}

/** The command `sanad receipt export <receipt> --as ap2|scitt`: one receipt in the formats of others, in a folder. */
export async function exportReceiptAs(
  place: Place,
  fileOrId: string,
  { as, out }: { readonly as: ExportFormat; readonly out?: string },
): Promise<ExitCode> {
  const { context, crypto } = place;
  const receipt = await readOrAskReceipt(place, fileOrId);
  if (!receipt.ok) return refuse(context, receipt.error);
  const { keys } = await place.localKeys();
  const checked = checkReceipt(crypto, receipt.value, keys);
  if (!checked.ok) return refuse(context, checked.error, EXIT.failed);
  const exported = as === 'ap2' ? asAp2(place, receipt.value) : await asScitt(place, receipt.value);
  if (!exported.ok) return refuse(context, exported.error, EXIT.failed);
  const { files, said } = exported.value;
  const folder = out ?? `${receipt.value.receipt_id}.${as}`;
  const written = await writeFiles(folder, { ...files, 'receipt.json': receipt.value });
  if (!written.ok) return refuse(context, written.error);
  const names = [...Object.keys(files), 'receipt.json'].join(', ');
  context.out(`Written to ${printable(folder)}: ${names}.\n${said}`);
  return EXIT.done;
}

function asAp2({ crypto }: Place, receipt: Receipt): Result<Exported> {
  const opened = openReceipt(crypto, receipt);
  if (!opened.ok) return opened;
  const exported = exportAp2(crypto, opened.value, reasonWords);
  if (!exported.ok) return exported;
  const { paymentMandate, paymentReceipt } = exported.value;
  return ok({
    files: { 'payment_mandate.json': paymentMandate, 'payment_receipt.json': paymentReceipt },
    said: 'Nobody has signed the mandate and its receipt in AP2’s form: receipt.json, which they name, proves them.\n',
  });
}

async function asScitt({ crypto, authority }: Place, receipt: Receipt): Promise<Result<Exported>> {
  const exported = await exportStatement({ crypto, authority }, receipt);
  if (!exported.ok) return exported;
  const { transparent, statement, receipt: coseReceipt, preimage, key, checkpoint } = exported.value;
  return ok({
    files: {
      'transparent-statement.cose': transparent,
      'statement.cose': statement,
      'receipt.cose': coseReceipt,
      'preimage.json': preimage,
      'log-key.pub': pemOf(key.publicKey),
      'checkpoint.txt': checkpoint,
    },
    said: saidOf(exported.value),
  });
}

function saidOf({ entry, index, size, key }: StatementExport): string {
  return `Statement and receipt hold: leaf ${index} of ${size}, whose entry is ${entry}.
All ${size} entries of the log were read: they give the root of checkpoint.txt and that of receipt.cose.
Both are signed by the log’s key, ${printable(formatNoteKey(key))}. Readers need it another way (npx sanad log key).
`;
}

function pemOf(publicKey: Uint8Array): string {
  return `-----BEGIN PUBLIC KEY-----\n${toBase64(spkiOf(publicKey))}\n-----END PUBLIC KEY-----\n`;
}
