import { VERSION } from '@common/kit/version';
import { Command } from 'commander';
import { runFsck } from './fsck.ts';
import { listNotices, resendNotice } from './notices.ts';
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
  .description('What was sent to approvers (docs/guides/receive-approval-requests.md)');

notices
  .command('list')
  .description('Those that could not be delivered, newest first, with the reason')
  .option('--all', 'also those that were delivered, wait or were withdrawn')
  .action(({ all }: { readonly all?: true }) => listNotices(process, all === true));

notices
  .command('resend')
  .description('Send one again that was given up, while its grant still waits')
  .argument('<id>', 'such as ntc_...')
  .action((id: string) => resendNotice(process, id));

await program.parseAsync();
