import { verify } from '@platform/proof/verify';
import { Command } from 'commander';
import { writeWhole } from '../../adapters/local-deployment.ts';
import { EXIT, type ExitCode, type Place, printJson, type Run, refuse } from '../context.ts';
import { columns, printable } from '../render/text.ts';

interface ListOptions {
  readonly grant?: string;
  readonly tenant?: string;
  readonly json?: true;
}

/** `sanad receipt list|get` */
export function receiptCommand(run: Run): Command {
  const receipt = new Command('receipt').description('proofs of what was decided and done');
  receipt
    .command('list')
    .description('receipts, oldest first')
    .option('--grant <grant_id>', 'only this grant’s')
    .option('--tenant <tenant>', 'only this tenant’s')
    .option('--json', 'print the authority’s answer')
    .action((options: ListOptions) => run((place) => list(place, options)));
  receipt
    .command('get')
    .description('one receipt, checked against the keys of this deployment')
    .argument('<receipt_id>')
    .option('--out <file>', 'write it to this file instead of standard output')
    .action((id: string, options: { readonly out?: string }) => run((place) => get(place, id, options)));
  return receipt;
}

async function list({ context, authority }: Place, options: ListOptions): Promise<ExitCode> {
  const answer = await authority.receipts({ grantId: options.grant ?? null, tenant: options.tenant ?? null });
  if (!answer.ok) return refuse(context, answer.error, EXIT.failed);
  if (options.json) {
    printJson(context, answer.value);
    return EXIT.done;
  }
  const rows = answer.value.map(({ receipt_id, what, how, when }) => [
    receipt_id,
    what.outcome,
    what.reason,
    what.facade,
    how.grant.grant_id,
    when.decided_at,
  ]);
  context.out(rows.length === 0 ? 'no receipts\n' : columns(rows));
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
  const failures = checks.filter(({ outcome }) => outcome === 'fail');
  const [first] = failures;
  context.err(
    first === undefined
      ? `${id}: ${verdict} with the keys of this deployment\n`
      : `${id}: ${verdict}, check ${first.number} (${first.name}): ${printable(first.detail)}\n`,
  );
  return first === undefined ? EXIT.done : EXIT.failed;
}
