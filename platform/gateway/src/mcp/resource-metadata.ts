import type { HttpApp } from '@common/kit/http/app';

/** What a client of `/mcp` without a token is told, by RFC 9728. */
export interface McpOAuth {
  /** The address of `/mcp` for clients, which their tokens name as the audience. */
  readonly resource: string;
  readonly authorizationServer: string;
  /** The challenge of a 401. */
  readonly challenge: string;
}

const METADATA_PATH = '/.well-known/oauth-protected-resource';
/** The console’s only scope: what a token allows is in its mandate. */
const SCOPE = 'tools';

export function oauthOf(resource: string | null, authorizationServer: string): McpOAuth | null {
  if (resource === null) return null;
  const metadata = new URL(METADATA_PATH + pathOf(resource), resource).href;
  return {
    resource,
    authorizationServer,
    challenge: `Bearer resource_metadata="${metadata}", scope="${SCOPE}"`,
  };
}

function pathOf(resource: string): string {
  return new URL(resource).pathname.replace(/\/+$/, '');
}

/** Adds where clients read who lets them in: at the root, and under the path of `/mcp`, which is tried first. */
export function addResourceMetadata(app: HttpApp, { resource, authorizationServer }: McpOAuth): void {
  const metadata = {
    resource,
    resource_name: 'Sanad gateway',
    authorization_servers: [authorizationServer],
    scopes_supported: [SCOPE],
    bearer_methods_supported: ['header'],
  };
  for (const path of new Set([METADATA_PATH, METADATA_PATH + pathOf(resource)])) {
    app.get(path, { schema: { hide: true } }, async () => metadata);
  }
}
