import { Type } from 'typebox';

/** Checked by the hooks of `addAgentScope`, which say more clearly what is missing; here for the description. */
export const AGENT_HEADERS = Type.Object({
  'x-service-contract': Type.Optional(Type.String({ description: 'The mandate: ic_...' })),
});

export const AGENT_SECURITY = [{ agent: [] }];
