import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, lstat, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { removeDirectory } from '@common/kit/testing';
import { track } from '@common/kit/testing/reaper';
import { extract } from 'tar';

const run = promisify(execFile);

/** The files of a commit, with packages and the present benches. */
interface Checkout extends AsyncDisposable {
  readonly root: string;
}

/**
 * Writes a commit's files to a temporary folder, which goes with this process, even if that is killed. Git keeps no
 * note of it. Throws if there is no such commit. Both sides are to be measured by the same program, so the benches are
 * those of `root`.
 */
export async function openCheckout(root: string, commit: string): Promise<Checkout> {
  const folder = await mkdtemp(join(tmpdir(), 'sanad-compare-'));
  const forget = track({ kind: 'directory', path: folder });
  const close = async () => {
    await removeDirectory(folder);
    forget();
  };
  try {
    const tree = join(folder, 'tree');
    const archive = join(folder, 'tree.tar');
    await mkdir(tree);
    await run('git', ['archive', '--format=tar', `--output=${archive}`, `${commit}^{commit}`], { cwd: root });
    await extract({ file: archive, cwd: tree });
    await rm(archive);
    await rm(join(tree, 'bench'), { recursive: true, force: true });
    await cp(join(root, 'bench'), join(tree, 'bench'), { recursive: true });
    await installPackages(root, tree);
    const shared = join(root, '../shared');
    if (existsSync(shared)) await symlink(shared, join(folder, 'shared'));
    return { root: tree, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The packages of `root` if the lock file is the same, else new ones. */
async function installPackages(root: string, tree: string): Promise<void> {
  const lockOf = (folder: string) => readFile(join(folder, 'package-lock.json'), 'utf8');
  if ((await lockOf(root)) === (await lockOf(tree)))
    await linkPackages(join(root, 'node_modules'), join(tree, 'node_modules'));
  else await run('npm', ['ci'], { cwd: tree });
  const long = 'tools/long/node_modules';
  if (existsSync(join(root, long))) await symlink(join(root, long), join(tree, long));
}

/**
 * Links each package of `from`. A link in `from` is a workspace: it is copied, because it is relative, and so leads
 * to the workspace beside `to`. One link to the whole folder would lead back to the sources beside `from`.
 */
async function linkPackages(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) {
    const [source, target] = [join(from, name), join(to, name)];
    const isLink = (await lstat(source)).isSymbolicLink();
    // Caches are made anew: they belong to the sources that filled them.
    if (name === '.cache') continue;
    if (isLink) await symlink(await readlink(source), target);
    else if (name.startsWith('@')) await linkPackages(source, target);
    else await symlink(source, target);
  }
}
