import { createHash } from 'node:crypto';
import { chmod, chown, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { showCompiled } from './image/compiled.ts';
import { type Account, forEach, type MadeImage, makeAsImage, run } from './image/make.ts';
import { type RunningServices, startServices } from './image/services.ts';
import { ROOT_FOLDER } from './source/codebase.ts';

/**
 * `npm run as-image` runs the Dockerfile's steps in a clean folder without Docker, then runs every service
 * from it as an ordinary user who may not write to the program. It cannot show the parts that only an image
 * has: the base, its packages, and the walls of a container.
 */
const NOBODY = 65_534;
const MIB = 1_048_576;

const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const account: Account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
const place = await mkdtemp(join(tmpdir(), 'sanad-image-'));
try {
  await chmod(place, 0o755);
  if (account.uid !== undefined) await chown(place, account.uid, account.uid);
  await show(await makeAsImage(ROOT_FOLDER, place, account, say));
} catch (error) {
  process.stderr.write(`as-image: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await forEach(place, (path, mode) => chmod(path, mode | 0o200));
  await rm(place, { recursive: true, force: true });
}

async function show(made: MadeImage): Promise<void> {
  const before = await fingerprint(made.folder);
  say(
    `program: ${before.files} files, ${Math.round(before.bytes / MIB)} MiB; user ${account.uid ?? 'as now'}`,
  );
  await refusesWrites(made);
  const services = await startServices(made, account);
  try {
    say(`healthy by the image's check: ${Object.keys(services.urls).join(', ')}`);
    say(`screener: AAPL is ${await screened(services.urls.screener)}`);
    say(`console: /verify computes evidence again with ${await checker(services.urls.console)}`);
    say(`platform: a transfer under a mandate is ${await transferred(services)}`);
  } finally {
    for (const end of await services.stop()) say(end);
  }
  await showCompiled(made, account, say);
  if ((await fingerprint(made.folder)).hash !== before.hash) throw new Error('the program was written to');
  say('nothing was written to the program');
}

async function refusesWrites({ folder, env }: MadeImage): Promise<void> {
  const write = `try { require('node:fs').writeFileSync('written', '') } catch ({ code }) { console.log(code) }`;
  const said = (await run(['node', '-e', write], { cwd: folder, env, account })).trim();
  if (said !== 'EACCES') throw new Error(`a write to the program was not refused: ${said}`);
  say('a write to the program: EACCES');
}

async function screened(url: string | undefined): Promise<string> {
  const answer: unknown = await (await fetch(`${url}/v1/screen/AAPL`)).json();
  return /"compliance":"(\w+)"/.exec(JSON.stringify(answer))?.[1] ?? JSON.stringify(answer);
}

/** The script that computes what a sealed screening claims, as the page names it. */
async function checker(url: string | undefined): Promise<string> {
  const page = await (await fetch(`${url}/verify`)).text();
  const script = /\/[^"]*evidence[^"]*\.js/.exec(page)?.[0];
  const text = script === undefined ? '' : await (await fetch(`${url}${script}`)).text();
  if (!text.includes('sanadEvidenceCheckers')) throw new Error('/verify has no program for evidence');
  return script ?? '';
}

async function transferred({ urls, command }: RunningServices): Promise<string> {
  const token = (await command(['sanad', 'keys', 'agent-token', '--yes'])).trim();
  const mandates: readonly { readonly contract: { readonly contract_id: string } }[] = JSON.parse(
    await (await fetch(`${urls.authority}/contracts`)).text(),
  );
  const mandate = mandates.find(({ contract }) => JSON.stringify(contract).includes('bank.executeTransfer'));
  const answer = await fetch(`${urls.gateway}/v1/tools/propose_transfer`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-service-contract': mandate?.contract.contract_id ?? '',
    },
    body: '{"to_account":"acct_acme","amount":"250","currency":"USD","beneficiary_id":"acme","memo":"INV-7"}',
  });
  const text = await answer.text();
  return /"status":"(\w+)"/.exec(text)?.[1] ?? text;
}

async function fingerprint(folder: string) {
  const lines: string[] = [];
  let bytes = 0;
  await forEach(folder, async (path, mode) => {
    const found = await stat(path);
    if (found.isFile()) bytes += found.size;
    const content = found.isFile()
      ? createHash('sha256')
          .update(await readFile(path))
          .digest('hex')
      : '';
    lines.push(`${relative(folder, path)} ${mode} ${content}`);
  });
  return {
    files: lines.length,
    bytes,
    hash: createHash('sha256').update(lines.sort().join('\n')).digest('hex'),
  };
}
