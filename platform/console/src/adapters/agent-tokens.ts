import { join } from 'node:path';
import { fail, ok, type Result } from '@common/base/result';
import { isErrorCode, KeyFileError, readKeyFile } from '@common/kit/private-file';
import type { Mandate } from '@platform/core/objects/mandate';
import { issueAgentToken } from '../use-cases/issue-agent-token.ts';

/** Long enough for the gateway to check the token once. */
const LIFETIME_S = 60;
const MIN_SECRET_LENGTH = 16;

/**
 * Makes a token for each message: for one agent and one mandate, valid for a minute, and stored nowhere. It
 * reads the secret anew each time, from the environment’s value or the deployment’s folder, and never creates
 * one.
 */
export function createAgentTokens(dir: string, fromEnv: string | undefined, clock: () => number) {
  return async ({
    principal,
    agent,
    contract_id: id,
  }: Mandate): Promise<Result<string, 'agent_secret_missing'>> => {
    try {
      const secret = fromEnv ?? (await readKeyFile(join(dir, 'jwt.secret'), 'private'))?.trim() ?? '';
      if (secret.length < MIN_SECRET_LENGTH) return fail('agent_secret_missing', MISSING);
      return ok(
        issueAgentToken(secret, { principal, agent, contracts: [id], tokenId: null }, clock(), LIFETIME_S),
      );
    } catch (error) {
      if (error instanceof KeyFileError || isErrorCode(error, 'EACCES'))
        return fail('agent_secret_missing', MISSING);
      throw error;
    }
  };
}

const MISSING =
  'This console has no usable secret for agents’ tokens, so it could not speak for the agent. Its operator sets SERVICE_JWT_SECRET, or lets it read jwt.secret in SERVICE_KEYS_DIR (mode 600).';
