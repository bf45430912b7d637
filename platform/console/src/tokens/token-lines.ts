/** What an agent’s program is given besides its code. */
interface GivenToken {
  /** The gateway’s address, without a slash at its end. */
  readonly gateway: string;
  readonly mandateId: string;
  readonly token: string;
}

/** Ready-made lines for what to do with a token, each with what it is for; the names are those of `@sanad/agent`. */
export function tokenLines({
  gateway,
  mandateId,
  token,
}: GivenToken): readonly (readonly [what: string, text: string])[] {
  const headers = { Authorization: `Bearer ${token}`, 'X-Service-Contract': mandateId };
  const server = { type: 'http', url: `${gateway}/mcp`, headers };
  return [
    [
      'A program with @sanad/agent: its environment',
      [`SANAD_GATEWAY=${gateway}`, `SANAD_MANDATE=${mandateId}`, `SANAD_TOKEN=${token}`].join('\n'),
    ],
    [
      'A client that speaks MCP: its configuration',
      JSON.stringify({ mcpServers: { sanad: server } }, null, 2),
    ],
    [
      'The shell: which tools the agent has',
      `curl ${gateway}/v1/tools -H 'X-Service-Contract: ${mandateId}' -H 'Authorization: Bearer ${token}'`,
    ],
  ];
}
