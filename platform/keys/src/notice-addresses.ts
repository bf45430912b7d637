import { readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import {
  isErrorCode,
  KeyFileError,
  makePrivateFolder,
  readKeyFile,
  replaceKeyFile,
} from '@common/kit/private-file';
import { NOTICE_KINDS, type NoticeWay } from '@platform/core/objects/notice';
import { closed, Instant, Name, TenantId } from '@platform/core/objects/primitives';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { KEYS_FOLDER } from './key-files/keys-folder.ts';

const COMMON = {
  /** New each time that the address is enrolled, as the secret is. */
  id: Type.String({ pattern: '^addr_[0-9a-f]{24}$' }),
  enrolled_at: Instant,
  /** Sends what happened with amounts and payees. */
  details: Type.Optional(Type.Literal(true)),
};
const WEBHOOK = {
  url: Type.String({ maxLength: 2_048 }),
  secret: Type.String({ pattern: '^whsec_[A-Za-z0-9+/]{32,88}={0,2}$' }),
  /** The body is a text for a channel of Slack, or of what reads the same. */
  slack: Type.Optional(Type.Literal(true)),
};
/** INVARIANT: one address, without a name, a comment or a space. */
export const MailTo = Type.String({
  maxLength: 254,
  pattern: '^[A-Za-z0-9.!#$%&*+/=?^_{|}~-]+@[A-Za-z0-9.-]+$',
});
const MAIL = { mail: MailTo };

const PERSON = { ...COMMON, person: Name };
/** Where a person is told that something waits for them. */
const PersonAddress = Type.Union([closed({ ...PERSON, ...WEBHOOK }), closed({ ...PERSON, ...MAIL })]);
export type PersonAddress = Static<typeof PersonAddress>;

const SINK = {
  ...COMMON,
  name: Name,
  /** Absent for a sink that gets what concerns any tenant. */
  tenant: Type.Optional(TenantId),
  kinds: Type.Array(Type.Enum([...NOTICE_KINDS]), { minItems: 1, uniqueItems: true }),
};
/** Where an operator sends what happens: a channel, a mailbox or a program. */
const SinkAddress = Type.Union([closed({ ...SINK, ...WEBHOOK }), closed({ ...SINK, ...MAIL })]);
export type SinkAddress = Static<typeof SinkAddress>;

/** Where an agent's own program is told what became of its proposals. It is in the database, not among these files. */
export interface AgentAddress {
  readonly id: string;
  readonly contract_id: string;
  readonly url: string;
  readonly secret: string;
  readonly slack?: never;
  readonly details?: never;
}

/** Where a notice goes. */
export type NoticeAddress = PersonAddress | SinkAddress | AgentAddress;

export function wayOf(address: NoticeAddress): NoticeWay {
  if ('mail' in address) return 'mail';
  return address.slack === true ? 'slack' : 'webhook';
}

/**
 * Where it is, for lists. The rest of an address may be a secret of its receiver, such as a token in its path.
 */
export function placeOf(address: NoticeAddress): string {
  return 'mail' in address ? address.mail : new URL(address.url).host;
}

/**
 * The addresses of one kind, in a folder beside the keys: `<name>.json`, readable only by its owner. A change counts
 * from the next message on. An address gives no authority: nothing sent to it, or coming from it, approves anything.
 */
export interface AddressBook<Address> {
  /** Null for a name without an address. */
  address(name: string): Promise<Address | null>;
  all(): Promise<readonly Address[]>;
  write(address: Address): Promise<void>;
  /** Returns whether there was one. */
  remove(name: string): Promise<boolean>;
}

/** `notices/<person>.json` in the keys folder. */
export function openAddressBook(keysDir: string): AddressBook<PersonAddress> {
  return openBook<PersonAddress>({
    folder: join(keysDir, KEYS_FOLDER.notices),
    schema: PersonAddress,
    nameOf: ({ person }) => person,
    again: (person) => `an approver’s address; enrol it again: sanad approver notify ${person}`,
  });
}

/** `notices/sinks/<name>.json` in the keys folder. */
export function openSinkBook(keysDir: string): AddressBook<SinkAddress> {
  return openBook<SinkAddress>({
    folder: join(keysDir, KEYS_FOLDER.notices, 'sinks'),
    schema: SinkAddress,
    nameOf: ({ name }) => name,
    again: (name) => `a sink of notices; add it again: sanad authority notices add ${name}`,
  });
}

interface BookOptions<Address> {
  readonly folder: string;
  readonly schema: TSchema;
  readonly nameOf: (address: Address) => string;
  /** Completes "<file> is not …". */
  readonly again: (name: string) => string;
}

const END = '.json';

function openBook<Address extends object>({
  folder,
  schema,
  nameOf,
  again,
}: BookOptions<Address>): AddressBook<Address> {
  const fileOf = (name: string) => join(folder, `${name}${END}`);
  const isAddress = (found: unknown): found is Address => Value.Check(schema, found);
  const read = async (name: string): Promise<Address | null> => {
    if (!Value.Check(Name, name)) return null;
    const text = await readKeyFile(fileOf(name), 'private');
    if (text === undefined) return null;
    const found = parsed(text);
    // The file's name decides who is told, so a copied file tells nobody else.
    if (isAddress(found) && nameOf(found) === name) return found;
    throw new KeyFileError(`${fileOf(name)} is not ${again(name)}`);
  };
  return {
    address: read,
    async all() {
      const files = await readdir(folder).catch((error: unknown) => {
        if (isErrorCode(error, 'ENOENT')) return [];
        throw error;
      });
      const names = files.filter((file) => file.endsWith(END)).map((file) => file.slice(0, -END.length));
      const found = await Promise.all(names.sort().map(read));
      return found.filter((address) => address !== null);
    },
    async write(address) {
      await makePrivateFolder(folder);
      await replaceKeyFile(fileOf(nameOf(address)), `${JSON.stringify(address, null, 2)}\n`, 'private');
    },
    async remove(name) {
      if (!Value.Check(Name, name)) return false;
      try {
        await unlink(fileOf(name));
        return true;
      } catch (error) {
        if (isErrorCode(error, 'ENOENT')) return false;
        throw error;
      }
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
