import type { HttpApp } from '@common/kit/http';
import { KeySet } from '@platform/protocol/key-entry';
import { Type } from 'typebox';
import type { AuthorityDeps } from '../use-cases/deps.ts';
import { sendJson } from './views.ts';

const PluginView = Type.Object({
  name: Type.String(),
  version: Type.String(),
  tier: Type.String(),
  description: Type.String(),
  profile: Type.String(),
  facades: Type.Array(Type.String()),
  covered_facade: Type.String(),
  counterparty_kind: Type.String(),
});

/** Plugins, public keys and liveness. */
export function addDirectoryRoutes(app: HttpApp, deps: AuthorityDeps): void {
  app.get(
    '/plugins',
    { schema: { summary: 'Loaded plugins', tags: ['profiles'], response: { 200: Type.Array(PluginView) } } },
    async () =>
      [...deps.plugins.values()].map((plugin) => ({
        name: plugin.name,
        version: plugin.version,
        tier: plugin.tier,
        description: plugin.description,
        profile: plugin.profile,
        facades: plugin.facades.map(({ name }) => name),
        covered_facade: plugin.covered_facade,
        counterparty_kind: plugin.counterparty_kind,
      })),
  );
  app.get(
    '/.well-known/keys.json',
    {
      schema: {
        summary: 'Public keys of every party, by kid',
        description: 'Keys of people carry the principal’s signature that enrolled them.',
        tags: ['keys'],
        response: { 200: KeySet },
      },
    },
    async (_request, reply) => sendJson(reply, await deps.keys()),
  );
  app.get(
    '/healthz',
    {
      schema: {
        summary: 'Liveness: the store answers',
        tags: ['operation'],
        response: { 200: Type.Object({ status: Type.Literal('ok') }) },
      },
    },
    async () => {
      await deps.store.eventHead();
      return { status: 'ok' as const };
    },
  );
}
