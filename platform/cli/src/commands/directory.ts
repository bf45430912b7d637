import { LOCAL } from '@platform/console/use-cases/init-deployment';
import { Command } from 'commander';
import { askDirectory, type DirectoryName } from '../asked-directory.ts';
import { EXIT, type ExitCode, type Place, printJson, type Run, refuse } from '../context.ts';
import { addSigningOptions } from '../principal-signing.ts';
import { directoryText } from '../render/directory-words.ts';
import { columns } from '../render/text.ts';
import { type AdoptOptions, adoptDirectories } from './directory-adopt.ts';
import { type ImportOptions, importLists } from './directory-import.ts';
import { type ConfirmOptions, confirmEntry, type EntryOptions, signChange } from './directory-sign.ts';

interface TenantOption {
  readonly tenant: string;
}

interface ShowOptions extends TenantOption {
  readonly json?: true;
}

const VALUES = 'its values, such as currency=USD; show names them';

/** The command `sanad directory list|show|add|change|end|sign|import|adopt`. */
export function directoryCommand(run: Run): Command {
  const directory = new Command('directory').description(
    'payees, recipients and accounts in directories: each is signed by itself, and ends no mandate',
  );
  directory
    .command('list')
    .description('every directory that a profile in force names')
    .action(() => run(list));
  named(directory, 'show')
    .description('what is in force and what waits, replayed and checked here entry by entry')
    .option('--json', 'print the entries and what waits')
    .action((profile: string, name: string, options: ShowOptions) =>
      run((place) => show(place, { profile, directory: name, ...options })),
    );
  described(signing(named(directory, 'add').argument('<value...>', VALUES)))
    .description('sign a new entry; where the profile asks for two people, another one signs it too')
    .option('--name <name>', 'what it is called in the directory (default: its first value)')
    .action((profile: string, name: string, values: string[], options: EntryOptions & TenantOption) =>
      run((place) =>
        signChange(place, { profile, directory: name, ...options }, { change: 'added', values }),
      ),
    );
  described(signing(named(directory, 'change').argument('<entry>').argument('<value...>', VALUES)))
    .description('sign other values for an entry, which then counts as new')
    .action(
      (
        profile: string,
        name: string,
        entry: string,
        values: string[],
        options: EntryOptions & TenantOption,
      ) =>
        run((place) =>
          signChange(
            place,
            { profile, directory: name, ...options },
            { change: 'changed', name: entry, values },
          ),
        ),
    );
  signing(named(directory, 'end').argument('<entry>'))
    .description('end an entry at once; one person is enough')
    .option('--source <text>', 'why; it is signed too')
    .action((profile: string, name: string, entry: string, options: EntryOptions & TenantOption) =>
      run((place) =>
        signChange(
          place,
          { profile, directory: name, ...options },
          { change: 'ended', name: entry, values: [] },
        ),
      ),
    );
  signing(named(directory, 'sign').argument('[entry]', 'its number (default: the first that waits for you)'))
    .description('read what another person signed, and sign it as the second')
    .action(
      (profile: string, name: string, entry: string | undefined, options: ConfirmOptions & TenantOption) =>
        run((place) => confirmEntry(place, { profile, directory: name, ...options }, entry ?? null)),
    );
  signed(directory.command('import'))
    .argument('<profile>', '<plugin>.v1, whose version in force names directories')
    .description('sign what an earlier version of the profile had in its lists as entries, in one go')
    .option('--tenant <id>', 'whose directories', LOCAL.tenant)
    .option('--from <version>', 'the version with the lists (default: the newest that has them)')
    .option('--yes', 'sign without asking')
    .action((profile: string, options: ImportOptions) =>
      run((place) => importLists(place, profile, options)),
    );
  signed(directory.command('adopt'))
    .description(
      'move the lists that a profile carries into directories: publish it with directories instead, and sign what the lists had as entries; run it again if it was cut off',
    )
    .argument('<profile>', '<plugin>.v1')
    .option('--yes', 'sign without asking')
    .action((profile: string, options: AdoptOptions) =>
      run((place) => adoptDirectories(place, profile, options)),
    );
  return directory;
}

function named(parent: Command, name: string): Command {
  return parent
    .command(name)
    .argument('<profile>', '<plugin>.v1')
    .argument('<directory>', 'as the profile names it')
    .option('--tenant <id>', 'whose directory', LOCAL.tenant);
}

function signed(command: Command): Command {
  return command.option('--key <kid>', 'your key: a kid in people/, or a file', LOCAL.principalKid);
}

function signing(command: Command): Command {
  return addSigningOptions(signed(command)).option('--json', 'print the authority’s answer');
}

function described(command: Command): Command {
  return command
    .option('--label <text>', 'its name for people, as on the invoice')
    .option('--source <text>', 'where you know it from; it is signed too');
}

async function list(place: Place): Promise<ExitCode> {
  const { context, authority, deployment } = place;
  const heads = await authority.directoryHeads();
  if (!heads.ok) return refuse(context, heads.error, EXIT.failed);
  const rows: string[][] = [];
  for (const { manifest } of await deployment.plugins()) {
    const signed = await authority.profile(manifest.profile);
    if (!signed.ok) continue;
    for (const directory of Object.keys(signed.value.profile.directories ?? {})) {
      const own = heads.value.filter(
        ({ entry }) => entry.profile === manifest.profile && entry.directory === directory,
      );
      const lines = own.map(({ entry }) => [
        entry.tenant,
        `${entry.size} in force`,
        `entry ${entry.sequence}`,
      ]);
      for (const line of lines.length === 0 ? [['-', 'no entry yet']] : lines) {
        rows.push([manifest.profile, directory, ...line]);
      }
    }
  }
  context.out(
    rows.length === 0
      ? 'no directories: the profiles in force have their lists in themselves (sanad profile show)\n'
      : columns(rows),
  );
  return EXIT.done;
}

async function show(place: Place, name: DirectoryName & { readonly json?: true }): Promise<ExitCode> {
  const { context } = place;
  const asked = await askDirectory(place, name);
  if (!asked.ok) return refuse(context, asked.error, EXIT.failed);
  const { entries, waiting } = asked.value.read;
  if (name.json) printJson(context, { entries, waiting });
  else context.out(directoryText(asked.value));
  return EXIT.done;
}
