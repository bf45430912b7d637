import { ok, type Result } from '@common/base/result';
import { writeWhole } from '@platform/console/adapters/local-deployment';
import { writeExport } from '@platform/console/adapters/receipt-folder';
import { findAnchor } from '@platform/console/use-cases/find-anchor';
import type { Anchor } from '@platform/core/objects/anchor';
import { type EventRecord, LogRestored } from '@platform/core/objects/event';
import type { Receipt } from '@platform/core/objects/receipt';
import { openReceipt } from '@platform/core/receipt/open-receipt';
import { settlesLater } from '@platform/core/verify/addendum';
import { printable } from '@platform/core/verify/report-html';
import { verify } from '@platform/core/verify/verify';
import { reasonWithCode } from '@platform/words/reasons';
import { settlementWords } from '@platform/words/settled';
import { Command, Option } from 'commander';
import { Value } from 'typebox/value';
import { EXIT, type ExitCode, type Place, printJson, type Run, refuse } from '../context.ts';
import { columns } from '../render/text.ts';
import { EXPORT_FORMATS, type ExportFormat, exportReceiptAs } from './receipt-export.ts';
import { redactReceipt } from './receipt-redact.ts';
import { receiptStatus, STATUS_CODES } from './receipt-status.ts';

interface ListOptions {
  readonly grant?: string;
  readonly tenant?: string;
  readonly all?: true;
  readonly json?: true;
}

interface ExportOptions {
  readonly tenant?: string;
  readonly as?: ExportFormat;
  readonly out?: string;
}

/** The command `sanad receipt list|get|addenda|export|status|redact`. */
export function receiptCommand(run: Run): Command {
  const receipt = new Command('receipt').description('proofs of what was decided and done');
  receipt
    .command('list')
    .description('receipts, oldest first')
    .option('--grant <grant_id>', 'only this grant’s')
    .option('--tenant <tenant>', 'only this tenant’s')
    .option('--all', 'every receipt, not only the newest 100')
    .option('--json', 'print the authority’s answer')
    .action((options: ListOptions) => run((place) => list(place, options)));
  receipt
    .command('export')
    .description(
      'all receipts with the public keys, in a folder that sanad-verify --dir checks offline; or one receipt in another format',
    )
    .argument(
      '<folder_or_receipt>',
      'a folder that does not exist yet; with --as, a receipt’s file or its id',
    )
    .option('--tenant <tenant>', 'only this tenant’s receipts')
    .addOption(
      new Option('--as <format>', 'one receipt as a payment of AP2, or as a signed statement of SCITT')
        .choices(EXPORT_FORMATS)
        .conflicts('tenant'),
    )
    .option('-o, --out <folder>', 'with --as: the folder, which must not exist yet')
    .action((given: string, { as, out, tenant }: ExportOptions) =>
      run((place) =>
        as === undefined
          ? exportAll(place, given, tenant ?? null)
          : exportReceiptAs(place, given, out === undefined ? { as } : { as, out }),
      ),
    );
  receipt
    .command('get')
    .description('one receipt, checked against the keys of this deployment')
    .argument('<receipt_id>')
    .option('--out <file>', 'write it to this file instead of standard output')
    .action((id: string, options: { readonly out?: string }) => run((place) => get(place, id, options)));
  receipt
    .command('addenda')
    .description('what became later of what a receipt says, for sanad-verify --addendum')
    .argument('<receipt_id>')
    .option('--out <file>', 'write them to this file instead of standard output')
    .action((id: string, options: { readonly out?: string }) => run((place) => addenda(place, id, options)));
  receipt
    .command('status')
    .description(
      'proof of how what a receipt stood on stands by now: mandate, rules, payees and people’s keys',
    )
    .argument('<receipt>', 'its file or its id')
    .option('--json', 'print head and endings')
    .option('--out <file>', 'write the receipt with this proof in it, for sanad-verify, offline')
    .addHelpText('after', STATUS_CODES)
    .action((given: string, options: { readonly json?: true; readonly out?: string }) =>
      run((place) => receiptStatus(place, given, options)),
    );
  receipt
    .command('redact')
    .description('a view of a receipt: what it withholds stays hidden, and the rest still verifies')
    .argument('<receipt>', 'its id, or its file, which may be a view')
    .option('--withhold <names>', 'what to withhold, such as amount,memo: see --list')
    .option('--list', 'print what can be withheld, and what goes with it')
    .option('--out <file>', 'write the view to this file instead of standard output')
    .action(
      (given: string, options: { readonly withhold?: string; readonly list?: true; readonly out?: string }) =>
        run((place) => redactReceipt(place, given, options)),
    );
  receipt
    .command('verify [file]', { hidden: true })
    .allowUnknownOption()
    .allowExcessArguments()
    .action((file = '<file>') =>
      run(async ({ context }) => {
        const message = `To verify a receipt is what another program does, which needs no deployment: sanad-verify ${printable(file)}`;
        return refuse(context, { message });
      }),
    );
  return receipt;
}

async function list({ context, authority }: Place, options: ListOptions): Promise<ExitCode> {
  const answer = await authority.receipts({
    grantId: options.grant ?? null,
    tenant: options.tenant ?? null,
    all: options.all ?? false,
  });
  if (!answer.ok) return refuse(context, answer.error, EXIT.failed);
  const { isWhole } = answer.value;
  // As the lists of grants and of the console; the authority's own order is the log's.
  const items = answer.value.items.toReversed();
  if (!isWhole)
    context.err(`sanad: only the newest ${items.length} receipts are listed: --all lists every one\n`);
  if (options.json) {
    printJson(context, items);
    return EXIT.done;
  }
  const rows = items.map(({ receipt_id, what, how, when }) => [
    receipt_id,
    what.outcome,
    reasonWithCode(what.reason),
    what.facade,
    how.grant.grant_id,
    when.decided_at,
  ]);
  context.out(rows.length === 0 ? 'no receipts\n' : columns(rows));
  return EXIT.done;
}

async function exportAll(place: Place, folder: string, tenant: string | null): Promise<ExitCode> {
  const { context, authority } = place;
  const answer = await authority.receipts({ grantId: null, tenant, all: true });
  if (!answer.ok) return refuse(context, answer.error, EXIT.failed);
  const pruned = await authority.prunedReceipts();
  if (!pruned.ok) return refuse(context, pruned.error, EXIT.failed);
  const receipts = answer.value.items;
  const { keys } = await place.localKeys();
  const ofTenant = pruned.value.filter((record) => tenant === null || isAbout(record, tenant));
  const anchors = await findAnchors(place, receipts);
  if (!anchors.ok) return refuse(context, anchors.error, EXIT.failed);
  const written = await writeExport(folder, {
    receipts,
    pruned: ofTenant,
    keys,
    anchors: anchors.value,
  });
  if (!written.ok) return refuse(context, written.error);
  context.out(
    `Written to ${printable(folder)}: receipts: ${receipts.length}, public keys: ${Object.keys(keys).length}${anchors.value.size === 0 ? '' : `, entries in a public log: ${anchors.value.size}`}.\n` +
      `Verify them offline: sanad-verify --dir ${printable(folder)} --keys <keys that you trust>\n`,
  );
  return EXIT.done;
}

/**
 * The anchors of the receipts that are in a public log by now, by receipt id. If no receipt names an entry,
 * it does not ask for any.
 */
async function findAnchors(
  { crypto, authority }: Place,
  receipts: readonly Receipt[],
): Promise<Result<ReadonlyMap<string, Anchor>>> {
  const anchors = new Map<string, Anchor>();
  if (!receipts.some(({ status }) => status.log?.external !== undefined)) return ok(anchors);
  for (const receipt of receipts) {
    const found = await findAnchor({ crypto, authority }, receipt);
    if (!found.ok) return found;
    if (found.value !== null) anchors.set(receipt.receipt_id, found.value.anchor);
  }
  return ok(anchors);
}

/**
 * Whether an event is about a tenant. Deleted receipts belong to one tenant; those lost with a database may
 * belong to several.
 */
function isAbout({ event, body }: EventRecord, tenant: string): boolean {
  if (event.kind !== 'log_restored') return event.tenant === tenant;
  return Value.Check(LogRestored, body) && body.receipts_lost.some((lost) => lost.tenant === tenant);
}

async function addenda(
  { context, authority }: Place,
  id: string,
  { out }: { readonly out?: string },
): Promise<ExitCode> {
  const answer = await authority.addenda(id);
  if (!answer.ok) return refuse(context, answer.error, EXIT.failed);
  if (out === undefined) printJson(context, answer.value);
  else await writeWhole(out, `${JSON.stringify(answer.value, null, 2)}\n`);
  return EXIT.done;
}

async function get(place: Place, id: string, options: { readonly out?: string }): Promise<ExitCode> {
  const { context, crypto, authority } = place;
  const answer = await authority.receipt(id);
  if (!answer.ok) return refuse(context, answer.error, EXIT.failed);
  const { keys } = await place.localKeys();
  const { verdict, checks } = verify(crypto, answer.value, { keys });
  if (options.out === undefined) printJson(context, answer.value);
  else await writeWhole(options.out, `${JSON.stringify(answer.value, null, 2)}\n`);
  const opened = openReceipt(crypto, answer.value);
  if (opened.ok && settlesLater(opened.value)) {
    const later = await authority.addenda(id);
    const words = later.ok ? settlementWords(opened.value, later.value) : later.error.message;
    context.err(`${id}: ${printable(words ?? '')}\n`);
  }
  const failures = checks.filter(({ outcome }) => outcome === 'fail');
  const [first] = failures;
  context.err(
    first === undefined
      ? `${id}: ${verdict} with the keys of this deployment\n`
      : `${id}: ${verdict}, check ${first.number} (${first.name}): ${printable(first.detail)}\n`,
  );
  return first === undefined ? EXIT.done : EXIT.failed;
}
