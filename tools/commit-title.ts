import { readFileSync } from 'node:fs';
import { titleFaults } from './check/commit-titles.ts';

/** tools/hooks/commit-msg runs this on the file that holds the message. */
const lines = readFileSync(process.argv[2] ?? '', 'utf8').split('\n');
const faults = titleFaults(
  lines
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .trim(),
);
if (faults.length > 0) {
  console.error(['The title of this commit', ...faults.map((fault) => `- ${fault}`)].join('\n'));
  process.exitCode = 1;
}
