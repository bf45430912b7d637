import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { HttpApp } from '@common/kit/http/app';
import { sendTagged, strongTag } from '@common/kit/http/etag';
import type { TransformOptions } from 'esbuild';
import { compileOnce } from './compile-once.ts';
import { type Safe, url } from './html.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.ts': 'text/javascript; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** Files for browsers, in memory. */
export interface Assets<Name extends string> {
  /** Addresses for pages, by file name. */
  readonly addresses: Readonly<Record<Name, Safe>>;
  /** Starts to serve the files. */
  addRoutes(app: HttpApp): void;
}

/**
 * Reads files, each given by its name and location, to serve below `/assets/<hash of them all>/`. Browsers
 * keep them for ever, because different contents have different addresses. A single hash lets one file name
 * another by its relative path. A `.ts` module keeps its name, so that imports between modules work, and is
 * sent as JavaScript with its types stripped. A text in place of a location, such as a bundle, is sent as it
 * is. Several locations are one file, in their order.
 */
export async function loadAssets<Name extends string>(
  files: Readonly<Record<Name, Source>>,
): Promise<Assets<Name>> {
  const names = Object.keys(files) as Name[];
  const assets = await Promise.all(names.map((name) => readAsset(name, files[name])));
  const hash = hashOf(assets);
  const addresses = assets.map(({ name }) => [name, url(pathOf(hash, name))]);
  return {
    addresses: Object.fromEntries(addresses),
    addRoutes(app) {
      for (const asset of assets) addAsset(app, pathOf(hash, asset.name), asset);
    },
  };
}

type Source = URL | string | readonly URL[];

interface Asset {
  readonly name: string;
  readonly type: string;
  readonly body: Buffer;
}

async function readAsset(name: string, file: Source): Promise<Asset> {
  const type = TYPES[extname(name)];
  if (type === undefined) throw new Error(`${name}: assets end in ${Object.keys(TYPES).join(', ')}`);
  const body = await contentsOf(file);
  return { name, type, body: extname(name) === '.ts' ? Buffer.from(await withoutTypes(`${body}`)) : body };
}

async function contentsOf(file: Source): Promise<Buffer> {
  if (typeof file === 'string') return Buffer.from(file);
  return file instanceof URL
    ? readFile(file)
    : Buffer.concat(await Promise.all(file.map((one) => readFile(one))));
}

const OPTIONS = {
  loader: 'ts',
  target: 'es2022',
  charset: 'utf8',
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
} as const satisfies TransformOptions;

async function withoutTypes(text: string): Promise<string> {
  const { code = '' } = await compileOnce(JSON.stringify({ text, OPTIONS }), async () => {
    const { transformSync } = await import('esbuild');
    return { scripts: { code: transformSync(text, OPTIONS).code }, files: [] };
  });
  return code;
}

function hashOf(assets: readonly Asset[]): string {
  const hash = createHash('sha256');
  for (const { name, body } of assets) hash.update(`${name}\0${body.length}\0`).update(body);
  return hash.digest('base64url').slice(0, 16);
}

function pathOf(hash: string, name: string): string {
  return `/assets/${hash}/${name}`;
}

function addAsset(app: HttpApp, path: string, { type, body }: Asset): void {
  const etag = strongTag(body);
  app.get(path, { schema: { hide: true } }, (request, reply) => {
    reply.headers({
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
    });
    return sendTagged(request, reply, { body, etag, type });
  });
}
