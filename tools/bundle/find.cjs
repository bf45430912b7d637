/*
 * The bundles of programs: services, commands and the verifier each start from a few files in place of a thousand.
 * node.cjs asks here which module to load. JavaScript, because nothing may be compiled before that.
 *
 * INVARIANT: a bundle runs only if each of its inputs has the content that it was made from. So whatever describes the
 * sources on the disk at the start, such as the software digest in a receipt, also describes the bundle.
 */
const { createHash } = require('node:crypto');
const { accessSync, constants, existsSync, readFileSync, realpathSync, statSync } = require('node:fs');
const { join, relative, sep } = require('node:path');

const ROOT = realpathSync(join(__dirname, '../..'));
const INSTALLED = join(ROOT, 'node_modules');
const MAKER = join(__dirname, 'make.ts');
/* The other scripts of tools/ work on the sources themselves. */
const PROGRAM = /^(?:(?:platform|screener)\/[^/]+\/src\/(?:cli\/)?main|tools\/(?:start|doctor|backup))\.ts$/;

/*
 * The bundle of a program, made now if there is none of its present sources; `why` says why the sources run instead, and is
 * null where they are meant to.
 */
function bundleOf(script) {
  if (!existsSync(MAKER) || !existsSync(script)) return { path: null, why: null };
  const entry = relative(ROOT, realpathSync(script)).split(sep).join('/');
  if (!PROGRAM.test(entry)) return { path: null, why: null };
  const folder = join(INSTALLED, '.cache/bundles');
  const kept = keptBundle(ROOT, folder, entry);
  if (kept !== null) return { path: kept, why: null };
  try {
    accessSync(
      [folder, join(INSTALLED, '.cache'), INSTALLED].find((place) => existsSync(place)),
      constants.W_OK,
    );
  } catch {
    return { path: null, why: 'no bundle is made from them, and node_modules/.cache cannot be written' };
  }
  const made = require('node:child_process').spawnSync(process.execPath, [MAKER, entry], {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const path = made.status === 0 ? keptBundle(ROOT, folder, entry) : null;
  if (path !== null) return { path, why: null };
  const said = (made.error?.message ?? made.stderr).trim().split('\n');
  return {
    path: null,
    why: `the bundle was not made: ${said.find((line) => /error/i.test(line)) ?? said[0]}`,
  };
}

/* Null if there is none, or if one of its inputs has changed. */
function keptBundle(root, folder, entry) {
  try {
    const { made, program, inputs } = JSON.parse(readFileSync(recordOf(folder, entry), 'utf8'));
    const path = join(folder, program);
    // A bundle knows the places of its sources.
    return made === root && existsSync(path) && inputs.every((input) => isSame(root, input)) ? path : null;
  } catch {
    return null;
  }
}

/* A copy has other times than its original, so only the content decides. */
function isSame(root, [path, stamp, hash]) {
  const file = join(root, path);
  return stampOf(file) === stamp || hashOf(file) === hash;
}

function recordOf(folder, entry) {
  return join(folder, `${entry.replace(/\.ts$/, '').replaceAll('/', '-')}.json`);
}

/* No program can set the time of the last change (ctime). */
function stampOf(file) {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? '' : `${found.size} ${found.mtimeMs} ${found.ctimeMs}`;
}

function hashOf(file) {
  return createHash('sha256').update(readFileSync(file)).digest('base64url');
}

module.exports = { bundleOf, keptBundle, recordOf, stampOf, hashOf };
