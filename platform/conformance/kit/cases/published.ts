import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '@common/kit/repository';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { KitCase, Refusal } from './case.ts';

const FOLDER = join(REPOSITORY, 'platform/conformance/vectors/receipts');
const read = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');

const published = (name: string, file: string, refused: Refusal | null, previous?: string): KitCase => ({
  name,
  refused,
  make: () => ({
    receipt: read(file),
    keys: JSON.parse(read('keys.json')) as KeySet,
    ...(previous === undefined ? {} : { previous: JSON.parse(read(previous)) }),
  }),
});

/** The receipts that the repository shows to everyone, as their files are. */
export const PUBLISHED: readonly KitCase[] = [
  published('executed', 'executed.json', null),
  published('denied', 'denied.json', null),
  published('second of its chain', 'second.json', null, 'executed.json'),
  published('revoked before it was used', 'revoked-before.json', [9, 'revoked']),
];
