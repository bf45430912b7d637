import { fail, ok, type Result } from '@common/base/result';
import { writeWhole } from '@platform/console/adapters/local-deployment';
import { exportLogProof } from '@platform/console/use-cases/export-log-proof';
import { findAnchor } from '@platform/console/use-cases/find-anchor';
import { type LogPolicy, parseLogPolicy } from '@platform/core/log/note/log-policy';
import { printable } from '@platform/core/verify/report-html';
import { Command } from 'commander';
import { EXIT, type ExitCode, type Place, printJson, type Run, refuse } from '../context.ts';
import { readTextFile } from '../read-json.ts';

interface ProofOptions {
  readonly policy?: string;
  readonly out?: string;
}

/** The command `sanad log key|proof|anchor`. */
export function logCommand(run: Run): Command {
  const log = new Command('log').description('the transparency log, for programs of others');
  log.addHelpText(
    'after',
    '\nOf any log, also of others (see --help of each):\n  monitor <url>     follow it, and find out if it forks\n  fsck [<url>]      check all that it serves; without an address, this deployment’s own database',
  );
  log
    .command('key')
    .description(
      'the key that signs its checkpoints, as a line of a policy; both, while one takes the place of the other',
    )
    .action(() => run(showKey));
  log
    .command('proof')
    .description('proof that a receipt is in the log (tlog-proof), for sanad-verify --proof')
    .argument('<receipt_id>')
    .option('--policy <file>', 'against the first checkpoint that its witnesses signed (default: the newest)')
    .option('--out <file>', 'write it to this file instead of standard output')
    .action((id: string, options: ProofOptions) => run((place) => writeProof(place, id, options)));
  log
    .command('anchor')
    .description('the first entry in a public log that covers a receipt, for sanad-verify --anchor')
    .argument('<receipt_id>')
    .option('--out <file>', 'write it to this file instead of standard output')
    .action((id: string, options: { readonly out?: string }) =>
      run((place) => writeAnchor(place, id, options.out)),
    );
  return log;
}

async function writeAnchor(place: Place, id: string, out: string | undefined): Promise<ExitCode> {
  const { context, crypto, authority } = place;
  const receipt = await authority.receipt(id);
  if (!receipt.ok) return refuse(context, receipt.error, EXIT.failed);
  const found = await findAnchor({ crypto, authority }, receipt.value);
  if (!found.ok) return refuse(context, found.error, EXIT.failed);
  if (found.value === null) {
    const message = `No head of the log that covers ${id} is in a public log. With SERVICE_REKOR on, one is posted soon.`;
    return refuse(context, { message }, EXIT.failed);
  }
  if (out === undefined) printJson(context, found.value.anchor);
  else await writeWhole(out, `${JSON.stringify(found.value.anchor, null, 2)}\n`);
  for (const reason of found.value.reasons) context.err(`${id}: ${printable(reason)}\n`);
  return EXIT.done;
}

async function showKey({ context, authority }: Place): Promise<ExitCode> {
  const answer = await authority.checkpoints({ from: 0, cosigned: false, limit: 1 });
  if (!answer.ok) return refuse(context, answer.error, EXIT.failed);
  const { vkey, new_vkey: fresh } = answer.value;
  if (vkey === null) {
    return refuse(context, {
      message:
        'The log is empty: it signs its first checkpoint with its first entry. Ask again once a proposal has been executed or denied.',
    });
  }
  context.out(`log ${printable(vkey)}\n`);
  // A policy accepts the whole output, with its comment.
  if (fresh !== undefined) {
    context.out(
      `# The new key. Both sign every checkpoint until the old one, above, is retired.\nlog ${printable(fresh)}\n`,
    );
  }
  return EXIT.done;
}

async function writeProof(place: Place, id: string, { policy, out }: ProofOptions): Promise<ExitCode> {
  const { context, crypto, authority } = place;
  const read = policy === undefined ? ok(null) : await readPolicy(place, policy);
  if (!read.ok) return refuse(context, read.error);
  const receipt = await authority.receipt(id);
  if (!receipt.ok) return refuse(context, receipt.error, EXIT.failed);
  const exported = await exportLogProof({ crypto, authority }, receipt.value, read.value);
  if (!exported.ok) return refuse(context, exported.error, EXIT.failed);
  const { text, verdict } = exported.value;
  if (out === undefined) context.out(text);
  else await writeWhole(out, text);
  for (const reason of verdict.reasons) context.err(`${id}: ${printable(reason)}\n`);
  return EXIT.done;
}

async function readPolicy({ crypto }: Place, file: string): Promise<Result<LogPolicy>> {
  const text = await readTextFile(file);
  if (!text.ok) return fail(text.error.code, `--policy ${text.error.message}`);
  const policy = parseLogPolicy(crypto, text.value);
  return policy.ok ? policy : fail(policy.error.code, `--policy ${file}: ${policy.error.message}`);
}
