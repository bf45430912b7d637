import { ok, type Result } from '@common/base/result';
import { writeWhole } from '@platform/console/adapters/local-deployment';
import type { OpenReceipt } from '@platform/core/objects/receipt';
import { withhold, withholdable } from '@platform/core/receipt/view';
import { readReceipt } from '@platform/core/verify/checks/schema';
import { printable } from '@platform/core/verify/report-html';
import { EXIT, type ExitCode, type Place, printJson, refuse } from '../context.ts';
import { readTextFile } from '../read-json.ts';
import { columns } from '../render/text.ts';

interface RedactOptions {
  readonly withhold?: string;
  readonly list?: true;
  readonly out?: string;
}

/** The command `sanad receipt redact`: a view of a receipt, or the names of what it can withhold. */
export async function redactReceipt(
  place: Pick<Place, 'context' | 'crypto'>,
  file: string,
  { withhold: names, list, out }: RedactOptions,
): Promise<ExitCode> {
  const { context } = place;
  const receipt = await readFile(place, file);
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

async function readFile({ crypto }: Pick<Place, 'crypto'>, file: string): Promise<Result<OpenReceipt>> {
  const text = await readTextFile(file);
  if (!text.ok) return text;
  const read = readReceipt(crypto, text.value);
  return read.ok ? ok(read.value) : read;
}
