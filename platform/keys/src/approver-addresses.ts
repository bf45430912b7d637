import { readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import {
  isErrorCode,
  KeyFileError,
  makePrivateFolder,
  readKeyFile,
  replaceKeyFile,
} from '@common/kit/private-file';
import { closed, Instant, Name } from '@platform/core/objects/primitives';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { KEYS_FOLDER } from './key-files/keys-folder.ts';

/** An approver's address for approval requests, and the secret that signs the messages. */
const ApproverAddress = closed({
  /** The secret is new each time that the address is enrolled. */
  id: Type.String({ pattern: '^addr_[0-9a-f]{24}$' }),
  person: Name,
  url: Type.String({ maxLength: 2_048 }),
  secret: Type.String({ pattern: '^whsec_[A-Za-z0-9+/]{32,88}={0,2}$' }),
  enrolled_at: Instant,
});
export type ApproverAddress = Static<typeof ApproverAddress>;

/**
 * Approvers' addresses, in the keys folder: `notices/<person>.json`, readable only by its owner. A change
 * counts from the next message on. An address gives no authority: nothing sent to it, or coming from it,
 * approves anything.
 */
export interface AddressBook {
  /** Null for a person without an address. */
  address(person: string): Promise<ApproverAddress | null>;
  all(): Promise<readonly ApproverAddress[]>;
  write(address: ApproverAddress): Promise<void>;
  /** Returns whether there was one. */
  remove(person: string): Promise<boolean>;
}

const END = '.json';

export function openAddressBook(keysDir: string): AddressBook {
  const folder = join(keysDir, KEYS_FOLDER.notices);
  const fileOf = (person: string) => join(folder, `${person}${END}`);
  const read = async (person: string): Promise<ApproverAddress | null> => {
    if (!Value.Check(Name, person)) return null;
    const text = await readKeyFile(fileOf(person), 'private');
    return text === undefined ? null : parse(text, fileOf(person), person);
  };
  return {
    address: read,
    async all() {
      const names = await readdir(folder).catch((error: unknown) => {
        if (isErrorCode(error, 'ENOENT')) return [];
        throw error;
      });
      const people = names.filter((name) => name.endsWith(END)).map((name) => name.slice(0, -END.length));
      const found = await Promise.all(people.sort().map(read));
      return found.filter((address) => address !== null);
    },
    async write(address) {
      await makePrivateFolder(folder);
      await replaceKeyFile(fileOf(address.person), `${JSON.stringify(address, null, 2)}\n`, 'private');
    },
    async remove(person) {
      if (!Value.Check(Name, person)) return false;
      try {
        await unlink(fileOf(person));
        return true;
      } catch (error) {
        if (isErrorCode(error, 'ENOENT')) return false;
        throw error;
      }
    },
  };
}

function parse(text: string, file: string, person: string): ApproverAddress {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    found = null;
  }
  // The file's name decides who is asked, so a copied file asks nobody else.
  if (Value.Check(ApproverAddress, found) && found.person === person) return found;
  throw new KeyFileError(
    `${file} is not an approver’s address; enrol it again: sanad approver notify ${person}`,
  );
}
