import { KeyEntry } from '@platform/core/objects/key-entry';
import type { Session } from '@platform/core/objects/session';
import { Type } from 'typebox';

/** The data that the page gives its script. It names nobody, because strangers read it. */
export interface SignInData {
  readonly session: Session;
  /** The page of this console on which the person continues. */
  readonly next: string;
}

/** What a device that signed, or a key file, shows of itself; the answer is its enrolment. */
export const KeyShown = Type.Union([
  Type.Object({ credential_id: Type.String({ minLength: 1, maxLength: 1_400 }) }),
  Type.Object({ public_key: Type.String({ minLength: 1, maxLength: 1_100 }) }),
]);
export const KeyFound = Type.Object({ key: KeyEntry });

/** A name that is typed; the answer is what a browser may ask for. */
export const NameTyped = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 128 }),
  rp_id: Type.String({ minLength: 1, maxLength: 253 }),
});
export const PasskeysToAsk = Type.Object({ ids: Type.Array(Type.String()) });
