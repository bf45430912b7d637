import { join } from 'node:path';
import { fail, ok, type Result } from '@common/base/result';
import { isErrorCode, KeyFileError, readKeyFile } from '@common/kit/private-file';
import type { AgentToken } from '@platform/core/objects/agent-token';
import type { Mandate } from '@platform/core/objects/mandate';
import { agentTokenText, issueAgentToken } from '../use-cases/issue-agent-token.ts';

/** Long enough for the gateway to check the token once. */
const LIFETIME_S = 60;
const MIN_SECRET_LENGTH = 16;

/**
 * Makes agents’ tokens, which are stored nowhere. It reads the secret anew each time, from the environment’s
 * value or the deployment’s folder, and never creates one.
 */
export function createAgentTokens(dir: string, fromEnv: string | undefined, clock: () => number) {
  const readSecret = async (): Promise<Result<string, 'agent_secret_missing'>> => {
    try {
      const secret = fromEnv ?? (await readKeyFile(join(dir, 'jwt.secret'), 'private'))?.trim() ?? '';
      return secret.length < MIN_SECRET_LENGTH ? fail('agent_secret_missing', MISSING) : ok(secret);
    } catch (error) {
      if (error instanceof KeyFileError || isErrorCode(error, 'EACCES'))
        return fail('agent_secret_missing', MISSING);
      throw error;
    }
  };
  return {
    secret: readSecret,
    /** A token for one message of a chat: for one agent and one mandate, valid for a minute. */
    forTalk: async ({ principal, agent, contract_id: id }: Mandate) => {
      const secret = await readSecret();
      if (!secret.ok) return secret;
      const holder = { principal, agent, contracts: [id], tokenId: null };
      return ok(issueAgentToken(secret.value, holder, clock(), LIFETIME_S));
    },
    /** What makes the token of a record that the authority has just registered. */
    issuer: async () => {
      const secret = await readSecret();
      if (!secret.ok) return secret;
      return ok((token: AgentToken) => agentTokenText(secret.value, token, clock()));
    },
  };
}

const MISSING =
  'This console has no usable secret for agents’ tokens. Its operator sets SERVICE_JWT_SECRET, or lets it read jwt.secret in SERVICE_KEYS_DIR (mode 600).';
