import { spawnSync } from 'node:child_process';

interface Changes {
  /** The commit, as the caller named it. */
  readonly since: string;
  /** The sorted paths that differ from it in the working tree, deleted and new files included. */
  readonly paths: readonly string[];
}

/**
 * Finds what has changed in the checkout at `root` since it left `commit`'s line; without a commit, the
 * uncommitted changes, or else those of the last commit.
 */
export function readChanges(root: string, commit: string | null): Changes {
  const git = (...args: readonly string[]): string[] => {
    const { status, stdout, stderr, error } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${error?.message ?? stderr.trim()}`);
    return stdout.split('\0').filter((path) => path !== '');
  };
  const since = (base: string): string[] =>
    [
      ...git('diff', '--name-only', '--no-renames', '-z', base),
      ...git('ls-files', '--others', '--exclude-standard', '-z'),
    ].sort();
  if (commit !== null) {
    const [base = commit] = git('merge-base', commit, 'HEAD').map((line) => line.trim());
    return { since: commit, paths: since(base) };
  }
  const uncommitted = since('HEAD');
  return uncommitted.length > 0
    ? { since: 'HEAD', paths: uncommitted }
    : { since: 'HEAD~1', paths: since('HEAD~1') };
}
