import { createWebhookSender } from '@common/kit/webhooks/send';
import type { KeyEntry } from '@platform/core/objects/key-entry';
import { printable } from '@platform/core/verify/report-html';
import { newAddress, type TypedAddress } from '@platform/keys/new-address';
import { type PersonAddress, placeOf } from '@platform/keys/notice-addresses';
import { createNoticeSender } from '@platform/keys/send-notice';
import { noticeTitle } from '@platform/words/notices';
import { sentence } from '@platform/words/short';
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
      'tell an approver or a principal from now on, by signed webhooks to their app, in a channel or by mail; of an app, print the new secret, once; an address approves nothing',
    )
    .argument('<person>', 'such as cfo')
    .option('--url <https>', 'the app’s address, at a host that NOTICE_HOSTS lists')
    .option('--slack', 'the address is an incoming webhook of Slack')
    .option('--mail <address>', 'a mailbox instead, by the mail server of SMTP_URL')
    .option('--details', 'with amounts, payees and references')
    .action((person: string, typed: TypedAddress) => run((place) => notify(place, person, typed)));
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

async function notify(place: Place, person: string, typed: TypedAddress): Promise<ExitCode> {
  const { context, addresses } = place;
  const { keys } = await place.localKeys();
  const isAsked = ({ role, person: holder }: KeyEntry) =>
    (role === 'approver' || role === 'principal') && holder === person;
  if (!Object.values(keys).some(isAsked)) {
    const message = `No approver or principal here is called ${person}: enrol a key first (sanad keys enrol), or see sanad keys list.`;
    return refuse(context, { message });
  }
  const made = newAddress(typed, place);
  if (!made.ok) return refuse(context, made.error);
  const address: PersonAddress = { ...made.value, person };
  await addresses.write(address);
  context.err(`${person} is told at ${printable(placeOf(address))} from now on.\n`);
  if ('secret' in address && address.slack !== true) {
    context.err('The app checks each message with this secret, which is not shown again:\n');
    context.out(`${address.secret}\n`);
  }
  return EXIT.done;
}

async function list({ context, addresses }: Place): Promise<ExitCode> {
  const all = await addresses.all();
  const rows = all.map((address) => [address.person, placeOf(address), address.enrolled_at]);
  context.out(
    rows.length === 0 ? 'nobody is told: enrol an address with sanad approver notify\n' : columns(rows),
  );
  return EXIT.done;
}

async function sendTest(place: Place, person: string) {
  const { context, addresses, webhookRules, randomBytes, clock, now } = place;
  const address = await addresses.address(person);
  if (address === null) return refuse(context, { message: noAddress(person) });
  const mail = place.openMail();
  if (!mail.ok) return refuse(context, mail.error);
  const send = createNoticeSender({ sendWebhook: createWebhookSender(webhookRules), sendMail: mail.value });
  const title = noticeTitle({ type: 'test', about: {}, told: {} });
  const sent = await send(address, {
    id: `ntc_${Buffer.from(randomBytes(ID_BYTES)).toString('hex')}`,
    sentAt: clock(),
    event: { type: 'test', timestamp: now(), data: {} },
    subject: `Sanad: ${title}`,
    text: sentence(title),
  });
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
