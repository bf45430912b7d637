import { hashOf } from '@common/evidence/hash';
import { SignedEnrolment } from '@platform/core/objects/key-entry';
import { faultOf } from '@platform/core/objects/shape-fault';
import { enrolledEntry } from '@platform/core/signed/key-history';
import { entryFault, isRoot } from '@platform/core/signed/key-registry';
import { printable } from '@platform/core/verify/report-html';
import type { Command } from 'commander';
import { Value } from 'typebox/value';
import { agreed, EXIT, type ExitCode, type Place, type Run, refuse } from '../context.ts';
import { readJsonFile } from '../read-json.ts';
import { enrolmentWords } from '../render/words.ts';

/** Adds `sanad keys add-root`. */
export function addRoot(keys: Command, run: Run): void {
  keys
    .command('add-root')
    .description(
      'put a principal’s key that signed its own enrolment into this folder: it may then enrol others, sign mandates and publish profiles',
    )
    .argument('<file>', 'what the console’s page saved (/keys/enrol?root=1); - reads standard input')
    .option('--yes', 'put it in without asking: only after comparing the fingerprint')
    .action((file: string, options: { readonly yes?: true }) => run((place) => add(place, file, options)));
}

/**
 * INVARIANT: the people who can write to this folder decide whom the deployment trusts; nothing over the
 * network does.
 */
async function add(place: Place, file: string, { yes }: { readonly yes?: true }): Promise<ExitCode> {
  const { context, crypto, deployment } = place;
  const given = await readJsonFile(file);
  if (!given.ok) return refuse(context, given.error);
  if (!Value.Check(SignedEnrolment, given.value)) {
    const why = faultOf(SignedEnrolment, given.value);
    return refuse(context, { message: `${file} is not an enrolment that a key signed: ${why}.` });
  }
  const entry = enrolledEntry(given.value);
  const { kid, person, role } = entry;
  if (role !== 'principal' || person === null || !isRoot(entry)) {
    return refuse(context, {
      message: `${kid} did not enrol itself as a principal’s key: another principal enrols it, on the console’s page or with sanad keys enrol.`,
    });
  }
  const known = await deployment.publicKeys();
  if (known[kid] !== undefined) {
    return refuse(context, { message: `${kid} is there already: no key takes the place of another.` });
  }
  if (entry.hardware_ground === 'attestation') {
    return refuse(context, {
      message: `${kid} says that its maker attested its device. This command cannot check that: make the passkey again at /keys/enrol?root=1, where its holder vouches for the device, or enrol it with sanad keys enrol-passkey ${kid} --by ${kid} and the maker’s certificate (--root), which checks it.`,
    });
  }
  const why = entryFault(crypto, await deployment.id(), known, entry);
  if (why !== null) return refuse(context, { message: `This key is refused: it ${why}.` });
  const words = `${enrolmentWords(given.value.enrolment, hashOf(crypto, given.value.enrolment), 'by itself')}\nA root of trust: whatever it signs, this deployment does. Compare the fingerprint with ${printable(person)} by voice.\n`;
  const agreement = await agreed(context, words, `Trust it?`, yes === true, 'Nothing was added');
  if (!agreement.ok) return refuse(context, agreement.error);
  await deployment.writePublicKey(entry);
  context.out(`root of trust: ${kid} of ${printable(person)}, ${entry.fingerprint}\n`);
  return EXIT.done;
}
