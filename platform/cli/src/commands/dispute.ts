import { fail, ok, type Result } from '@common/base/result';
import { writeWhole } from '@platform/console/adapters/local-deployment';
import { disputeFile } from '@platform/console/use-cases/dispute-file';
import { Dispute, GROUNDS, type Ground, type Said } from '@platform/core/objects/dispute';
import { openReceipt } from '@platform/core/receipt/open-receipt';
import { printable } from '@platform/core/verify/report-html';
import { Command, Option } from 'commander';
import { Value } from 'typebox/value';
import { EXIT, type ExitCode, type Place, printJson, type Run, refuse } from '../context.ts';
import { readJsonFile } from '../read-json.ts';
import { readOrAskReceipt } from '../read-receipt.ts';

interface Options {
  readonly ground?: Ground;
  readonly claim?: string;
  readonly by?: string;
  readonly answer?: string;
  readonly from?: string;
  readonly kept?: readonly string[];
  readonly out?: string;
}

/** The command `sanad dispute`. */
export function disputeCommand(run: Run): Command {
  return new Command('dispute')
    .description('a receipt with all that its judge needs, in one file for sanad judge and sanad-verify')
    .argument('<receipt>', 'its id, or its file, which may be a view')
    .addOption(new Option('--ground <ground>', 'what the dispute is about').choices(GROUNDS))
    .option('--claim <words>', 'what is claimed, in words; goes with --by')
    .option('--by <name>', 'who claims it')
    .option('--answer <words>', 'what the other side says, in words; goes with --from')
    .option('--from <name>', 'who answers')
    .option(
      '--kept <file...>',
      'a revocation, cancellation, rejection or acknowledgment that its signer kept, in case the receipt does not have it',
    )
    .option('-o, --out <file>', 'write it to this file instead of standard output')
    .action((given: string, options: Options) => run((place) => dispute(place, given, options)));
}

async function dispute(place: Place, given: string, options: Options): Promise<ExitCode> {
  const { context, crypto, authority, now } = place;
  const { ground, claim, by, answer, from, out } = options;
  const said = {
    claim: saidBy('--claim', claim, '--by', by),
    answer: saidBy('--answer', answer, '--from', from),
  };
  if (!said.claim.ok) return refuse(context, said.claim.error);
  if (!said.answer.ok) return refuse(context, said.answer.error);
  const file = await readOrAskReceipt(place, given);
  if (!file.ok) return refuse(context, file.error);
  const receipt = openReceipt(crypto, file.value);
  if (!receipt.ok) return refuse(context, receipt.error);
  const kept = await readKept(options.kept ?? []);
  if (!kept.ok) return refuse(context, kept.error);
  const { keys } = await place.localKeys();
  const made = await disputeFile({ crypto, authority, keys, now }, receipt.value, {
    ground: ground ?? null,
    claim: said.claim.value,
    answer: said.answer.value,
    kept: [...kept.value],
  });
  const { others, movements } = made.dispute;
  if (made.dispute.kept.length > kept.value.length)
    context.err('Also in it: the revocation of the mandate, which the receipt does not have.\n');
  if (others.length + movements.length > 0)
    context.err(
      `Also in it, for every reader to see: other receipts, ${others.length}; lists of movements, ${movements.length}.\n`,
    );
  for (const why of made.lacking) context.err(`Not in it: ${printable(why)}\n`);
  if (out === undefined) {
    printJson(context, made.dispute);
    return EXIT.done;
  }
  await writeWhole(out, `${JSON.stringify(made.dispute, null, 2)}\n`);
  context.out(
    `Written to ${printable(out)}.\nJudge it offline: sanad judge ${printable(out)} --keys <keys that you trust>\n`,
  );
  return EXIT.done;
}

/** Words and the name of whose they are go together. */
function saidBy(
  wordsOption: string,
  words: string | undefined,
  byOption: string,
  by: string | undefined,
): Result<Said | null> {
  if (words === undefined && by === undefined) return ok(null);
  const said = { by: by ?? '', words: words ?? '' };
  if (Value.Check(Dispute.properties.claim, said)) return ok(said);
  return fail('said_incomplete', `${wordsOption} and ${byOption} go together: the words, and whose they are`);
}

async function readKept(files: readonly string[]): Promise<Result<Dispute['kept']>> {
  const kept: unknown[] = [];
  for (const file of files) {
    const read = await readJsonFile(file);
    if (!read.ok) return read;
    kept.push(read.value);
  }
  if (Value.Check(Dispute.properties.kept, kept)) return ok(kept);
  return fail(
    'kept_unusable',
    `--kept ${files.join(' ')}: not a signed revocation, cancellation, rejection or acknowledgment`,
  );
}
