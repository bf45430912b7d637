import { ok } from '@common/base/result';
import { hashOf } from '@platform/core/crypto/hash';
import { webCrypto } from '@platform/core/crypto/web';
import { isPersonsRole } from '@platform/core/objects/key-entry';
import { sendToConsole } from '../browser/ask-console.ts';
import { byId } from '../browser/dom.ts';
import { signingChoice } from '../signing/signing-choice.ts';
import type { SignInData } from './sign-in-data.ts';

/** Runs in the browser: signs the session that the console asks for, and goes on. */

declare const location: { assign(path: string): void };

const { session, keys, next } = JSON.parse(byId('sign-in-data').dataset.signIn ?? '') as SignInData;
const hash = hashOf(webCrypto, session);
const people = Object.values(keys).filter(({ role }) => isPersonsRole(role));

byId('signing').replaceChildren(
  signingChoice({
    id: 'sign-in',
    deed: 'Sign in',
    type: 'sanad/session/1',
    keys,
    asked: people,
    allows: () => ok(undefined),
    isReady: () => true,
    sayMissing: () => undefined,
    hash: async () => ok(hash),
    send: async (signature) => {
      const answer = await sendToConsole(
        '/sign-in',
        { session, session_hash: hash, signature },
        'Not signed in.',
      );
      if (answer.ok) location.assign(next);
      return answer;
    },
  }).element,
);
