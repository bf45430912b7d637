import { statfs } from 'node:fs/promises';
import { VERSION } from '@common/kit/version';

/**
 * `sanad doctor` prints one page on what runs here, what does not, and what to do. It changes nothing, and
 * asks only this machine and late witnesses.
 */
const REFUSED = 2;
const USAGE = `usage: sanad doctor

Looks at versions, settings, databases, disk, clock, sources, keys, log and ports of this machine, for both products, with
the settings that npm start would use. Changes nothing, shows no secret and needs no network: it asks only witnesses of
LOG_WITNESSES that are late. Works whether or not anything runs. Exit codes: 0 nothing failed, 1 something failed, 2 usage.
`;

const [word, ...more] = process.argv.slice(2).filter((each) => each !== 'doctor');
if (word === '--help' || word === '-h' || word === 'help') process.stdout.write(USAGE);
else if (word === '--version') process.stdout.write(`sanad doctor ${VERSION}\n`);
else if (word !== undefined || more.length > 0) {
  process.stderr.write(USAGE);
  process.exitCode = REFUSED;
} else {
  // The checks need the code of every service; the words above do not.
  const { examine } = await import('./doctor/examine.ts');
  const { pageOf } = await import('./doctor/report.ts');
  const sections = await examine({
    env: process.env,
    now: Date.now(),
    node: process.versions.node,
    freeBytes: async (folder) => {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
  });
  process.stdout.write(pageOf(sections));
  if (sections.some(({ findings }) => findings.some(({ state }) => state === 'fail'))) process.exitCode = 1;
}
