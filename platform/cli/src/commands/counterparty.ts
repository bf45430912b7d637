import { ok, type Result } from '@common/base/result';
import { hashOf } from '@common/evidence/hash';
import type { KeyTimes, PublicKey } from '@platform/console/use-cases/deployment';
import { enrol } from '@platform/console/use-cases/enrol';
import { LOCAL } from '@platform/console/use-cases/init-deployment';
import { Enrolment } from '@platform/core/objects/key-entry';
import { Kid } from '@platform/core/objects/signature';
import { entryFault } from '@platform/core/signed/key-registry';
import { printable } from '@platform/core/verify/report-html';
import { Command } from 'commander';
import { Value } from 'typebox/value';
import { EXIT, type ExitCode, type Place, type Run, refuse } from '../context.ts';
import {
  addSigningOptions,
  objectToSign,
  principalOf,
  type SigningOptions,
  signerAfterYes,
} from '../principal-signing.ts';
import { enrolmentWords } from '../render/words.ts';

interface AddOptions extends SigningOptions {
  readonly publicKey: string;
  readonly by: string;
}

/** The command `sanad counterparty add`. */
export function counterpartyCommand(run: Run): Command {
  const counterparty = new Command('counterparty').description('whom the enforcement point calls');
  addSigningOptions(counterparty.command('add'))
    .description(
      'enrol the key that a counterparty acknowledges with, by a principal’s signature, and make the secret that its broker tokens are made with',
    )
    .argument('<kid>', 'the key’s name, as connector.json has it')
    .requiredOption('--public-key <file>', 'required: the public half (PEM) of the counterparty’s key')
    .option('--by <kid>', 'the principal’s key that signs', LOCAL.principalKid)
    .action((kid: string, options: AddOptions) => run((place) => add(place, kid, 'counterparty', options)));
  return counterparty;
}

/** The command `sanad attester add`. */
export function attesterCommand(run: Run): Command {
  const attester = new Command('attester').description('whose statements about facts a profile may accept');
  addSigningOptions(attester.command('add'))
    .description('enrol the key that an issuer signs its statements with, by a principal’s signature')
    .argument('<kid>', 'the key’s name, as the statements and the profile have it')
    .requiredOption(
      '--public-key <file>',
      'required: the issuer’s Ed25519 key: a copy of its /.well-known/keys.json, which says from when it signs, or the public half in PEM, which then counts from now on',
    )
    .option('--by <kid>', 'the principal’s key that signs', LOCAL.principalKid)
    .action((kid: string, options: AddOptions) => run((place) => add(place, kid, 'attester', options)));
  return attester;
}

/** The names of services and people, which nobody else may take. */
const TAKEN = /^(pep|authority|service_assembly|(principal|approver|clerk|auditor|viewer)_.*)$/;

type Role = 'attester' | 'counterparty';

/**
 * The key, and when it counts: from now on, or, for statements alone, from when their issuer says. INVARIANT: never from
 * before that.
 */
async function keyToEnrol(
  { deployment, now }: Place,
  kid: string,
  role: Role,
  file: string,
): Promise<Result<PublicKey & { readonly times: KeyTimes }, 'key_unusable'>> {
  const fromNow = { not_before: now(), not_after: null };
  if (role === 'counterparty') {
    const key = await deployment.publicKeyFile(file);
    return key.ok ? ok({ ...key.value, times: fromNow }) : key;
  }
  const key = await deployment.issuerKeyFile(file, kid);
  return key.ok ? ok({ ...key.value, times: key.value.times ?? fromNow }) : key;
}

async function add(place: Place, kid: string, role: Role, options: AddOptions): Promise<ExitCode> {
  const { context, crypto, deployment } = place;
  if (!Value.Check(Kid, kid) || TAKEN.test(kid)) {
    return refuse(context, {
      message: `${kid} cannot be the name of this key: take a word such as courier.`,
    });
  }
  const by = await principalOf(place, options.by);
  if (!by.ok) return refuse(context, by.error);
  const known = await deployment.publicKeys();
  if (known[kid] !== undefined) {
    return refuse(context, {
      message: `${kid} is enrolled already; if it has a new key, replace it: sanad keys replace ${kid} --public-key <file>.`,
    });
  }
  const key = await keyToEnrol(place, kid, role, options.publicKey);
  if (!key.ok) return refuse(context, key.error);
  const id = await deployment.id();
  const enrolment = await objectToSign(by.value, options, Enrolment, async () =>
    ok<Enrolment>({
      type: 'sanad/enrolment/1',
      deployment: id,
      kid,
      role,
      alg: key.value.alg,
      public_key: key.value.public_key,
      fingerprint: key.value.fingerprint,
      person: null,
      tenants: null,
      independent: true,
      hardware: false,
      ...key.value.times,
    }),
  );
  if (!enrolment.ok) return refuse(context, enrolment.error);
  const object = enrolment.value;
  const isSame = object.kid === kid && object.fingerprint === key.value.fingerprint;
  if (!isSame || object.role !== role) {
    return refuse(context, { message: `${options.request} is the enrolment of another key than ${kid}.` });
  }
  const words = enrolmentWords(object, hashOf(crypto, object));
  const question = `Enrol it with ${by.value.kid}?`;
  const signer = await signerAfterYes(place, by.value, { object, words, question, options });
  if (!signer.ok) return refuse(context, signer.error);
  if (signer.value === null) return EXIT.done;
  const entry = enrol(crypto, signer.value, object);
  const why = entryFault(crypto, id, known, entry);
  if (why !== null) return refuse(context, { message: `This key is refused: it ${why}.` });
  const secret = role === 'counterparty' ? await deployment.ensureBrokerSecret(kid) : null;
  await deployment.writePublicKey(entry);
  context.out(`enrolled: ${kid}\n`);
  if (secret === null) return EXIT.done;
  context.out(
    `${printable(secret)} is the secret of its broker tokens: give the counterparty a copy, and nobody else. If the enforcement point is running, start it again.\n`,
  );
  return EXIT.done;
}
