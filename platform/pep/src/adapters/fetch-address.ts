import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { fail, ok } from '@common/base/result';
import { exchange } from '@common/kit/http/client';
import type { FetchAddress } from '../use-cases/ports.ts';
import { mayConnect } from './address-ranges.ts';

interface FetchOptions {
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** Resolves a name to all its addresses. Default: the system's resolver. */
  readonly resolve?: (hostname: string) => Promise<readonly string[]>;
}

/**
 * Reads an address that the profile lists. INVARIANT: the name is resolved once, every address that it has is
 * checked, and the connection uses one of them: no second look-up, no redirect, no proxy.
 */
export function createFetchAddress(options: FetchOptions): FetchAddress {
  const resolve = options.resolve ?? systemAddresses;
  return async (url, listed, { mayBegin }) => {
    let isTooLate = false;
    const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1');
    const addresses = isIP(hostname) === 0 ? await resolve(hostname).catch(() => []) : [hostname];
    const [address] = addresses;
    if (address === undefined) return fail('fetch_failed', `${url.hostname} has no address.`);
    if (!addresses.every((one) => mayConnect(listed.hostname, one)))
      return fail('url_not_allowed', `${url.hostname} resolves to an address that is not public.`);
    const answer = await exchange(
      {
        method: 'GET',
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        body: null,
        headers: { accept: 'application/json', 'accept-encoding': 'identity', connection: 'close' },
        timeoutMs: options.timeoutMs,
        maxBytes: options.maxBytes,
        mayBegin: () => {
          isTooLate = !mayBegin();
          return !isTooLate;
        },
      },
      { agent: false, lookup: pinned(address) },
    );
    if (isTooLate) return fail('no_longer', 'The lease ended before the call began.');
    if (answer.kind !== 'answered') {
      return fail('fetch_failed', `${url.host} gave no answer: ${answer.message}.`);
    }
    if (answer.status === 200) return ok(answer.bytes);
    const redirects = answer.status >= 300 && answer.status < 400 ? ', and redirects are not followed' : '';
    return fail('fetch_failed', `${url.host} answered with status ${answer.status}${redirects}.`);
  };
}

async function systemAddresses(hostname: string): Promise<readonly string[]> {
  return (await lookup(hostname, { all: true })).map(({ address }) => address);
}

/** A look-up that always returns the address that was checked. */
function pinned(address: string): LookupFunction {
  const family = isIP(address);
  return (_hostname, options, callback) => {
    if (options.all === true) callback(null, [{ address, family }]);
    else callback(null, address, family);
  };
}
