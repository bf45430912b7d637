import { randomBytes } from 'node:crypto';
import { VERSION } from '@common/kit/version';
import { Command } from 'commander';
import { runFsck } from './fsck.ts';
import {
  addSink,
  forgetSink,
  listNotices,
  listSinks,
  resendNotice,
  type TypedSink,
  testSink,
} from './notices.ts';
import { runRestore } from './restore.ts';

const program = new Command('sanad authority')
  .description('Maintenance of the authority’s store. Configured by environment variables, like the service.')
  .version(`sanad authority ${VERSION}`, '--version', 'print the version')
  .showHelpAfterError();

program
  .command('fsck')
  .description(
    'Rebuild the transparency log from receipts and entries of directories, starting at leaf 0, and compare every node, head and checkpoint; rebuild each directory from its entries; hash every document',
  )
  .action(() => runFsck(process));

program
  .command('restore')
  .description(
    'Make a log whole again that the database has lost or forgotten: from kept/ beside the keys, from the receipts in RECEIPTS_DIR, and from what enforcement point and gateway have seen. Stop the authority before',
  )
  .option(
    '--witness <url...>',
    'who may have seen more of the log (default: PEP_URL and GATEWAY_URL, else the local ones)',
  )
  .action(({ witness }: { readonly witness?: readonly string[] }) => runRestore(process, witness ?? null));

const notices = program
  .command('notices')
  .description('What people and sinks are told (docs/guides/get-notices.md)');

notices
  .command('list')
  .description('Those that could not be delivered, newest first, with the reason')
  .option('--all', 'also those that were delivered, wait or were withdrawn')
  .action(({ all }: { readonly all?: true }) => listNotices(process, all === true));

notices
  .command('resend')
  .description('Send one again that was given up, while it is still wanted')
  .argument('<id>', 'such as ntc_...')
  .action((id: string) => resendNotice(process, id));

notices
  .command('add')
  .description(
    'Tell a channel, a mailbox or a program what happens, from now on. Of a program, print the new secret, once',
  )
  .argument('<name>', 'such as treasury-channel')
  .option('--url <https>', 'an address at a host that NOTICE_HOSTS lists')
  .option('--slack', 'the address is an incoming webhook of Slack')
  .option('--mail <address>', 'a mailbox instead, by the mail server of SMTP_URL')
  .option('--tenant <id>', 'only what concerns this tenant (default: all)')
  .option('--kinds <list>', 'with commas, such as limit.near,key.marked (default: all)')
  .option('--details', 'with amounts, payees and names')
  .action((name: string, typed: TypedSink) => addSink(process, name, typed, randomBytes));

notices
  .command('sinks')
  .description('Where notices are sent, and of what')
  .action(() => listSinks(process));

notices
  .command('test')
  .description('Send a test to a sink, by the running authority: one in a minute')
  .argument('<name>', 'such as treasury-channel')
  .action((name: string) => testSink(process, name, randomBytes));

notices
  .command('forget')
  .description('No longer send anything there')
  .argument('<name>', 'such as treasury-channel')
  .action((name: string) => forgetSink(process, name));

await program.parseAsync();
