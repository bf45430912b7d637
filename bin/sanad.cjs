#!/usr/bin/env node
/*
 * `npx sanad`: one command, two programs (ADR 0003), the maintenance of the authority, what follows a log, the auditor of
 * screenings, the verifier as judge of disputes, and `doctor`, `backup` and `restore`, which know both products. The first
 * word decides which of them runs, started through tools/node.cjs, which says what to do if Node is too old. For general
 * help, both answer.
 */
const { spawnSync } = require('node:child_process');
const { join } = require('node:path');

const NODE = join(__dirname, '../tools/node.cjs');
const SCREENER = join(__dirname, '../screener/cli/src/main.ts');
const PLATFORM = join(__dirname, '../platform/cli/src/main.ts');
const AUTHORITY = join(__dirname, '../platform/authority/src/cli/main.ts');
const FOLLOWER = join(__dirname, '../platform/witness/src/cli/main.ts');
const AUDITOR = join(__dirname, '../screener/conformance/recompute/main.ts');
const VERIFIER = join(__dirname, '../platform/verifier/src/main.ts');
const DOCTOR = join(__dirname, '../tools/doctor.ts');
const BACKUP = join(__dirname, '../tools/backup.ts');
const PLATFORM_WORDS = [
  'mandate',
  'grant',
  'profile',
  'directory',
  'receipt',
  'statement',
  'dispute',
  'log',
  'keys',
  'counterparty',
  'attester',
  'venue',
  'approver',
];

// The other arguments decide what runs.
if (process.argv[2] === '--sources') {
  process.argv.splice(2, 1);
  process.env.SANAD_SOURCES = '1';
}
const words = process.argv.slice(2);
const about = words[0] === 'help' && words[1] !== undefined ? words[1] : words[0];

if (about === undefined || ['help', '--help', '-h'].includes(about)) {
  for (const program of [SCREENER, PLATFORM]) {
    const { status } = spawnSync(process.execPath, [NODE, program, ...words], { stdio: 'inherit' });
    process.exitCode = status ?? 1;
    // This Node is too old (1), or the settings cannot be read (78): the other program would only say so again.
    if ([1, 78].includes(process.exitCode)) break;
  }
  if (process.exitCode === 0)
    console.log(
      '\nTHIS MACHINE\n\n  sanad recompute <file>  check a saved screening, and its seal, without the service and by other code than its own\n  sanad judge <file>      judge a dispute file, without a network; as sanad-verify does\n  sanad doctor            what runs, what is wrong, and what to do\n  sanad backup <folder>   all databases of one instant, while services run; restore puts them back\n  sanad authority --help  maintenance of the log',
    );
} else {
  const follows = words[0] === 'log' && ['monitor', 'fsck'].includes(words[1]);
  // What these write is a deployment's. The screener's commands also write public data into the repository.
  if (
    words[0] === 'authority' ||
    follows ||
    about === 'backup' ||
    about === 'restore' ||
    PLATFORM_WORDS.includes(about)
  )
    process.umask(0o077);
  if (words[0] === 'authority') process.argv.splice(2, 1, AUTHORITY);
  // The deployment's own log needs no address.
  else if (words.join(' ') === 'log fsck') process.argv.splice(2, 2, AUTHORITY, 'fsck');
  else if (follows) process.argv.splice(2, 1, FOLLOWER);
  else if (about === 'backup' || about === 'restore') process.argv.splice(2, 0, BACKUP);
  // It shares no code with the engine whose answers it recomputes.
  else if (about === 'recompute')
    process.argv.splice(2, 1, AUDITOR, ...(words[0] === 'help' ? ['--help'] : []));
  else if (about === 'judge')
    process.argv.splice(2, words[0] === 'help' ? 2 : 1, VERIFIER, ...(words[0] === 'help' ? ['--help'] : []));
  else if (about === 'doctor') process.argv.splice(2, 0, DOCTOR);
  else process.argv.splice(2, 0, PLATFORM_WORDS.includes(about) ? PLATFORM : SCREENER);
  require('../tools/node.cjs');
}
