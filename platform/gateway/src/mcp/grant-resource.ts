import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
} from '@modelcontextprotocol/server';
import { GrantId } from '@platform/core/objects/primitives';
import { Value } from 'typebox/value';
import type { agentOf } from '../http/agent-scope.ts';
import { httpFailure } from '../http/errors.ts';
import { type ReadGrantDeps, readGrantState } from '../use-cases/grant-state.ts';

const PREFIX = 'sanad://grants/';
const TYPE = 'application/json';

/** The resource that says what has become of a proposal. */
export function grantUri(grantId: string): string {
  return PREFIX + grantId;
}

/** The grant that a resource is of; null if it is none of a grant. */
export function grantIdOf(uri: string): string | null {
  const id = uri.slice(PREFIX.length);
  return uri.startsWith(PREFIX) && Value.Check(GrantId, id) ? id : null;
}

/** A link to the resource, for the answer of a call that waits for a person. */
export function grantLink(grantId: string) {
  return {
    type: 'resource_link' as const,
    uri: grantUri(grantId),
    name: grantId,
    description: 'What has become of this proposal. Subscribe to it to learn when people have answered.',
    mimeType: TYPE,
  };
}

type ReadingCall = ReturnType<typeof agentOf> & { readonly leaveNoEvent: () => void };

/** Adds grants as resources. They are read as by `GET /v1/grants/{grant_id}`, with the same event. */
export function addGrantResources(server: Server, deps: ReadGrantDeps, call: ReadingCall): void {
  server.setRequestHandler('resources/list', () => ({ resources: [] }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [
      {
        uriTemplate: `${PREFIX}{grant_id}`,
        name: 'grant',
        title: 'What has become of a proposal',
        mimeType: TYPE,
      },
    ],
  }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const { agent, notes } = call;
    const grantId = grantIdOf(uri);
    if (grantId === null) throw new ResourceNotFoundError(uri);
    const read = await readGrantState(deps, agent, grantId, null);
    if (!read.ok) {
      const { code, message } = httpFailure(read.error);
      notes.status = code;
      if (code === 'grant_not_found') throw new ResourceNotFoundError(uri, message);
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, message, { code });
    }
    const { state, waits } = read.value;
    if (waits) call.leaveNoEvent();
    Object.assign(notes, { grant_id: grantId, name: state.tool, status: state.status, reason: state.reason });
    return { contents: [{ uri, mimeType: TYPE, text: JSON.stringify(state) }] };
  });
}
