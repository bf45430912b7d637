import { writeWhole } from '@platform/console/adapters/local-deployment';
import { keyOf } from '@platform/core/signed/signed';
import { printable } from '@platform/core/verify/report-html';
import { readVenueFacts, signVenue, type VenueFacts } from '@platform/core/verify/venue';
import { Command } from 'commander';
import { agreed, EXIT, type ExitCode, type Place, printJson, type Run, refuse } from '../context.ts';
import { readTextFile } from '../read-json.ts';

const SIGNERS = ['pep', 'authority'] as const;
type SignerName = (typeof SIGNERS)[number];

interface MakeOptions {
  readonly venue: string;
  readonly level: string;
  readonly label: string;
  readonly out?: string;
}

interface SignOptions {
  readonly key: SignerName;
  readonly out?: string;
  readonly yes?: true;
}

/** The command `sanad venue make|sign`: the file by which a verifier knows a venue (interface document, 1). */
export function venueCommand(run: Run): Command {
  const venue = new Command('venue').description('venue.json, by which verifiers know this venue');
  venue
    .command('make')
    .description('write what it says: the venue’s name, who runs it, and the fingerprints of its keys')
    .requiredOption('--label <text>', 'one line about who runs it')
    .option('--venue <id>', 'its id in receipts, SERVICE_VENUE of its enforcement point', 'local')
    .option('--level <level>', 'the level that it claims', 'L1-sim')
    .option('--out <file>', 'write it to this file instead of standard output')
    .action((options: MakeOptions) => run((place) => make(place, options)));
  venue
    .command('sign')
    .description('sign it, on the machine that has the key')
    .argument('<file>', 'the file that venue make wrote')
    .addOption(venue.createOption('--key <kid>', 'which of its keys signs').choices(SIGNERS).default('pep'))
    .option('--out <file>', 'write it to this file (default: the same)')
    .option('--yes', 'do not ask')
    .action((file: string, options: SignOptions) => run((place) => sign(place, file, options)));
  return venue;
}

async function make(place: Place, { venue, level, label, out }: MakeOptions): Promise<ExitCode> {
  const { context } = place;
  const { keys } = await place.localKeys();
  const [pep, authority] = SIGNERS.map((kid) => keyOf(keys, kid)?.fingerprint);
  if (pep === undefined || authority === undefined) {
    const message = `SERVICE_KEYS_DIR lacks the public key of ${pep === undefined ? 'pep' : 'authority'}. sanad keys init makes it; from another machine, copy its file into public/.`;
    return refuse(context, { message });
  }
  const facts = readVenueFacts(JSON.stringify({ venue, level, label, kids: { pep, authority } }));
  if (!facts.ok) {
    const message =
      'A venue and a level are names of letters, digits and _ . @ -, and a label is one line of text.';
    return refuse(context, { message });
  }
  if (out === undefined) printJson(context, facts.value);
  else {
    await writeWhole(out, `${JSON.stringify(facts.value, null, 2)}\n`);
    context.out(`wrote: ${printable(out)}\nNext: sanad venue sign ${printable(out)}\n`);
  }
  return EXIT.done;
}

async function sign(place: Place, file: string, { key, out, yes }: SignOptions): Promise<ExitCode> {
  const { context, crypto, deployment } = place;
  const text = await readTextFile(file);
  if (!text.ok) return refuse(context, text.error);
  const read = readVenueFacts(text.value);
  if (!read.ok) {
    return refuse(context, { message: `${file} is ${read.error.message}: sanad venue make writes one.` });
  }
  const facts = read.value;
  const signer = await deployment.serviceKey(key);
  if (!signer.ok) return refuse(context, signer.error);
  const { fingerprint, alg } = signer.value;
  if (fingerprint !== facts.kids[key] || alg !== 'ed25519') {
    const message = `${file} names ${facts.kids[key]} as the key ${key}, but the key here is ${fingerprint}. Make the file again, or sign on the machine that has that key.`;
    return refuse(context, { message });
  }
  const agreement = await agreed(context, wordsOf(facts), `Sign it with ${key}?`, yes ?? false);
  if (!agreement.ok) return refuse(context, agreement.error);
  const target = out ?? file;
  await writeWhole(target, `${JSON.stringify(signVenue(crypto, signer.value, facts), null, 2)}\n`);
  context.out(`signed: ${printable(target)}\n`);
  return EXIT.done;
}

function wordsOf({ venue, level, label, kids }: VenueFacts): string {
  return [
    `Venue ${printable(venue)}, which claims the level ${printable(level)}: ${printable(label)}`,
    `  decides with    ${kids.pep}`,
    `  authority       ${kids.authority}`,
  ].join('\n');
}
