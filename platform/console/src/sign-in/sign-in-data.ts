import type { KeySet } from '@platform/core/objects/key-entry';
import type { Session } from '@platform/core/objects/session';

/** The data that the page gives its script. */
export interface SignInData {
  readonly session: Session;
  readonly keys: KeySet;
  /** The page of this console on which the person continues. */
  readonly next: string;
}
