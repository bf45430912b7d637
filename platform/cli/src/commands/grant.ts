import { ok } from '@common/base/result';
import { hashOf } from '@common/evidence/hash';
import { checkGrant, checkGrantAgainstMandate, signApproval } from '@platform/console/use-cases/approvals';
import { LOCAL } from '@platform/console/use-cases/init-deployment';
import { checkMandateRecord } from '@platform/console/use-cases/mandates';
import { assertionOptions } from '@platform/console/use-cases/passkey-approval';
import { rejectionOf } from '@platform/console/use-cases/rejections';
import type { GrantRecord } from '@platform/core/objects/grant';
import { GRANT_STATUSES, type GrantStatus } from '@platform/core/objects/grant';
import { keyOf } from '@platform/core/signed/signed';
import { grantState } from '@platform/words/grant-state';
import { reasonWithCode, reasonWords } from '@platform/words/reasons';
import { becameWord } from '@platform/words/settled';
import { Command, Option } from 'commander';
import { agreed, EXIT, type ExitCode, type Place, printJson, type Run, refuse } from '../context.ts';
import { columns } from '../render/text.ts';
import { mandateWords } from '../render/words.ts';
import { checkedGrant, grantText, manifestFor } from './checked-grant.ts';
import { addCancel } from './grant-cancel.ts';
import { addReject } from './grant-reject.ts';
import { addSettle } from './grant-settle.ts';
import { type KeyOptions, keyOrPasskey } from './key-or-passkey.ts';

interface ListOptions {
  readonly status?: GrantStatus;
  readonly all?: true;
  readonly inDoubt?: true;
  readonly json?: true;
}

interface ApproveOptions extends KeyOptions {
  readonly yes?: true;
  readonly json?: true;
}

interface ChallengeOptions {
  readonly key: string;
  readonly reason?: string;
}

/** The command `sanad grant list|show|challenge|approve|reject|cancel|settle`. */
export function grantCommand(run: Run): Command {
  const grant = new Command('grant').description('view, approve and stop what agents proposed');
  grant
    .command('list')
    .description('grants, newest first')
    .addOption(new Option('--status <status>', 'only grants with this status').choices([...GRANT_STATUSES]))
    .option('--in-doubt', 'only grants of which nobody knows whether they were carried out')
    .option('--all', 'every grant, not only the newest 100')
    .option('--json', 'print the authority’s answer')
    .action((options: ListOptions) => run((place) => list(place, options)));
  grant
    .command('show')
    .description('one grant in plain words, with its hashes checked')
    .argument('<grant_id>')
    .option('--json', 'print the authority’s answer')
    .action((id: string, options: { readonly json?: true }) => run((place) => show(place, id, options)));
  grant
    .command('approve')
    .description('approve one exact action with your key')
    .argument('<grant_id>')
    .option('--key <kid>', 'your key: a kid in people/, or a file', LOCAL.approverKid)
    .option(
      '--assertion <file>',
      'for a passkey: what the browser returned for this grant’s hash, as JSON; for an app’s key: its App Attest assertion, in base64 (see sanad grant challenge)',
    )
    .option('--yes', 'sign without asking')
    .option('--json', 'print the authority’s answer')
    .action((id: string, options: ApproveOptions) => run((place) => approve(place, id, options)));
  addReject(grant, run);
  addCancel(grant, run);
  addSettle(grant, run);
  grant
    .command('challenge')
    .description(
      'print what a page gives to navigator.credentials.get, or an app to generateAssertion, to approve with that key',
    )
    .argument('<grant_id>')
    .requiredOption('--key <kid>', 'required: the name of the passkey, or of the app’s key')
    .option('--reason <text>', 'to reject it instead, for this reason')
    .action((id: string, options: ChallengeOptions) => run((place) => challenge(place, id, options)));
  return grant;
}

const HEADING = ['grant', 'status', 'reason', 'proposed', 'action', 'parameters'];

async function list({ context, authority }: Place, options: ListOptions): Promise<ExitCode> {
  const answer = await authority.grants({
    status: options.status ?? null,
    all: options.all ?? false,
    inDoubt: options.inDoubt ?? false,
  });
  if (!answer.ok) return refuse(context, answer.error, EXIT.failed);
  const { items, isWhole } = answer.value;
  if (!isWhole)
    context.err(
      `sanad: only the newest ${items.length} grants are listed: --all lists every one, --status those of one status\n`,
    );
  if (options.json) {
    printJson(context, items);
    return EXIT.done;
  }
  const rows = items.map(({ grant, action, ...record }) => [
    grant.grant_id,
    [
      grantState({ grant, action, ...record }).replaceAll('_', ' '),
      ...(record.became === undefined ? [] : [becameWord(record.became)]),
    ].join(', '),
    whyOf({ grant, action, ...record }),
    action.proposed_at,
    action.facade,
    // A reference that was read from a text is often the text itself.
    [...new Set(Object.values(action.params).map(String))].join(' ').slice(0, 80),
  ]);
  context.out(rows.length === 0 ? 'no grants\n' : columns([HEADING, ...rows]));
  return EXIT.done;
}

/** Why a grant has come to where it is, and its code: by its ending, if it has one, and otherwise by the rules. */
function whyOf(record: GrantRecord): string {
  const { ending, decision, in_doubt: doubt, grant } = record;
  switch (grantState(record)) {
    case 'unanswered':
      return reasonWithCode('counterparty_unknown');
    case 'in_doubt':
      return `${reasonWords('counterparty_unknown')} (${doubt?.doubt.reason ?? 'counterparty_unknown'})`;
    case 'counted_as_done':
      return reasonWithCode('settled_by_principal');
    default:
      if (ending === null && grant.approved_by !== null) return `approved by ${grant.approved_by}`;
      return reasonWithCode(ending?.reason ?? decision.reason);
  }
}

async function show(place: Place, id: string, options: { readonly json?: true }): Promise<ExitCode> {
  const { context } = place;
  const found = await checkedGrant(place, id);
  if (!found.ok) return refuse(context, found.error, EXIT.failed);
  const { record } = found.value;
  if (options.json) printJson(context, record);
  else context.out(await grantText(place, record));
  return EXIT.done;
}

/** Prints the rejection’s hash as a challenge. It does not read the request: see `sanad grant reject`. */
async function challengeToReject(
  { context, crypto, deployment, localKeys }: Place,
  id: string,
  { key, reason }: Required<ChallengeOptions>,
): Promise<ExitCode> {
  const rejection = rejectionOf({ deployment: await deployment.id(), grant_id: id, reason });
  const options = assertionOptions((await localKeys()).keys, key, hashOf(crypto, rejection));
  if (!options.ok) return refuse(context, options.error);
  printJson(context, options.value);
  return EXIT.done;
}

/** Prints the action’s hash as a challenge, after the same checks as before an approval. */
async function challenge(place: Place, id: string, { key, reason }: ChallengeOptions): Promise<ExitCode> {
  const { context } = place;
  if (reason !== undefined) return challengeToReject(place, id, { key, reason });
  const found = await checkedGrant(place, id);
  if (!found.ok) return refuse(context, found.error, EXIT.failed);
  const { record, keys, actionHash } = found.value;
  const isApp = keyOf(keys, key)?.alg === 'app-attest';
  // An app hashes these 64 characters, and gives the hash to generateAssertion.
  const options = isApp ? ok({ client_data: actionHash }) : assertionOptions(keys, key, actionHash);
  if (!options.ok) return refuse(context, options.error);
  context.err(await grantText(place, record));
  printJson(context, options.value);
  return EXIT.done;
}

async function approve(place: Place, id: string, options: ApproveOptions): Promise<ExitCode> {
  const { context, crypto, authority } = place;
  const found = await checkedGrant(place, id);
  if (!found.ok) return refuse(context, found.error, EXIT.failed);
  const { record, keys, actionHash } = found.value;
  if (record.status !== 'pending') {
    return refuse(context, {
      message: `Grant ${id} is ${record.status}: only a pending grant can be approved.`,
    });
  }
  const mandate = await authority.mandate(record.action.contract_id);
  if (!mandate.ok) return refuse(context, mandate.error, EXIT.failed);
  const trusted = checkMandateRecord(crypto, keys, mandate.value, record.action.contract_id);
  if (!trusted.ok) return refuse(context, trusted.error, EXIT.failed);
  const same = checkGrantAgainstMandate(record, mandate.value);
  if (!same.ok) return refuse(context, same.error, EXIT.failed);
  const signer = await keyOrPasskey(place, options);
  if (!signer.ok) return refuse(context, signer.error);
  const manifest = await manifestFor(place, record);
  const under = mandateWords(mandate.value.contract, mandate.value.contract_hash, manifest);
  const words = `${await grantText(place, record)}\nUnder this mandate:\n\n${under}`;
  const question = `Approve this action with ${signer.value.kid}?`;
  const yes = await agreed(context, words, question, options.yes === true);
  if (!yes.ok) return refuse(context, yes.error);
  const answer = await authority.approve(id, signApproval(signer.value, actionHash));
  if (!answer.ok) return refuse(context, answer.error, EXIT.failed);
  const { grant, status, earlier_approvals: earlier = [] } = answer.value;
  const taken = checkGrant(crypto, keys, answer.value, id);
  if (taken.ok && status === 'pending' && earlier.at(-1)?.signature.kid === signer.value.kid) {
    if (options.json) printJson(context, answer.value);
    else context.out(`approved by ${signer.value.kid}: ${id} waits for another person\n`);
    return EXIT.done;
  }
  if (!taken.ok || status !== 'active' || grant.approved_by !== signer.value.kid) {
    const message = `The authority shows no approval by ${signer.value.kid} of ${id}: check with sanad grant show ${id}.`;
    return refuse(context, { message }, EXIT.failed);
  }
  if (options.json) printJson(context, answer.value);
  else context.out(`approved: ${id} is active; the agent may present it until ${grant.expires_at}\n`);
  return EXIT.done;
}
