import { isIP } from 'node:net';
import { fail, ok, type Result } from '@common/base/result';
import { bareHost, isPublicAddress } from '../public-address.ts';

/** Where a webhook may go. */
export interface WebhookRules {
  /** Allows plain http, and addresses that only this network can reach, for local use. */
  readonly allowPrivate: boolean;
  /** The only allowed hosts, as a setting names them; without it, all hosts are allowed. */
  readonly hosts?: ListedHosts;
}

interface ListedHosts {
  readonly setting: string;
  readonly names: readonly string[];
}

const LONGEST_ADDRESS = 500;

/** Checks an address that a person typed. Each connection checks what the name resolves to. */
export function acceptWebhookUrl(
  typed: string,
  { allowPrivate, hosts }: WebhookRules,
): Result<string, 'unusable_address'> {
  const text = typed.trim();
  if (text.length > LONGEST_ADDRESS || !URL.canParse(text)) {
    return fail(
      'unusable_address',
      `Give a whole address, https://…, of at most ${LONGEST_ADDRESS} characters.`,
    );
  }
  const { protocol, username, password, hash, hostname, href } = new URL(text);
  if (protocol !== 'https:' && !(allowPrivate && protocol === 'http:'))
    return fail('unusable_address', 'The address must begin with https://.');
  if (username !== '' || password !== '' || hash !== '') {
    return fail('unusable_address', 'Leave out name, password and #: each message is signed instead.');
  }
  const host = bareHost(hostname);
  if (!allowPrivate && isIP(host) !== 0 && !isPublicAddress(host)) {
    return fail('unusable_address', 'This address is not on the public internet.');
  }
  if (hosts !== undefined && !hosts.names.includes(host)) {
    return fail('unusable_address', `${host} is not one of the hosts that ${hosts.setting} lists: add it.`);
  }
  return ok(href);
}

/** Reads hosts, in the spelling of `URL`, from a list with commas; null if one of them is no host. */
export function parseHosts(list: string): readonly string[] | null {
  const names: string[] = [];
  for (const part of list.split(',')) {
    const name = part.trim();
    if (name === '') continue;
    const url = URL.parse(`https://${name}/`);
    if (url === null || url.host !== url.hostname || url.href !== `https://${url.host}/`) return null;
    names.push(bareHost(url.hostname));
  }
  return names;
}
