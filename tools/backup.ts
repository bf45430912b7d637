import { parseArgs } from 'node:util';
import { VERSION } from '@common/kit/version';
import { makeBackup } from './backup/make.ts';
import { restoreBackup } from './backup/restore.ts';
import { DATABASES } from './databases.ts';

/**
 * `sanad backup` copies all databases of one instant; `sanad restore` puts them back. Settings come from the
 * environment.
 */
const REFUSED = 2;
const BROKEN = 1;
const NAMES = DATABASES.map(({ name }) => name);
const USAGE = `usage: sanad backup <folder> [--only <names>] [--keys <file> --passphrase-file <file>]
       sanad restore <folder> [--only <names>] [--keys <file> --passphrase-file <file>] [--aside]

backup copies the databases of all services, as they are at one instant, with the signed profiles and mandates, into a new
folder; services may run. restore puts them where the settings say; the services must not run.

  --only <names>            of ${NAMES.join(', ')}; default: all that are there
  --keys <file>             the keys, secrets and kept/: encrypted, in a file of their own
  --passphrase-file <file>  what they are encrypted with: at least 16 characters, in a file that only you can read;
                            - reads standard input
  --aside                   moves databases that are there already aside, under their name and the date

Exit codes: 0 done, 1 interrupted, 2 refused. Nothing is ever deleted. More: docs/operations/backup-and-restore.md
`;

const OPTIONS = {
  only: { type: 'string' },
  keys: { type: 'string' },
  'passphrase-file': { type: 'string' },
  aside: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const [word, ...rest] = process.argv.slice(2);
process.exitCode = await run(word === 'help' ? '--help' : (word ?? ''), rest);

async function run(command: string, args: readonly string[]): Promise<number> {
  if (command === '--version' || args[0] === '--version') {
    process.stdout.write(
      `sanad ${['backup', 'restore'].includes(command) ? command : 'backup'} ${VERSION}\n`,
    );
    return 0;
  }
  const parsed = parse(args);
  if (command === '--help' || (typeof parsed !== 'string' && parsed.values.help === true)) {
    process.stdout.write(USAGE);
    return 0;
  }
  if (typeof parsed === 'string') return refuse(`${parsed}\n${USAGE}`);
  const { values, positionals } = parsed;
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0 || !['backup', 'restore'].includes(command))
    return refuse(USAGE);
  const only = values.only?.split(',').filter((name) => name !== '') ?? [];
  const wrong = only.find((name) => !NAMES.includes(name));
  if (wrong !== undefined) return refuse(`--only: ${wrong} is none of ${NAMES.join(', ')}\n`);
  const { keys: file, 'passphrase-file': passphraseFile } = values;
  if ((file === undefined) !== (passphraseFile === undefined)) {
    return refuse('--keys and --passphrase-file belong together\n');
  }
  const keys = file === undefined || passphraseFile === undefined ? null : { file, passphraseFile };
  const options = { env: process.env, folder, only, keys, clock: Date.now };
  try {
    const done =
      command === 'backup'
        ? await makeBackup(options)
        : await restoreBackup({ ...options, aside: values.aside === true });
    if (!done.ok) return refuse(`${command}: ${done.error.code}: ${done.error.message}\n`);
    for (const sentence of done.value) process.stdout.write(`${sentence}\n`);
    return 0;
  } catch (error) {
    process.stderr.write(`${command}: ${error instanceof Error ? error.message : String(error)}\n`);
    return BROKEN;
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function refuse(text: string): number {
  process.stderr.write(text);
  return REFUSED;
}
