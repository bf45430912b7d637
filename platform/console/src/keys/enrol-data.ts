import type { KeySet } from '@platform/core/objects/key-entry';
import type { RegisteredPasskey } from '../use-cases/passkey-enrolment.ts';

/** What the page where a passkey is made gives its script. */
export interface EnrolData {
  /** The key is to be a root of trust, which enrols itself. */
  readonly root: boolean;
  /** Where passkeys of this console are made. */
  readonly origin: string;
  readonly keys: KeySet;
}

/** What the page where a principal signs for it gives its script. */
export interface SignData {
  readonly registered: RegisteredPasskey;
  readonly keys: KeySet;
  /** RFC 3339. */
  readonly now: string;
}
