import { AsyncLocalStorage } from 'node:async_hooks';
import type { HttpApp } from '@common/kit/http/app';
import { Name } from '@platform/core/objects/primitives';
import { Value } from 'typebox/value';
import { currentReader } from '../access/reader.ts';

const COOKIE = 'sanad_reader';
const YEAR_S = 31_536_000;

const reading = new AsyncLocalStorage<string | null>();

/**
 * Knows for each request who says to read it. It decides what is shown first, and nothing else: anyone may read as
 * anyone, and only a key signs.
 */
export function addReader(app: HttpApp): void {
  app.addHook('onRequest', (request, _reply, done) => {
    reading.run(readerIn(request.headers.cookie), done);
  });
}

/** The person who signed in, or else who says to read, within a request; null if they did not say. */
export function reader(): string | null {
  return currentReader()?.person ?? reading.getStore() ?? null;
}

/** The cookie that keeps who reads; null forgets it. */
export function readerCookie(person: string | null): string {
  return `${COOKIE}=${person ?? ''}; Path=/; Max-Age=${person === null ? 0 : YEAR_S}; HttpOnly; SameSite=Lax`;
}

function readerIn(cookies: string | undefined): string | null {
  for (const cookie of (cookies ?? '').split(';')) {
    const [name, value = ''] = cookie.trim().split('=');
    if (name === COOKIE && Value.Check(Name, value)) return value;
  }
  return null;
}
