import { MandateName, MOST_NAME_LENGTH } from '@platform/core/objects/primitives';
import { printable } from '@platform/core/verify/report-html';
import { Check } from 'typebox/value';
import { isLoopback } from '../access/loopback.ts';

/** A client that waits for a person’s answer. Its name is its own word; its addresses are those it is held to. */
export interface Asking {
  readonly uid: string;
  readonly clientId: string;
  readonly clientName: string | null;
  readonly redirectUri: string;
  /** Whether the name comes from the address that is the client’s id. */
  readonly isDescribed: boolean;
}

/** Where the browser goes with the code: what a person can judge a client by. */
export function placeOf({ redirectUri }: Pick<Asking, 'redirectUri'>): string {
  const { protocol, hostname, host } = new URL(redirectUri);
  if (isLoopback(hostname)) return 'a program on your own machine';
  return protocol === 'https:' ? host : `the program that this machine opens for ${protocol}//`;
}

/** What its token is called in the list: where the code goes, then the client’s own name. */
export function tokenNameOf(asking: Pick<Asking, 'redirectUri' | 'clientName'>): string {
  const { protocol, hostname } = new URL(asking.redirectUri);
  const place = isLoopback(hostname) || protocol !== 'https:' ? 'own machine' : hostname;
  const whole = `${place}: ${printable(asking.clientName ?? '')}`.slice(0, MOST_NAME_LENGTH).trim();
  return Check(MandateName, whole) ? whole : place.slice(0, MOST_NAME_LENGTH);
}
