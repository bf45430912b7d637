import type { HttpFailure } from '@common/kit/http/errors';
import { isLoopback } from './loopback.ts';

export interface ChatAccess {
  /** `CONSOLE_CHAT`. */
  readonly isOn: boolean;
  /** Or a proxy that asks visitors who they are: then the operator has admitted everyone who gets here. */
  readonly hasPassword: boolean;
  /** Whether the console listens only on its own machine. */
  readonly isLocal: boolean;
}

/** What proxies add: then the machine’s own address is the proxy’s. */
const OF_PROXIES = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];
const CLOSED =
  'A message here makes an agent act under a mandate, so the chat is only for people who know the console’s password (CONSOLE_PASSWORD), or, without one, for the console’s own machine: open it there as http://localhost, with no proxy between.';

interface RequestSource {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/**
 * Why somebody may not talk to an agent here; null for people who know the password, or, where there is none, who sit at
 * the console’s machine and call it so: under CONSOLE_ORIGIN’s name others come, too. What another site’s page sends is
 * refused before, for every route (`own-address.http.ts`).
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
