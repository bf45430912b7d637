import type { HttpApp } from '@common/kit/http/app';
import { mandateSchema, profileSchema } from '@platform/core/objects/plugin-schemas';
import { addHealthRoute, addKeysRoute, type WriteProbe } from '@platform/keys/operation-routes';
import { Type } from 'typebox';
import type { AuthorityDeps } from '../use-cases/deps.ts';
import { answerRefusal } from './errors.ts';
import { refusals } from './schemas.ts';
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

const PLUGIN = Type.Object({ plugin: Type.String({ maxLength: 32, pattern: '^[a-z][a-z0-9]*$' }) });
const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
const SCHEMAS = { mandate: mandateSchema, profile: profileSchema } as const;

/** `/plugins/<plugin>/mandate.schema.json` and `profile.schema.json`: derived from the manifest in use. */
function addSchemaRoutes(app: HttpApp, { plugins }: AuthorityDeps): void {
  for (const about of ['mandate', 'profile'] as const) {
    app.get(
      `/plugins/:plugin/${about}.schema.json`,
      {
        schema: {
          summary: `JSON Schema of a plugin’s ${about}s`,
          description: 'Draft 2020-12, derived from the plugin’s manifest.',
          tags: ['profiles'],
          params: PLUGIN,
          response: { 200: Type.Record(Type.String(), Type.Unknown()), ...refusals(404) },
        },
      },
      async (request, reply) => {
        const plugin = plugins().get(request.params.plugin);
        if (plugin !== undefined) {
          return sendJson(reply, { $schema: DIALECT, ...SCHEMAS[about](plugin.manifest) });
        }
        const message = `There is no plugin ${request.params.plugin}: there is ${[...plugins().keys()].join(', ')}.`;
        return answerRefusal(reply, { code: 'plugin_not_found', message });
      },
    );
  }
}

/** Plugins, public keys and liveness. */
export function addDirectoryRoutes(app: HttpApp, deps: AuthorityDeps, writable: WriteProbe): void {
  app.get(
    '/plugins',
    { schema: { summary: 'Loaded plugins', tags: ['profiles'], response: { 200: Type.Array(PluginView) } } },
    async () =>
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
  addKeysRoute(app, {
    summary: 'Public keys of every party, by kid',
    description: 'People’s keys carry the signature of the principal who enrolled them.',
    tag: 'keys',
    keys: deps.keys,
  });
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
