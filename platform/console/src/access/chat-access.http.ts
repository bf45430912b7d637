import type { HttpFailure } from '@common/kit/http/errors';
import { isLoopback } from './loopback.ts';

export interface ChatAccess {
  /** The value of `CONSOLE_CHAT`. */
  readonly isOn: boolean;
  /**
   * Whether visitors need a password, or a proxy asks who they are: the operator has then admitted every
   * visitor.
   */
  readonly hasPassword: boolean;
  /** Whether the console listens only on its own machine. */
  readonly isLocal: boolean;
}

/** Headers that proxies add. A request that has one comes from the proxy’s machine, not the visitor’s. */
const OF_PROXIES = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];
const CLOSED =
  'A message here makes an agent act under a mandate, so the chat is only for people who know the console’s password (CONSOLE_PASSWORD), or, without one, for the console’s own machine: open it there as http://localhost, with no proxy between.';

interface RequestSource {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/**
 * Says why a person may not talk to an agent here; null if they may. They may if they know the password, or,
 * where there is none, if they sit at the console’s machine and open it under a local name: other people come
 * under the name of CONSOLE_ORIGIN. `own-address.http.ts` refuses requests of other sites’ pages before this,
 * on every route.
 */
export function chatRefusal(access: ChatAccess, request: RequestSource): HttpFailure | null {
  const closed = { status: 403, code: 'chat_closed' };
  if (!access.isOn) {
    return { ...closed, message: 'This console’s operator closed the chat (CONSOLE_CHAT=off).' };
  }
  if (!access.hasPassword && !(access.isLocal && isFromHere(request))) return { ...closed, message: CLOSED };
  return null;
}

function isFromHere({ headers, socket }: RequestSource): boolean {
  if (OF_PROXIES.some((name) => headers[name] !== undefined)) return false;
  return isLoopback(socket.remoteAddress ?? '') && isLoopback(hostnameOf(`http://${String(headers.host)}`));
}

function hostnameOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname : '';
}
