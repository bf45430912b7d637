/*
 * What the scripts of package.json run: `node tools/node.cjs <script.ts> [arguments]`.
 *
 * npm puts node_modules/.bin first in the path, where the platform package installs Node 26, so `node` is that one.
 * If there is no such package, `node` is the user's own, and one that is too old would stop at the first
 * type annotation with a syntax error. Hence this file, in JavaScript that an old Node can read: it checks the
 * version, goes on under Node 26 if only the link to it is missing, says what to do if there is none, and otherwise loads
 * the script.
 */
const OLDEST = 24;
/* Programs that work on a deployment: services, the sanad command, npm start. */
const OF_A_DEPLOYMENT =
  /(?:(?:platform|screener)[\\/](?!verifier[\\/])[^\\/]+[\\/]src[\\/](?:cli[\\/])?main|tools[\\/](?:start|doctor|backup))\.ts$/;
/* Of them, those that run until they are stopped. */
const OF_SERVICES = /(?:tools[\\/]start|(?<!cli[\\/])src[\\/]main)\.ts$/;
const SCREENER_COMMAND = /screener[\\/]cli[\\/]src[\\/]main\.ts$/;
const DOCTOR = /tools[\\/]doctor\.ts$/;
const WHY = {
  ENOENT: 'there is no such file; make it, or name another in SANAD_ENV_FILE',
  EISDIR: 'it is a folder; name a file in SANAD_ENV_FILE',
  EACCES: 'the user who runs this may not read it; give that user the right to (chown, chmod)',
};
const script = process.argv[2];

// The npm of Debian 12 (9.2) installs our Node without its link in node_modules/.bin.
const ours = require('node:path').join(
  __dirname,
  `../node_modules/node-${process.platform}-${process.arch}/bin/node`,
);

if (Number(process.versions.node.split('.')[0]) < OLDEST && require('node:fs').existsSync(ours)) {
  runUnder(ours);
} else if (Number(process.versions.node.split('.')[0]) < OLDEST) {
  console.error(
    [
      `Sanad needs Node ${OLDEST} or newer, but this is Node ${process.versions.node} (${process.execPath}).`,
      'On Linux (x64, arm64), macOS (x64, arm64) and Windows (x64), npm installs Node 26: run "npm ci" (without',
      '"--omit=optional"), then "npm start" or "npm test", which use it.',
      `Elsewhere, install Node ${OLDEST} or newer from https://nodejs.org and try again.`,
    ].join('\n'),
  );
  process.exitCode = 1;
} else if (script === undefined) {
  console.error('usage: node tools/node.cjs <script.ts> [arguments]');
  process.exitCode = 2;
} else {
  // Types are stripped and code is compiled once, not in each of the many processes of a start or a test run. If the
  // folder cannot be written, Node does without.
  process.env.NODE_COMPILE_CACHE ??= require('node:path').join(__dirname, '../node_modules/.cache/compiled');
  require('node:module').enableCompileCache(process.env.NODE_COMPILE_CACHE);
  readEnvFile(script);
  endWithNpm(script);
  // `npm start -- --sources`, and so on: the programs that this one starts run from the sources too.
  if (process.argv[3] === '--sources') {
    process.argv.splice(3, 1);
    process.env.SANAD_SOURCES = '1';
  }
  // The script sees the arguments that it would see if started directly.
  process.argv.splice(1, 2, require('node:path').resolve(script));
  void import(require('node:url').pathToFileURL(bundled(process.argv[1])).href);
}

/* The bundle of a program, or its sources. Only a service, which has a log, says why it runs from the sources. */
function bundled(path) {
  if (process.env.SANAD_SOURCES === '1') return path;
  const { path: bundle, why } = require('./bundle/find.cjs').bundleOf(path);
  if (why !== null && OF_SERVICES.test(path)) console.error(`sanad: runs from the sources: ${why}.`);
  if (bundle === null) return path;
  require('./bundle/traces.cjs').nameSources(require('node:path').dirname(bundle));
  return bundle;
}

/* The same again under another Node, which gets our signals and decides how we end. */
function runUnder(node) {
  const args = [__filename, ...process.argv.slice(2)];
  const child = require('node:child_process').spawn(node, args, { stdio: 'inherit' });
  const signals = ['SIGTERM', 'SIGHUP', 'SIGINT'];
  // Ctrl-C reaches both of us, and a second one would mean "at once".
  for (const name of signals) process.on(name, () => name === 'SIGINT' || child.kill(name));
  endWithNpm(script ?? '');
  child.on('exit', (code, signal) => {
    for (const name of signals) process.removeAllListeners(name);
    if (signal === null) process.exitCode = code;
    else process.kill(process.pid, signal);
  });
}

/*
 * `.env` holds a deployment's settings, so whatever works on a deployment reads it: `npm start`, each service started
 * alone, and each `sanad` command. A variable of the environment wins. Tests, checks, the demo, the verifier and the
 * auditor, which know no deployment, do not read the file, nor do the commands that they start.
 */
function readEnvFile(path) {
  if (!OF_A_DEPLOYMENT.test(path)) {
    process.env.SANAD_ENV_FILE = '';
    return;
  }
  const named = process.env.SANAD_ENV_FILE;
  const file = named ?? require('node:path').join(__dirname, '../.env');
  if (file === '') return;
  try {
    // Not process.loadEnvFile, which says of every file that it cannot read that there is none.
    const settings = settingsIn(require('node:fs').readFileSync(file, 'utf8'));
    for (const [name, value] of Object.entries(settings)) process.env[name] ??= value;
  } catch (error) {
    // `sanad setup` makes the file that is named.
    const mayLack = named === undefined || (SCREENER_COMMAND.test(path) && process.argv[3] === 'setup');
    if (mayLack && error.code === 'ENOENT') return;
    const fault = `the settings in ${file} cannot be read: ${WHY[error.code] ?? error.message}`;
    console.error(`sanad: ${fault}.`);
    // Defaults are another deployment: other databases, other keys. The doctor changes nothing, and says on its page why.
    if (!DOCTOR.test(path)) process.exit(78);
    process.env.SANAD_ENV_FAULT = fault;
  }
}

/*
 * On Windows, editors put a mark before the first name, which then would not count, and PowerShell's `>` writes UTF-16,
 * in which no name does. What stands in a faulty line may be a secret.
 */
function settingsIn(text) {
  if (/[\0\uFFFD]/.test(text)) throw new Error('it is not UTF-8; save it as UTF-8');
  const lines = text.replace(/^\uFEFF/, '');
  const settings = require('node:util').parseEnv(lines);
  // An indented comment counts as a name there.
  const odd = Object.keys(settings).find((name) => !/^(?:#|[A-Za-z_]\w*$)/.test(name));
  if (odd === undefined) return settings;
  throw new Error(
    `in line ${lines.slice(0, lines.indexOf(odd)).split('\n').length}, what stands before "=" is not a name; names have letters, digits and _`,
  );
}

/*
 * npm passes SIGTERM and SIGINT on to its shell, which ends and leaves its child running. So what runs until it is
 * stopped takes the end of that shell for the signal. Only there: started otherwise, it may outlive its parent.
 */
function endWithNpm(path) {
  if (!OF_SERVICES.test(path) || process.platform === 'win32') return;
  if (!process.env.npm_lifecycle_script?.includes(path)) return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  watch.unref();
}
