import { readFileSync, statSync } from 'node:fs';
import { KeyFileError } from '@common/kit/private-file';
import { type KeyPair, readPrivateKey } from './key-pair.ts';

const LOOK_MS = 100;

/**
 * Signs with the private key that the file holds now. It looks at most every 100 ms, so that a replaced key
 * is out of use long before it ends. A missing file changes nothing: the key in memory is still the published
 * one. INVARIANT: a key that is not the published one signs nothing, since nobody could check it.
 */
export function currentSigner(file: string, publicFile: string, first: KeyPair): KeyPair['sign'] {
  let known = { pair: first, state: stateOf(file) };
  let lookedAt = performance.now();
  return (ascii) => {
    if (performance.now() - lookedAt >= LOOK_MS) {
      const state = stateOf(file);
      if (state !== null && state !== known.state) known = { pair: readCurrent(file, publicFile), state };
      lookedAt = performance.now();
    }
    return known.pair.sign(ascii);
  };
}

/** This is synchronous, because the thread pool would cost ten times as much for so short a look. */
function stateOf(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`;
}

function readCurrent(file: string, publicFile: string): KeyPair {
  const pair = readPrivateKey(readFileSync(file, 'utf8'), file);
  const published: unknown = JSON.parse(readFileSync(publicFile, 'utf8'));
  if (typeof published === 'object' && published !== null && 'public_key' in published) {
    if (published.public_key === pair.public_key) return pair;
  }
  throw new KeyFileError(`${publicFile} is not the public half of ${file}; restore the one that matches`);
}
