import { writeWhole } from '@platform/console/adapters/local-deployment';
import { openReceipt } from '@platform/core/receipt/open-receipt';
import { withhold, withholdable } from '@platform/core/receipt/view';
import { printable } from '@platform/core/verify/report-html';
import { EXIT, type ExitCode, type Place, printJson, refuse } from '../context.ts';
import { readOrAskReceipt } from '../read-receipt.ts';
import { columns } from '../render/text.ts';

interface RedactOptions {
  readonly withhold?: string;
  readonly list?: true;
  readonly out?: string;
}

/** The command `sanad receipt redact`: a view of a receipt, or the names of what it can withhold. */
export async function redactReceipt(
  place: Pick<Place, 'context' | 'crypto' | 'authority'>,
  fileOrId: string,
  { withhold: names, list, out }: RedactOptions,
): Promise<ExitCode> {
  const { context, crypto } = place;
  const read = await readOrAskReceipt(place, fileOrId);
  const receipt = read.ok ? openReceipt(crypto, read.value) : read;
  if (!receipt.ok) return refuse(context, receipt.error);
  if (list || names === undefined) {
    const rows = withholdable(receipt.value).map(({ name, with: others }) => [
      name,
      others.length === 0 ? '' : `and with it ${others.join(', ')}`,
    ]);
    context.out(rows.length === 0 ? 'nothing\n' : columns(rows));
    return EXIT.done;
  }
  const asked = names.split(',').map((name) => name.trim());
  const made = withhold(receipt.value, asked);
  if (!made.ok) return refuse(context, made.error);
  const { view, withheld, mentioned } = made.value;
  if (out === undefined) printJson(context, view);
  else await writeWhole(out, `${JSON.stringify(view, null, 2)}\n`);
  const more = withheld.filter((name) => !asked.includes(name));
  context.err(
    `Withheld: ${printable(asked.join(', '))}\n` +
      (more.length === 0
        ? ''
        : `and what would reveal it, or was withheld before: ${printable(more.join(', '))}\n`) +
      mentioned
        .map(
          ({ name, where }) =>
            `${printable(name)}: the value is mentioned in ${where}, which is signed as a whole and stays\n`,
        )
        .join(''),
  );
  return EXIT.done;
}
