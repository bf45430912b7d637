import { acceptWebhookUrl } from '@common/kit/webhooks/address';
import { createWebhookSender } from '@common/kit/webhooks/send';
import type { KeyEntry } from '@platform/core/objects/key-entry';
import { printable } from '@platform/core/verify/report-html';
import type { ApproverAddress } from '@platform/keys/approver-addresses';
import { Command } from 'commander';
import { EXIT, type ExitCode, type Place, type Run, refuse } from '../context.ts';
import { columns } from '../render/text.ts';

/** `sanad approver notify|list|test|forget`: where people are notified that something waits for them. */
export function approverCommand(run: Run): Command {
  const approver = new Command('approver').description(
    'where people are told that their approval or decision is wanted',
  );
  approver
    .command('notify')
    .description(
      'send signed webhooks to the app of an approver or a principal from now on, and print the new secret, once; an address approves nothing',
    )
    .argument('<person>', 'such as cfo')
    .requiredOption('--url <https>', 'required: the app’s address, at a host that NOTICE_HOSTS lists')
    .action((person: string, { url }: { readonly url: string }) =>
      run((place) => notify(place, person, url)),
    );
  approver
    .command('list')
    .description('approvers who are told, at which host, since when')
    .action(() => run(list));
  approver
    .command('test')
    .description('send one message of the type test, from here')
    .argument('<person>', 'such as cfo')
    .action((person: string) => run((place) => sendTest(place, person)));
  approver
    .command('forget')
    .description('stop sending notices; who can approve stays the same')
    .argument('<person>', 'such as cfo')
    .action((person: string) => run((place) => forget(place, person)));
  return approver;
}

const ID_BYTES = 12;
const SECRET_BYTES = 32;

async function notify(place: Place, person: string, typed: string): Promise<ExitCode> {
  const { context, addresses, webhookRules, randomBytes } = place;
  const { keys } = await place.localKeys();
  const isAsked = ({ role, person: holder }: KeyEntry) =>
    (role === 'approver' || role === 'principal') && holder === person;
  if (!Object.values(keys).some(isAsked)) {
    const message = `No approver or principal here is called ${person}: enrol a key first (sanad keys enrol), or see sanad keys list.`;
    return refuse(context, { message });
  }
  const url = acceptWebhookUrl(typed, webhookRules);
  if (!url.ok) return refuse(context, url.error);
  const address: ApproverAddress = {
    id: `addr_${Buffer.from(randomBytes(ID_BYTES)).toString('hex')}`,
    person,
    url: url.value,
    secret: `whsec_${Buffer.from(randomBytes(SECRET_BYTES)).toString('base64')}`,
    enrolled_at: place.now(),
  };
  await addresses.write(address);
  context.err(
    `${person} is told at ${printable(url.value)} from now on. The app checks each message with this secret, which is not shown again:\n`,
  );
  context.out(`${address.secret}\n`);
  return EXIT.done;
}

async function list({ context, addresses }: Place): Promise<ExitCode> {
  const all = await addresses.all();
  // Only the host is listed, because the rest of an address may be a secret of the app, such as a token in
  // its path.
  const rows = all.map(({ person, url, enrolled_at: at }) => [person, new URL(url).host, at]);
  context.out(
    rows.length === 0 ? 'nobody is told: enrol an address with sanad approver notify\n' : columns(rows),
  );
  return EXIT.done;
}

async function sendTest(
  { context, addresses, webhookRules, randomBytes, clock, now }: Place,
  person: string,
) {
  const address = await addresses.address(person);
  if (address === null) return refuse(context, { message: noAddress(person) });
  const { url, secret } = address;
  const id = `ntc_${Buffer.from(randomBytes(ID_BYTES)).toString('hex')}`;
  const body = JSON.stringify({ type: 'test', timestamp: now(), data: {} });
  const sent = await createWebhookSender(webhookRules)({ url, secret, id, sentAt: clock(), body });
  if (!sent.ok) return refuse(context, sent.error, EXIT.failed);
  context.out(`${person} was sent a test: the receiver took it\n`);
  return EXIT.done;
}

async function forget({ context, addresses }: Place, person: string): Promise<ExitCode> {
  if (!(await addresses.remove(person))) return refuse(context, { message: noAddress(person) });
  context.out(`${person} no longer gets notices\n`);
  return EXIT.done;
}

function noAddress(person: string): string {
  return `${person} has no address: see sanad approver list.`;
}
