import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fail, ok, type Result } from '@common/base/result';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';

export const MANIFEST = 'manifest.json';
const FORMAT = 'sanad/backup/1';

const Digest = Type.String({ pattern: '^[0-9a-f]{64}$' });
/** Names in a folder, which never lead out of it. */
const NAMES = '(?!\\.\\.?(?:/|$))[^/\\\\\\u0000]+';

const CopiedDatabase = Type.Object({
  name: Type.String({ pattern: '^[a-z]{1,32}$' }),
  engine: Type.Enum(['sqlite', 'postgres']),
  file: Type.String({ pattern: `^${NAMES}$`, maxLength: 64 }),
  sha256: Digest,
  /** The names of the migrations that it had. */
  migrations: Type.Array(Type.String({ pattern: '^[a-z0-9-]{1,128}$' })),
});
/**
 * INVARIANT: files that are trusted because of their place, such as public keys, never come out of a backup
 * without its passphrase.
 */
const CopiedFile = Type.Object({
  file: Type.String({ pattern: `^(?:profiles|mandates)(?:/${NAMES})+$`, maxLength: 512 }),
  sha256: Digest,
});

const Manifest = Type.Object({
  format: Type.Literal(FORMAT),
  /** The version of the program that made it. */
  version: Type.String({ maxLength: 64 }),
  /** The common instant of all databases. */
  at: Type.String({ format: 'date-time' }),
  /** Null if the platform was never started. */
  deployment: Type.Union([Type.String({ maxLength: 128 }), Type.Null()]),
  databases: Type.Array(CopiedDatabase),
  files: Type.Array(CopiedFile),
});
export type CopiedDatabase = Static<typeof CopiedDatabase>;
export type CopiedFile = Static<typeof CopiedFile>;
export type Manifest = Static<typeof Manifest>;

export function manifestText(manifest: Omit<Manifest, 'format'>): string {
  return `${JSON.stringify({ format: FORMAT, ...manifest }, null, 2)}\n`;
}

/** Reads a backup's manifest, and checks each file that it names. */
export async function readBackup(folder: string): Promise<Result<Manifest, 'backup_unusable'>> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => null);
  if (text === null)
    return fail('backup_unusable', `${folder} has no ${MANIFEST}: name a folder that sanad backup made.`);
  const manifest = parse(text);
  if (!Value.Check(Manifest, manifest)) {
    return fail(
      'backup_unusable',
      `${join(folder, MANIFEST)} is not of the form ${FORMAT}: it is damaged, or of a newer version.`,
    );
  }
  for (const { file, sha256 } of [...manifest.databases, ...manifest.files]) {
    const found = await digestOf(join(folder, file)).catch(() => null);
    if (found === sha256) continue;
    return fail(
      'backup_unusable',
      `${file} is ${found === null ? 'missing' : 'not what was backed up'}: take another backup.`,
    );
  }
  return ok(manifest);
}

/** SHA-256 of a file. */
export async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
