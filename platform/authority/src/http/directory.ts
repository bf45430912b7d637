import type { HttpApp } from '@common/kit/http';
import { addHealthRoute, addKeysRoute } from '@platform/trust/operation-routes';
import { Type } from 'typebox';
import type { AuthorityDeps } from '../use-cases/deps.ts';

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
  addKeysRoute(app, {
    summary: 'Public keys of every party, by kid',
    description: 'People’s keys carry the signature of the principal who enrolled them.',
    tag: 'keys',
    keys: deps.keys,
  });
  addHealthRoute(app, {
    summary: 'Liveness: whether the store answers',
    facts: {},
    async read() {
      await deps.store.eventHead();
      return {};
    },
  });
}
