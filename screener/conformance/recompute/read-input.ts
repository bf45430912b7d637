import { createReadStream } from 'node:fs';
import { messageOf, UnusableInput } from './unusable.ts';

const TIMEOUT_MS = 30_000;

/** Reads UTF-8 from a file, an address or, for `-`, standard input. `remedy` says where to get one. */
export async function readInput(input: string, mostBytes: number, remedy: string): Promise<string> {
  try {
    return await textOf(await open(input), mostBytes, remedy);
  } catch (error) {
    if (error instanceof UnusableInput) throw error;
    throw new UnusableInput(`${reasonOf(error)}; ${remedy}`);
  }
}

async function open(input: string): Promise<AsyncIterable<Uint8Array>> {
  if (input === '-') return process.stdin;
  if (!/^https?:\/\//.test(input)) return createReadStream(input);
  const response = await fetch(input, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (response.ok) return response.body ?? new Blob([]).stream();
  const said = (await response.text()).slice(0, 200);
  throw new UnusableInput(`the service answered ${response.status}: ${said}`);
}

/** Stops at the limit: a pipe or an address may never end. */
async function textOf(stream: AsyncIterable<Uint8Array>, most: number, remedy: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > most) throw new UnusableInput(`it has more than ${most} bytes; ${remedy}`);
    chunks.push(chunk);
  }
  // A byte order mark stays, and is refused like everything else that is not JSON.
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'you may not read it',
  ECONNREFUSED: 'no service answers there',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not text in UTF-8',
};

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
  return REASONS[code] ?? messageOf(cause);
}
