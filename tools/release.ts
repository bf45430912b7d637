import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { VERSION } from '@common/kit/version';
import { packVerify } from './pack/verify.ts';
import { tarGz } from './release/tar.ts';
import { committedFiles, containerTree } from './release/tree.ts';
import { ROOT_FOLDER } from './source/codebase.ts';

/**
 * `npm run release [-- <folder>] [--trial]` writes everything that is published of this version into a new
 * folder (default `dist/release-<version>`): npm tarballs of the client, `@sanad/agent`, `@sanad/verify` and the verifier, the file tree for a
 * container of this system, a bill of materials (CycloneDX), and SHA256SUMS. INVARIANT: the same commit and
 * the same installed packages give the same bytes, wherever and whenever it runs. A trial includes
 * uncommitted changes.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { trial: { type: 'boolean' } },
});
const out = resolve(positionals[0] ?? join(ROOT_FOLDER, `dist/release-${VERSION}`));
const SYSTEM = `${process.platform}-${process.arch}`;

// Files that programs write get the modes that npm packs, the same for everybody.
process.umask(0o022);
const committed = committedFiles(ROOT_FOLDER, { isTrial: values.trial === true });
mkdirSync(resolve(out, '..'), { recursive: true });
// This fails if it exists, so that nothing of an earlier release is mixed in.
mkdirSync(out);
for (const name of ['client', 'agent'])
  run(process.execPath, [join(ROOT_FOLDER, 'tools/pack.ts'), name, out]);
await packVerify(ROOT_FOLDER, out);
packVerifier();
// The archive has its own folder, so that unpacking it overwrites nothing.
const tree = containerTree(ROOT_FOLDER, committed).map((entry) => ({
  ...entry,
  path: `sanad-${VERSION}/${entry.path}`,
}));
write(`sanad-${VERSION}-${SYSTEM}.tar.gz`, tarGz(tree));
write(`sanad-${VERSION}.cdx.json`, billOfMaterials());
const sums = readdirSync(out)
  .sort()
  .map((name) => `${sha256(readFileSync(join(out, name)))}  ${name}\n`)
  .join('');
write('SHA256SUMS', sums);
process.stdout.write(`${sums}${sha256(sums)}  ${join(out, 'SHA256SUMS')}\n`);

/** Packs the verifier alone: one file that plain Node runs. */
function packVerifier(): void {
  const folder = mkdtempSync(join(tmpdir(), 'sanad-release-'));
  try {
    const file = join(folder, 'sanad-verify.mjs');
    const sources = ['--sources', join(folder, 'SOURCES.txt')];
    run(process.execPath, [join(ROOT_FOLDER, 'tools/bundle-verifier.ts'), file, ...sources]);
    chmodSync(file, 0o755);
    const { license }: { license: string } = JSON.parse(
      readFileSync(join(ROOT_FOLDER, 'package.json'), 'utf8'),
    );
    const manifest = {
      name: 'sanad-verify',
      version: VERSION,
      license,
      type: 'module',
      description: 'Verifies a receipt without a network: nine checks, and what they prove',
      engines: { node: '>=20.12' },
      bin: { 'sanad-verify': 'sanad-verify.mjs' },
    };
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    const readme = readFileSync(join(ROOT_FOLDER, 'platform/verifier/README.md'), 'utf8');
    writeFileSync(join(folder, 'README.md'), readme);
    run('npm', ['pack', '--pack-destination', out], folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Lists the packages that run, from the lock file: names, versions, licences and digests. */
function billOfMaterials(): string {
  const text = run('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only']);
  const bill: Record<string, unknown> & {
    metadata: Record<string, unknown> & { component: { name: string } };
  } = JSON.parse(text);
  // npm names it after its folder, draws a random number, and writes the time.
  bill.metadata.component.name = 'sanad';
  delete bill.serialNumber;
  delete bill.metadata.timestamp;
  const digest = sha256(JSON.stringify(bill));
  const id = [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
  ];
  return `${JSON.stringify({ ...bill, serialNumber: `urn:uuid:${[...id, digest.slice(20, 32)].join('-')}` }, null, 2)}\n`;
}

function write(name: string, content: string | Uint8Array): void {
  writeFileSync(join(out, name), content);
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

function run(command: string, args: readonly string[], cwd = ROOT_FOLDER): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 67_108_864,
    // npm may only read local files.
    env: { ...process.env, npm_config_offline: 'true' },
  });
  if (status === 0) return stdout;
  throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? `${stdout}${stderr}`}`);
}
