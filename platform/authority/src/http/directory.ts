import type { HttpApp } from '@common/kit/http/app';
import { AUTHORITY } from '@platform/api/authority';
import { mandateSchema, profileSchema } from '@platform/core/objects/plugin-schemas';
import { addRoute } from '@platform/keys/add-route';
import { addHealthRoute, addKeysRoute, type WriteProbe } from '@platform/keys/operation-routes';
import type { AuthorityDeps } from '../use-cases/deps.ts';
import { answerRefusal } from './errors.ts';
import { sendJson } from './views.ts';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
const SCHEMAS = [
  [AUTHORITY.readMandateSchema, mandateSchema],
  [AUTHORITY.readProfileSchema, profileSchema],
] as const;

/** `/plugins/<plugin>/mandate.schema.json` and `profile.schema.json`, derived from the manifest in use. */
function addSchemaRoutes(app: HttpApp, { plugins }: AuthorityDeps): void {
  for (const [route, schemaOf] of SCHEMAS) {
    addRoute(app, route, async (request, reply) => {
      const plugin = plugins().get(request.params.plugin);
      if (plugin !== undefined) {
        return sendJson(reply, { $schema: DIALECT, ...schemaOf(plugin.manifest) });
      }
      const message = `There is no plugin ${request.params.plugin}: there is ${[...plugins().keys()].join(', ')}.`;
      return answerRefusal(reply, { code: 'plugin_not_found', message });
    });
  }
}

/** Plugins, public keys and liveness. */
export function addDirectoryRoutes(app: HttpApp, deps: AuthorityDeps, writable: WriteProbe): void {
  addRoute(app, AUTHORITY.listPlugins, async () =>
    [...deps.plugins().values()].map(({ manifest: plugin }) => ({
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
  addSchemaRoutes(app, deps);
  addKeysRoute(app, AUTHORITY.readKeys, deps.keys);
  addHealthRoute(app, {
    summary: 'Liveness: whether the store answers and takes writes',
    facts: {},
    writable,
    async read() {
      await deps.store.eventHead();
      return {};
    },
  });
}
