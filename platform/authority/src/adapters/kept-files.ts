import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { KeyFileError, makePrivateFolder, readKeyFile, replaceKeyFile } from '@common/kit/private-file';
import { SignedTreeHead } from '@platform/protocol/log';
import { SignedRevocation } from '@platform/protocol/mandate';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { Kept } from '../use-cases/deps.ts';

/** What the authority keeps beside its keys, so that a lost or exchanged database is noticed. */
export async function openKeptFiles(keysDir: string): Promise<Kept> {
  const folder = join(keysDir, 'kept');
  const revocations = join(folder, 'revocations');
  const headFile = join(folder, 'log-head.json');
  const revocationFile = (mandateId: string) => join(revocations, `${mandateId}.json`);
  await makePrivateFolder(folder);
  await makePrivateFolder(revocations);
  return {
    head: () => readKept(SignedTreeHead, headFile),
    keepHead: (head) => replaceKeyFile(headFile, jsonText(head), 'public'),
    revocation: (mandateId) => readKept(SignedRevocation, revocationFile(mandateId)),
    async revocations() {
      const names = (await readdir(revocations)).filter((name) => /^[^.].*\.json$/.test(name)).sort();
      const kept = await Promise.all(
        names.map((name) => readKept(SignedRevocation, join(revocations, name))),
      );
      return kept.filter((revocation) => revocation !== null);
    },
    keepRevocation: (signed) =>
      replaceKeyFile(revocationFile(signed.revocation.contract_id), jsonText(signed), 'public'),
  };
}

async function readKept<Schema extends TSchema>(
  schema: Schema,
  file: string,
): Promise<Static<Schema> | null> {
  const text = await readKeyFile(file, 'public');
  if (text === undefined) return null;
  const value = parse(text);
  if (Value.Check(schema, value)) return value;
  throw new KeyFileError(
    `${file} is not what the authority kept there; restore it from a backup of the keys folder`,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
