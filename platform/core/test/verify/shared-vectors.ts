import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const REPOSITORY = join(import.meta.dirname, '../../../..');

/** The folder `../shared/vectors/<name>` beside the checkout; null if it is absent. */
export function sharedVectors(name: string): string | null {
  const folder = join(REPOSITORY, '../shared/vectors', name);
  return existsSync(folder) ? folder : null;
}

/** One of this repository's own vectors. */
export function ownVectors<Content>(path: string): Content {
  return readJson(join(REPOSITORY, 'platform/conformance/vectors', path));
}

export function ownVectorPath(path: string): string {
  return join(REPOSITORY, 'platform/conformance/vectors', path);
}

/** A file of one of this repository's plugins. */
export function pluginPath(path: string): string {
  return join(REPOSITORY, 'platform/plugins', path);
}

export function readJson<Content>(path: string): Content {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** All JSON files below a folder. */
export function jsonFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(folder, name))
    .sort();
}

export function bytes(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex, 'hex'));
}
