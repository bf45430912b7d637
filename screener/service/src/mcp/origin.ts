import { fail, ok, type Result } from '@common/base/result';
import { LOOPBACK } from '@common/kit/config';

export interface OriginRules {
  /** Origins whose pages may call, as browsers write them (`https://app.example`), besides the service's own. */
  readonly allowed: ReadonlySet<string>;
  /**
   * True if the service is bound to a loopback address with no proxy in front: callers must use the machine's
   * own names.
   */
  readonly onlyLoopback: boolean;
}

interface RequestAddress {
  readonly origin: string | undefined;
  /** The host as the client wrote it, with its port. */
  readonly host: string | undefined;
}

/**
 * Keeps web pages from calling a service that is not for them. A page's own name can be made to point at this
 * machine (DNS rebinding), so that its origin equals the host that it calls. A service only for this machine
 * must therefore also be called by one of the machine's names.
 */
export function judgeAddress(
  { allowed, onlyLoopback }: OriginRules,
  { origin, host = '' }: RequestAddress,
): Result<void, 'host_not_allowed' | 'origin_not_allowed'> {
  if (onlyLoopback && !LOOPBACK.has(hostnameOf(host))) {
    return fail(
      'host_not_allowed',
      'This service accepts calls only from its own machine: call it as localhost or 127.0.0.1. Behind a proxy, set TRUST_PROXY.',
    );
  }
  if (origin === undefined || allowed.has(origin) || isOwn(origin, host)) return ok(undefined);
  return fail(
    'origin_not_allowed',
    'Pages of this origin may not call this service. Its operator can allow the origin in MCP_ALLOWED_ORIGINS.',
  );
}

function hostnameOf(host: string): string {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '';
}

/**
 * Whether the origin is that of the host called. The scheme may differ, because a proxy in front may speak
 * TLS.
 */
function isOwn(origin: string, host: string): boolean {
  const [, authority = ''] = /^https?:\/\/([^/]+)$/i.exec(origin) ?? [];
  return authority !== '' && authority.toLowerCase() === host.toLowerCase();
}
