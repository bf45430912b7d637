import { fail, ok } from '@common/base/result';
import { hashOf } from '@common/evidence/hash';
import { writeWhole } from '@platform/console/adapters/local-deployment';
import { LOCAL } from '@platform/console/use-cases/init-deployment';
import {
  checkMandateRecord,
  draftMandate,
  readSignedMandate,
  signMandate,
  signRevocation,
} from '@platform/console/use-cases/mandates';
import { readReason } from '@platform/console/use-cases/reason';
import { mandateRefusals } from '@platform/core/decide/mandate-bounds';
import { Mandate, Revocation, type RevokedMandate } from '@platform/core/objects/mandate';
import { CURRENCY } from '@platform/core/objects/plugin-schemas';
import { MandateName } from '@platform/core/objects/primitives';
import { printable } from '@platform/core/verify/report-html';
import { STOPPED_WORDS, stoppedGrants } from '@platform/words/doubt';
import { referenceWords } from '@platform/words/reference';
import { PLUGIN_NOT_LOADED } from '@platform/words/short';
import { actionPieces } from '@platform/words/story';
import { Command } from 'commander';
import { Value } from 'typebox/value';
import { EXIT, type ExitCode, type Place, printJson, type Run, refuse } from '../context.ts';
import {
  addSigningOptions,
  objectToSign,
  principalOf,
  type SigningOptions,
  signerAfterYes,
} from '../principal-signing.ts';
import { readJsonFile } from '../read-json.ts';
import { columns, table } from '../render/text.ts';
import { mandateWords } from '../render/words.ts';
import { manifestFor } from './checked-grant.ts';

interface SignOptions extends SigningOptions {
  readonly key: string;
  readonly name?: string;
  readonly agentKey?: string;
  readonly out?: string;
}

/** The command `sanad mandate sign|register|revoke|list|show`. */
export function mandateCommand(run: Run): Command {
  const mandate = new Command('mandate').description('sign, register and revoke what an agent may do');
  addSigningOptions(mandate.command('sign'))
    .description('sign a mandate from a JSON file')
    .argument(
      '<file>',
      'the mandate, or the output of `mandate show --json` as a template; contract_id, deployment and type are optional; - reads standard input',
    )
    .option('--key <kid>', 'the principal’s key: a kid in people/, or a file', LOCAL.principalKid)
    .option('--name <text>', 'what people call it, instead of a name in the file: at most 60 characters')
    .option(
      '--agent-key <file>',
      'the public half (PEM) of the agent’s own key: it then signs its requests, and no token counts under the mandate',
    )
    .option('--out <file>', 'write the signed mandate to this file instead of standard output')
    .action((file: string, options: SignOptions) => run((place) => sign(place, file, options)));
  mandate
    .command('register')
    .description('register a signed mandate with the authority')
    .argument('<file>', 'the output of `mandate sign`; - reads standard input')
    .option('--json', 'print the authority’s answer')
    .action((file: string, options: { readonly json?: true }) =>
      run((place) => register(place, file, options)),
    );
  addSigningOptions(mandate.command('revoke'))
    .description('end a mandate immediately and for good')
    .argument('<contract_id>')
    .requiredOption('--reason <text>', 'required: why; it is signed too')
    .option('--key <kid>', 'the principal’s key', LOCAL.principalKid)
    .option('--json', 'print the authority’s answer')
    .action((id: string, options: RevokeOptions) => run((place) => revoke(place, id, options)));
  mandate
    .command('list')
    .description('every mandate and its status')
    .option('--json', 'print the authority’s answer')
    .action((options: { readonly json?: true }) => run((place) => list(place, options)));
  mandate
    .command('show')
    .description('one mandate in plain words, with its hash and signature checked')
    .argument('<contract_id>')
    .option('--json', 'print the authority’s answer')
    .action((id: string, options: { readonly json?: true }) => run((place) => show(place, id, options)));
  return mandate;
}

async function sign(place: Place, file: string, options: SignOptions): Promise<ExitCode> {
  const { context, crypto } = place;
  const given = await readJsonFile(file);
  if (!given.ok) return refuse(context, given.error);
  const principal = await principalOf(place, options.key);
  if (!principal.ok) return refuse(context, principal.error);
  const draft = await objectToSign(principal.value, options, Mandate, async () =>
    withKey(
      place,
      named(draftMandate(given.value, await place.deployment.id(), place), options.name),
      options.agentKey,
    ),
  );
  if (!draft.ok) return refuse(context, draft.error);
  const { kid, person } = principal.value;
  if (person !== draft.value.principal) {
    const message = `The mandate names ${draft.value.principal} as principal, but ${kid} is the key of ${person}.`;
    return refuse(context, { message });
  }
  const words = `${mandateWords(draft.value, hashOf(crypto, draft.value), await place.manifestOf(draft.value.profile))}${await warnings(place, draft.value)}`;
  const question = `Sign it with ${kid}?`;
  const signer = await signerAfterYes(place, principal.value, {
    object: draft.value,
    words,
    question,
    options,
  });
  if (!signer.ok) return refuse(context, signer.error);
  if (signer.value === null) return EXIT.done;
  const signed = signMandate(crypto, signer.value, draft.value);
  const { keys } = await place.localKeys();
  const good = readSignedMandate(crypto, keys, signed, place.now());
  if (!good.ok) return refuse(context, good.error);
  if (options.out === undefined) {
    printJson(context, signed);
    return EXIT.done;
  }
  await writeWhole(options.out, `${JSON.stringify(signed, null, 2)}\n`);
  context.out(`signed: ${options.out}; next: sanad mandate register ${options.out}\n`);
  return EXIT.done;
}

/** The draft under the name that was given on the command line, if any. */
function named(draft: ReturnType<typeof draftMandate>, name: string | undefined): typeof draft {
  if (!draft.ok || name === undefined) return draft;
  if (Value.Check(MandateName, name)) return ok({ ...draft.value, name });
  return fail('draft_invalid', '--name takes 1 to 60 visible characters, without a space at either end.');
}

/** The draft with the public key in the file that was given on the command line, if any. */
async function withKey(
  place: Place,
  draft: ReturnType<typeof draftMandate>,
  file: string | undefined,
): Promise<ReturnType<typeof draftMandate>> {
  if (!draft.ok || file === undefined) return draft;
  const key = await place.deployment.publicKeyFile(file);
  if (!key.ok) return fail('draft_invalid', key.error.message);
  const { alg, public_key } = key.value;
  return draftMandate({ ...draft.value, agent_key: { alg, public_key } }, draft.value.deployment, place);
}

/**
 * Warns where the local profile refuses the mandate; empty if there is no profile here, because the authority
 * decides.
 */
async function warnings({ deployment, manifestOf, clock }: Place, mandate: Mandate): Promise<string> {
  const profile = await deployment.profile(mandate.profile);
  const manifest = await manifestOf(mandate.profile);
  if (profile === null || manifest === null) return '';
  return mandateRefusals(profile.profile, manifest, mandate, clock())
    .map((refusal) => `warning: the authority will refuse it: ${printable(refusal.error.message)}\n`)
    .join('');
}

async function register(place: Place, file: string, options: { readonly json?: true }): Promise<ExitCode> {
  const { context, crypto, authority } = place;
  const given = await readJsonFile(file);
  if (!given.ok) return refuse(context, given.error);
  const { keys } = await place.localKeys();
  const signed = readSignedMandate(crypto, keys, given.value, place.now());
  if (!signed.ok) return refuse(context, signed.error);
  const answer = await authority.register(signed.value);
  if (!answer.ok) return refuse(context, answer.error, EXIT.failed);
  const checked = checkMandateRecord(crypto, keys, answer.value, signed.value.contract.contract_id);
  if (!checked.ok) return refuse(context, checked.error, EXIT.failed);
  if (answer.value.status === 'revoked') {
    const message = `${signed.value.contract.contract_id} was registered before, and revoked: that is final. Sign a new one.`;
    return refuse(context, { message }, EXIT.failed);
  }
  if (options.json) printJson(context, answer.value);
  else context.out(`registered: ${signed.value.contract.contract_id}, ${answer.value.status}\n`);
  return EXIT.done;
}

interface RevokeOptions extends SigningOptions {
  readonly reason: string;
  readonly key: string;
  readonly json?: true;
}

async function revoke(place: Place, id: string, options: RevokeOptions): Promise<ExitCode> {
  const { context, crypto, authority } = place;
  const record = await authority.mandate(id);
  if (!record.ok) return refuse(context, record.error, EXIT.failed);
  const { keys } = await place.localKeys();
  const checked = checkMandateRecord(crypto, keys, record.value, id);
  if (!checked.ok) return refuse(context, checked.error, EXIT.failed);
  const principal = await principalOf(place, options.key);
  if (!principal.ok) return refuse(context, principal.error);
  const reason = readReason(options.reason);
  if (!reason.ok) return refuse(context, reason.error);
  const { contract: mandate, contract_hash } = record.value;
  const revocation = await objectToSign(principal.value, options, Revocation, async () =>
    ok<Revocation>({
      type: 'sanad/revocation/1',
      deployment: mandate.deployment,
      contract_id: id,
      contract_hash,
      revoked_at: place.now(),
      reason: reason.value,
    }),
  );
  if (!revocation.ok) return refuse(context, revocation.error);
  const words = `${mandateWords(mandate, contract_hash, await place.manifestOf(mandate.profile))}${table([['reason', revocation.value.reason]])}\n`;
  const question = `Revoke it for good with ${principal.value.kid}?`;
  const signer = await signerAfterYes(place, principal.value, {
    object: revocation.value,
    words,
    question,
    options,
  });
  if (!signer.ok) return refuse(context, signer.error);
  if (signer.value === null) return EXIT.done;
  const answer = await authority.revoke(id, signRevocation(crypto, signer.value, revocation.value));
  if (!answer.ok) return refuse(context, answer.error, EXIT.failed);
  if (options.json) printJson(context, answer.value);
  else context.out(`${id} is ${answer.value.status}\n${await stoppedText(place, answer.value.grants)}`);
  return EXIT.done;
}

/** How many of the stopped grants are told with their action. */
const MOST_TOLD = 50;

/** What a grant was for; empty if it cannot be read now. */
async function actionText(place: Place, grantId: string): Promise<string> {
  const record = await place.authority.grant(grantId);
  if (!record.ok) return '';
  const { action } = record.value;
  const manifest = await manifestFor(place, record.value);
  const done = actionPieces(action, manifest).map(({ text }) => text);
  return [done.join(''), referenceWords(action, manifest) ?? ''].filter((text) => text !== '').join(', ');
}

/** What was on its way when the mandate ended, each grant with what had become of it. */
async function stoppedText(place: Place, grants: RevokedMandate['grants']): Promise<string> {
  const kinds = stoppedGrants(grants);
  if (kinds.length === 0) return 'nothing was on its way\n';
  const named = kinds.flatMap(({ kind, ids }) =>
    ids.map((grantId) => ({ grantId, state: STOPPED_WORDS[kind] })),
  );
  const rows = await Promise.all(
    named.map(async ({ grantId, state }, at) => [
      grantId,
      state,
      at < MOST_TOLD ? await actionText(place, grantId) : '',
    ]),
  );
  return `on its way when it ended; nothing more leaves:\n${columns(rows)}`;
}

async function list(place: Place, options: { readonly json?: true }): Promise<ExitCode> {
  const { context, authority, manifestOf } = place;
  const answer = await authority.mandates();
  if (!answer.ok) return refuse(context, answer.error, EXIT.failed);
  if (options.json) printJson(context, answer.value);
  else {
    const rows: string[][] = [];
    const areNamed = answer.value.some(({ contract: { name } }) => name !== undefined);
    for (const { contract: mandate, status } of answer.value) {
      const isIdle = status === 'active' && (await manifestOf(mandate.profile)) === null;
      const until = `to ${mandate.valid_to}`;
      const last = isIdle ? `${until}; ${PLUGIN_NOT_LOADED}` : until;
      const name = areNamed ? [printable(mandate.name ?? '')] : [];
      rows.push([mandate.contract_id, ...name, status, mandate.policy_version, mandate.agent, last]);
    }
    context.out(rows.length === 0 ? 'no mandates\n' : columns(rows));
  }
  return EXIT.done;
}

async function show(place: Place, id: string, options: { readonly json?: true }): Promise<ExitCode> {
  const { context, crypto, authority } = place;
  const record = await authority.mandate(id);
  if (!record.ok) return refuse(context, record.error, EXIT.failed);
  const { keys } = await place.localKeys();
  const checked = checkMandateRecord(crypto, keys, record.value, id);
  if (!checked.ok) return refuse(context, checked.error, EXIT.failed);
  if (options.json) {
    printJson(context, record.value);
    return EXIT.done;
  }
  const { contract: mandate, contract_hash, signature, status, revocation } = record.value;
  const profile = await place.deployment.profile(mandate.profile);
  const currency = profile?.profile.rules[CURRENCY];
  const manifest = await place.manifestOf(mandate.profile);
  context.out(mandateWords(mandate, contract_hash, manifest));
  context.out(
    `${table([
      ['signed', `by ${signature.kid}; hash and signature checked`],
      ['status', status === 'active' && manifest === null ? `${status}; ${PLUGIN_NOT_LOADED}` : status],
      ...(typeof currency !== 'string' || CURRENCY in mandate.rules
        ? []
        : [['currency', `${currency}, set by the profile`] as const]),
      ...(revocation === null
        ? []
        : [['revoked', `at ${revocation.revocation.revoked_at}: ${revocation.revocation.reason}`] as const]),
    ])}\n`,
  );
  return EXIT.done;
}
