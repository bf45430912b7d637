import { KEY_TYPES, parseNoteKey } from '@platform/core/log/note/note-key';
import { printable } from '@platform/core/verify/report-html';
import type { Command } from 'commander';
import { agreed, EXIT, type ExitCode, type Place, type Run, refuse } from '../context.ts';

/** The name of the log’s checkpoint key, where other commands take a kid. It has no entry in `public/`. */
export const LOG_KEY = 'checkpoint';

const UNCHANGED = 'Nothing was changed';

interface RetireOptions {
  readonly stolen?: true;
  readonly lost?: string;
  readonly yes?: true;
}

/** Adds `sanad keys retire`. */
export function addRetire(keys: Command, run: Run): void {
  keys
    .command('retire')
    .description(
      'take the older of the log’s two keys of checkpoints out of use, once readers have the new one',
    )
    .addArgument(keys.createArgument('<kid>', 'checkpoint').choices([LOG_KEY]))
    .option('--stolen', 'others may have it: checkpoints that it signed no longer count as the log’s word')
    .option(
      '--lost <vkey>',
      'instead, a key that is no longer in this folder, by its verifier key: one of the log’s that no longer signs',
    )
    .option('--yes', 'do not ask')
    .action((_kid: string, options: RetireOptions) => run((place) => retire(place, options)));
}

/** Runs `sanad keys rotate checkpoint`. The old key continues to sign, so no reader is refused. */
export async function addSecondKey({ context, crypto, deployment }: Place): Promise<ExitCode> {
  const added = await deployment.addLogKey();
  if (!added.ok) return refuse(context, added.error);
  context.out(
    `made: checkpoint.next.pem, the log’s new key, sha256:${crypto.sha256(added.value.fresh)}
Running authorities sign every checkpoint with both keys from now on. On another machine, copy that file first.
Tell readers and witnesses both: npx sanad log key. Once they have the new one: sanad keys retire checkpoint.
`,
  );
  return EXIT.done;
}

async function retire(place: Place, options: RetireOptions): Promise<ExitCode> {
  const { context, crypto, deployment } = place;
  const { stolen = false, lost, yes = false } = options;
  if (lost !== undefined) return giveUp(place, lost, { stolen, yes });
  const change = deployment.logKeyChange();
  if (change !== null) {
    const agreement = await agreed(
      context,
      `The log’s old key, sha256:${crypto.sha256(change.old)}, will sign no more checkpoints, and its private half will be removed.
Readers and witnesses who know it alone will refuse the log from then on; they need sha256:${crypto.sha256(change.fresh)} (npx sanad log key).`,
      'Retire it now?',
      yes,
      UNCHANGED,
    );
    if (!agreement.ok) return refuse(context, agreement.error);
  }
  const retired = await deployment.retireLogKey(stolen);
  if (!retired.ok) return refuse(context, retired.error);
  context.out(
    `retired${stolen ? ', as stolen' : ''}: sha256:${crypto.sha256(retired.value.old)}; checkpoints are signed with sha256:${crypto.sha256(retired.value.fresh)} alone
On another machine, copy checkpoint.retired.json: that alone retires the old key there.
${
  stolen
    ? 'Tell readers and witnesses to take the old key out of their policies: a thief can still sign with it.\n'
    : 'Readers keep the old key for proofs of before.\n'
}`,
  );
  return EXIT.done;
}

async function giveUp(
  place: Place,
  vkey: string,
  { stolen, yes }: { readonly stolen: boolean; readonly yes: boolean },
): Promise<ExitCode> {
  const { context, crypto, deployment } = place;
  const key = parseNoteKey(crypto, vkey);
  if (!key.ok) return refuse(context, { message: `--lost: ${key.error.message}` });
  const { name, type, publicKey } = key.value;
  if (type !== KEY_TYPES.log)
    return refuse(context, { message: '--lost: this is the key of a witness, not of a log.' });
  const print = `sha256:${crypto.sha256(publicKey)}`;
  const agreement = await agreed(
    context,
    `The key ${print} of ${printable(name)} is lost: it will sign no more checkpoints, and a reader who knows only this key will refuse the log from then on.`,
    'Was it a key of this log, and is it gone for good?',
    yes,
    UNCHANGED,
  );
  if (!agreement.ok) return refuse(context, agreement.error);
  const given = await deployment.giveUpLogKey(publicKey, stolen);
  if (!given.ok) return refuse(context, given.error);
  context.out(
    `retired${stolen ? ', as stolen' : ''}: ${print}\nStart the authority, and tell readers and witnesses which key signs now: npx sanad log key.\n`,
  );
  return EXIT.done;
}
