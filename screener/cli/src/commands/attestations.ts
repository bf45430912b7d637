import { writeFile } from 'node:fs/promises';
import { nodeCrypto } from '@common/evidence/node';
import { replaceSealKey } from '@screener/service/attest/open-attest';
import type { Command } from 'commander';
import { type CliContext, EXIT, type ExitCode, print, refuse, warn, withScreener } from '../context.ts';
import { checkList, fetchList, readKeptHead, readKeys, Unusable } from '../follow-list.ts';

interface CheckOptions {
  readonly keys: string;
  readonly head?: string;
}

/** `sanad attestations check|rotate-key`: for who relies on sealed screenings, and for the operator. */
export function addAttestationsCommand(
  program: Command,
  context: CliContext,
  settle: (code: Promise<ExitCode>) => Promise<void>,
): void {
  const attestations = program
    .command('attestations')
    .description('check the list of sealed screenings, or replace the key that seals them');
  attestations
    .command('check')
    .description('read the list of a screener, and check that it continues the one that you kept')
    .argument('<address>', 'where the screener is: https://screen.example')
    .requiredOption('--keys <file>', 'a copy of its /.well-known/keys.json that you trust')
    .option('--head <file>', 'its newest head that you know; the file is made, or replaced where all agrees')
    .action((address: string, options: CheckOptions) => settle(check(context, address, options)));
  attestations
    .command('rotate-key')
    .description(
      'replace the key that seals screenings: running processes take up the new one, what the old one signed stays valid',
    )
    .action(() => settle(rotate(context)));
}

async function check(context: CliContext, address: string, { keys, head }: CheckOptions): Promise<ExitCode> {
  try {
    const pinned = await readKeys(keys);
    const kept = head === undefined ? null : await readKeptHead(head, pinned);
    const list = await fetchList(address, pinned, kept);
    const fault = checkList(list, kept);
    if (fault !== null) return refuse(context, { message: fault }, EXIT.failed);
    if (head !== undefined) await writeFile(head, `${JSON.stringify(list.head)}\n`);
    const { issuer, size, at } = list.head.head;
    const before = kept === null ? 'from the first' : `after the ${kept.head.size} that you had`;
    print(context, `${size} statements of ${issuer} at ${at}: the list agrees ${before}\n`);
    return EXIT.answered;
  } catch (error) {
    if (error instanceof Unusable) return refuse(context, error);
    throw error;
  }
}

function rotate(context: CliContext): Promise<ExitCode> {
  return withScreener(context, async (_deps, { settings, database }) => {
    const publicKey = await replaceSealKey(settings, database, context.clock());
    const fingerprint = nodeCrypto.sha256(Buffer.from(publicKey, 'hex'));
    print(context, `screener is now sha256:${fingerprint}\n`);
    warn(
      context,
      'Give the new screener.pem to processes with a folder of their own, and the new /.well-known/keys.json to those who check statements.',
    );
    return EXIT.answered;
  });
}
