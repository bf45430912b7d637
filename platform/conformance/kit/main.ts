import { makeKit } from './make-kit.ts';
import { runKit } from './run-kit.ts';

const HELP = `Cases for programs that verify receipts without our code.

  npm run kit -- make <folder>                    writes all cases, and what is right about each
  npm run kit -- run <folder> -- <command...>     runs a verifier on them, and prints where it differs

README.md says what the command gets and answers. Exits with 0 if it agrees on all cases, 1 if not, 2 if the input cannot
be used.`;

const [action, folder, ...rest] = process.argv.slice(2);
const command = rest[0] === '--' ? rest.slice(1) : rest;
if (action === 'make' && folder !== undefined && rest.length === 0) {
  console.log(`${makeKit(folder)} cases in ${folder}`);
} else if (action === 'run' && folder !== undefined && command.length > 0) {
  process.exitCode = await run(folder, command);
} else {
  console.log(HELP);
  process.exitCode = action === '--help' ? 0 : 2;
}

async function run(kit: string, verifier: readonly string[]): Promise<number> {
  try {
    const { cases, differing } = await runKit(kit, verifier);
    for (const [id, found] of differing) console.log(`${id}: ${found.join('; ')}`);
    console.log(`${cases - differing.size} of ${cases} cases agree`);
    return differing.size === 0 ? 0 : 1;
  } catch (error) {
    console.error(String(error));
    return 2;
  }
}
