import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The first commit that the rule applies to. Earlier ones remain as they are. */
const FIRST = 'tools: begin the title of a commit with its part';
const MAX_LENGTH = 72;
/** One part or several, each a folder's name or a subject such as `docs`. */
const PART = /^[a-z][\w./-]*(?:, [a-z][\w./-]*)*: \S/;
/** `FIELD` separates a commit's hash from its message; `RECORD` ends a message. */
const [FIELD, RECORD] = ['\x1f', '\x1e'];

/** Says what is wrong with a commit message. It accepts those that Git writes itself. */
export function titleFaults(message: string): string[] {
  const [title = '', second = ''] = message.split('\n');
  if (/^(Merge|Revert) /.test(title)) return [];
  return [
    title.length > MAX_LENGTH && `has ${title.length} characters; at most ${MAX_LENGTH} are allowed`,
    !PART.test(title) &&
      'must name the part first, then what is different: "edgar: refuse a zip that is cut short"',
    /[.!?;:,\s]$/.test(title) && 'must not end in punctuation',
    second !== '' && 'must be followed by an empty line',
  ].filter((fault) => fault !== false);
}

/** Checks every commit since `FIRST`; gives a note instead of complaints if there is no history to read. */
export function checkCommitTitles(root: string): { complaints: string[]; note: string | null } {
  const format = `--format=%h${FIELD}%B${RECORD}`;
  const log = spawnSync('git', ['log', '--no-merges', '--topo-order', format], {
    cwd: root,
    encoding: 'utf8',
  });
  // An unpacked archive may be inside another project's checkout.
  if (!existsSync(join(root, '.git')) || log.status !== 0)
    return { complaints: [], note: 'no Git history here: commit titles were not checked' };
  const records = log.stdout.trim().split(RECORD).slice(0, -1);
  const commits = records.map((record) => record.trim().split(FIELD));
  // The newest commit comes first, so the last match is the oldest, and another commit of that title changes
  // nothing. In a shallow clone, every commit present came after it.
  const first = commits.findLastIndex(([, message = '']) => message.split('\n')[0] === FIRST);
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
