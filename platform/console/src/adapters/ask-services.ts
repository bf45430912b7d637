import type { HttpClient } from '@common/kit/http/client';
import { createClient } from '@platform/api/client';
import { HEALTH } from '@platform/api/operation';

const LIMITS = { timeoutMs: 2_000, maxBytes: 65_536 };

/** Asks all services at once whether they are well. `services` maps each name to its address. */
export function createServiceQuestion(http: HttpClient, services: Readonly<Record<string, string>>) {
  const clients = Object.entries(services).map(
    ([name, baseUrl]) => [name, createClient({ readHealth: HEALTH }, { http, baseUrl, ...LIMITS })] as const,
  );
  return () =>
    Promise.all(clients.map(async ([name, { readHealth }]) => ({ name, answers: (await readHealth()).ok })));
}
