import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The first commit that is held to the rule; what came before it stays as it is. */
const FIRST = 'Move both products to paths of their own: common, screener, platform';
const MAX_LENGTH = 72;
/** Between the hash of a commit and its message; ends a message. */
const [FIELD, RECORD] = ['\x1f', '\x1e'];

/** What is wrong with a commit's message; nothing for those that Git makes itself. */
export function titleFaults(message: string): string[] {
  const [title = '', second = ''] = message.split('\n');
  if (/^(Merge|Revert) /.test(title)) return [];
  return [
    title.length > MAX_LENGTH && `has ${title.length} characters; at most ${MAX_LENGTH} are allowed`,
    !/^\p{Lu}/u.test(title) && 'must begin with a capital letter',
    /^[\w-]+(\([^)]*\))?!?: |^\[|^WIP\b/i.test(title) && 'must have no prefix: say what is different now',
    /[.!?;:,\s]$/.test(title) && 'must not end in punctuation',
    second !== '' && 'must be followed by an empty line',
  ].filter((fault) => fault !== false);
}

/** Every commit since `FIRST`; a note in place of complaints where there is no history to read. */
export function checkCommitTitles(root: string): { complaints: string[]; note: string | null } {
  const format = `--format=%h${FIELD}%B${RECORD}`;
  const log = spawnSync('git', ['log', '--no-merges', '--topo-order', format], {
    cwd: root,
    encoding: 'utf8',
  });
  // An unpacked archive may lie in the checkout of something else.
  if (!existsSync(join(root, '.git')) || log.status !== 0)
    return { complaints: [], note: 'no Git history here: commit titles were not checked' };
  const records = log.stdout.trim().split(RECORD).slice(0, -1);
  const commits = records.map((record) => record.trim().split(FIELD));
  // Newest first. In a shallow clone, all that is there came after it.
  const first = commits.findIndex(([, message = '']) => message.startsWith(FIRST));
  return {
    complaints: commits.slice(0, first < 0 ? undefined : first + 1).flatMap(complaintsOf),
    note: null,
  };
}

function complaintsOf([hash = '', message = '']: readonly string[]): string[] {
  return titleFaults(message.trimEnd()).map(
    (fault) => `${hash} "${message.split('\n')[0]}": the title ${fault}`,
  );
}
