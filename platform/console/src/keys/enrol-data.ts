import type { KeySet } from '@platform/core/objects/key-entry';
import type { RegisteredPasskey } from '../use-cases/passkey-enrolment.ts';

/** The data that the page for making a passkey gives its script. */
export interface EnrolData {
  /** Whether the key becomes a root of trust, which enrols itself. */
  readonly root: boolean;
  /** What the form begins with. */
  readonly first?: { readonly role: 'principal'; readonly tenant: string };
  /** The origin at which passkeys of this console are made. */
  readonly origin: string;
  readonly keys: KeySet;
}

/** The data that the page where a principal signs for a passkey gives its script. */
export interface SignData {
  readonly registered: RegisteredPasskey;
  readonly keys: KeySet;
  /** RFC 3339. */
  readonly now: string;
}
