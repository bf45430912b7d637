import { formatInstant } from '@common/base/instant';
import { hashOf } from '@common/evidence/hash';
import { consequenceLines } from '@platform/console/keys/consequence-words';
import { compromiseOf, signCompromise } from '@platform/console/use-cases/compromise';
import { consequencesOf, readStanding } from '@platform/console/use-cases/key-consequences';
import { Compromise, type KeyEntry } from '@platform/core/objects/key-entry';
import { EXIT, type ExitCode, type Place, refuse } from '../context.ts';
import { objectToSign, principalOf, type SigningOptions, signerAfterYes } from '../principal-signing.ts';
import { table } from '../render/text.ts';

export interface CompromiseOptions extends SigningOptions {
  readonly at: string;
  readonly reason?: string;
  readonly by: string;
  readonly here?: true;
}

/**
 * Has a principal sign that others may have a person’s key, and sends the statement to the authority, which
 * keeps it.
 */
export async function markCompromised(
  place: Place,
  entry: KeyEntry,
  options: CompromiseOptions & { readonly atMs: number },
): Promise<ExitCode> {
  const { context, crypto, authority, now } = place;
  const { reason } = options;
  if (reason === undefined) {
    return refuse(context, { message: `Say why with --reason: it is signed with the rest.` });
  }
  const by = await principalOf(place, options.by);
  if (!by.ok) return refuse(context, by.error);
  const standing = await readStanding(authority);
  if (!standing.ok) {
    const message = `${standing.error.message}\nUntil it does, mark the key in this folder, unsigned: add --here.`;
    return refuse(context, { message }, EXIT.failed);
  }
  const said = { compromised_at: formatInstant(options.atMs), said_at: now(), reason };
  const made = await objectToSign(by.value, options, Compromise, async () => ({
    ok: true,
    value: compromiseOf(entry, said),
  }));
  if (!made.ok) return refuse(context, made.error);
  const object = made.value;
  if (object.kid !== entry.kid || object.fingerprint !== entry.fingerprint) {
    return refuse(context, { message: `${options.request} is about another key than ${entry.kid} has now.` });
  }
  const words = `A key that others may have: nothing that it signs from that instant on counts\n\n${table([
    ['key', `${entry.kid} of ${entry.person}`],
    ['fingerprint', entry.fingerprint],
    ['since', object.compromised_at],
    ['reason', object.reason],
    ['stops', consequenceLines(consequencesOf(entry, standing.value, now())).join('\n')],
    ['hash', hashOf(crypto, object)],
  ])}\n`;
  const question = `Mark it for good with ${by.value.kid}?`;
  const signer = await signerAfterYes(place, by.value, { object, words, question, options });
  if (!signer.ok) return refuse(context, signer.error);
  if (signer.value === null) return EXIT.done;
  const answer = await authority.markCompromised(entry.kid, signCompromise(crypto, signer.value, object));
  if (!answer.ok) return refuse(context, answer.error, EXIT.failed);
  const { compromised_at: since, fingerprint } = answer.value;
  if (since === null || fingerprint !== entry.fingerprint) {
    const message = `The authority does not show ${entry.kid} as compromised: see sanad keys list --json.`;
    return refuse(context, { message }, EXIT.failed);
  }
  context.out(`stolen since ${since}: ${entry.kid} ${fingerprint}\n`);
  return EXIT.done;
}
