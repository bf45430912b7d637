import { BlockList, isIPv6 } from 'node:net';
import { bareHost, isPublicAddress } from '@common/kit/public-address';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/**
 * Whether a listed host may be reached at this address: a public one, exactly the address that the entry
 * itself names (`http://127.0.0.1:8003`), or loopback if it names `localhost`. A name that resolves to a
 * private address is refused, because anyone who controls the name could point it at an internal service.
 */
export function mayConnect(hostname: string, address: string): boolean {
  if (isPublicAddress(address)) return true;
  if (bareHost(hostname) === address) return true;
  return hostname === 'localhost' && loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
