import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Special-purpose IPv4 ranges (IANA registry): this host, private, shared, loopback, link-local and metadata, ... */
const IPV4_RANGES: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

/** Inside 2000::/3, the only public range: protocol assignments with Teredo, documentation, 6to4. */
const IPV6_RANGES: readonly (readonly [network: string, prefix: number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const notPublic = new BlockList();
for (const [network, prefix] of IPV4_RANGES) notPublic.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of IPV6_RANGES) notPublic.addSubnet(network, prefix, 'ipv6');
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');
const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether this is a public unicast address. Anything that is not an IP address is not. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !notPublic.check(address, 'ipv4');
  return isIPv6(address) && globalUnicast.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}

/**
 * Whether a listed host may be reached at this address: a public one, or exactly the address that the entry itself names
 * (`http://127.0.0.1:8003`), or loopback if it names `localhost`. A name that resolves to a private address is refused:
 * anyone who controls the name could point it at anything inside.
 */
export function mayConnect(hostname: string, address: string): boolean {
  if (isPublicAddress(address)) return true;
  const literal = hostname.replace(/^\[(.*)\]$/, '$1');
  if (literal === address) return true;
  return hostname === 'localhost' && loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
