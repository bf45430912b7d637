import { spawnSync } from 'node:child_process';

interface Changes {
  /** A commit, as it was named. */
  readonly since: string;
  /** Paths of what differs from it in the working tree, sorted; also of deleted and new files. */
  readonly paths: readonly string[];
}

/**
 * What has changed in the checkout at `root` since it left `commit`'s line; without one, what is not committed, or else what the last
 * commit did.
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
