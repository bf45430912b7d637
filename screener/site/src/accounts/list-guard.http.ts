import type { Access } from '@screener/service/accounts/access';
import { guard } from '@screener/service/accounts/guard.http';
import type { preHandlerHookHandler } from 'fastify';
import { type Readers, sessionOf } from './readers.http.ts';

/**
 * The hook of pages that screen a list of holdings: a signed-in reader's counts towards the account's allowance, others'
 * towards that of their network. Its route recognises readers. INVARIANT: it runs when the list is read, so that a
 * refusal can give it back.
 */
export function listGuard(
  access: Access,
  { requireCounted }: Pick<Readers, 'requireCounted'>,
): preHandlerHookHandler {
  const stranger = guard({ ...access, limiters: { ...access.limiters, demo: access.lists } });
  return function countList(request, reply, done) {
    (sessionOf(request) === null ? stranger : requireCounted).call(this, request, reply, done);
  };
}
