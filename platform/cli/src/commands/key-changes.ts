import { instantMs } from '@common/base/instant';
import { LOCAL } from '@platform/console/use-cases/init-deployment';
import { readKeyRegistry } from '@platform/core/signed/key-registry';
import { compromisedSince } from '@platform/keys/key-files/change-key';
import { longestLeaseMs } from '@platform/keys/longest-lease';
import type { Command } from 'commander';
import { EXIT, type ExitCode, type Place, type Run, refuse } from '../context.ts';
import { addSigningOptions } from '../principal-signing.ts';
import { changedWords, oldKeyWords } from '../render/words.ts';
import { addRetire, addSecondKey, LOG_KEY } from './log-keys.ts';
import { type CompromiseOptions, markCompromised } from './mark-compromised.ts';

/** Adds `sanad keys rotate|compromise|retire`. */
export function addKeyChanges(keys: Command, run: Run): void {
  keys
    .command('rotate')
    .description(
      'replace a service’s key: running services take the new one up at once, what the old one signed stays valid',
    )
    .argument(
      '<kid>',
      'authority, service_assembly, pep, a counterparty’s kept here, such as bank, or checkpoint: the log’s, which gets a second key that signs beside the first',
    )
    .action((kid: string) => run((place) => (kid === LOG_KEY ? addSecondKey(place) : rotate(place, kid))));
  addSigningOptions(keys.command('compromise'))
    .description(
      'mark a key as stolen: what is signed with it from that instant on no longer counts; a person’s, by a principal’s signature',
    )
    .argument('<kid>', 'whose key, of a service or a person')
    .requiredOption(
      '--at <instant>',
      'required: since when it may be in other hands, such as 2026-06-01T09:00:00Z',
    )
    .option('--reason <text>', 'for a person’s key, required: why; it is signed too')
    .option('--by <kid>', 'for a person’s key: the principal’s key that signs', LOCAL.principalKid)
    .option('--here', 'only in this folder and unsigned, while the authority does not answer')
    .action((kid: string, options: CompromiseOptions) => run((place) => compromise(place, kid, options)));
  addRetire(keys, run);
}

async function rotate({ context, clock, deployment }: Place, kid: string): Promise<ExitCode> {
  const replaced = await deployment.replaceServiceKey(kid);
  if (!replaced.ok) return refuse(context, replaced.error);
  const { fresh, ended } = replaced.value;
  context.out(
    `replaced: ${kid} is now ${fresh.fingerprint}\nRunning services sign with it at once. ${oldKeyWords(ended, clock())}\nGive the new /.well-known/keys.json to those who verify receipts.\n`,
  );
  return EXIT.done;
}

async function compromise(place: Place, kid: string, options: CompromiseOptions): Promise<ExitCode> {
  const { context, crypto, deployment } = place;
  if (kid === LOG_KEY) {
    const message =
      'The log’s key has no date by which readers could tell what a thief signed: make a new one with sanad keys rotate checkpoint, then sanad keys retire checkpoint --stolen.';
    return refuse(context, { message });
  }
  const { at } = options;
  const atMs = instantMs(at);
  if (atMs === null || atMs > place.clock()) {
    return refuse(context, { message: '--at is an instant that has passed, such as 2026-06-01T09:00:00Z.' });
  }
  const raw = await deployment.publicKeys();
  const entry = (await place.localKeys()).keys[kid];
  if (entry === undefined)
    return refuse(context, { message: `There is no key ${kid} here: see sanad keys list.` });
  if (entry.person !== null && options.here !== true) {
    return markCompromised(place, entry, { ...options, atMs });
  }
  const { entry: changed, marked } = compromisedSince(entry, at);
  if (marked.length === 0) {
    return refuse(context, {
      message: `${kid} had no key at ${at}, or that one is already marked as stolen earlier: see sanad keys list --json.`,
    });
  }
  const { refused } = readKeyRegistry(crypto, await deployment.id(), { ...raw, [kid]: changed });
  if (refused[kid] !== undefined) return refuse(context, { message: `${kid} ${refused[kid]}.` });
  if (!(await deployment.replacePublicKey(changed, raw[kid])))
    return refuse(context, { message: changedWords(kid) });
  // Said only once no call can begin under the key. Nobody here knows which leases authorities have given.
  const waitMs = longestLeaseMs();
  context.err(`Marked. Waiting ${Math.ceil(waitMs / 1_000)} s, until no call can begin under it.\n`);
  await context.pause(waitMs);
  for (const { fingerprint } of marked) context.out(`stolen since ${at}: ${kid} ${fingerprint}\n`);
  context.out(
    changed.compromised_at === null
      ? 'Its present key is another one, and stays good.\n'
      : `It is in use: replace it now, a service’s with sanad keys rotate ${kid}.\n`,
  );
  return EXIT.done;
}
