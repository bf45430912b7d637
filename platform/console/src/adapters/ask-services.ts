const TIMEOUT_MS = 2_000;

/** Asks each service whether it is well, all at once; by name, with their addresses. */
export function createServiceQuestion(services: Readonly<Record<string, string>>) {
  return () =>
    Promise.all(
      Object.entries(services).map(async ([name, address]) => ({ name, answers: await isWell(address) })),
    );
}

async function isWell(address: string): Promise<boolean> {
  try {
    const answer = await fetch(`${address.replace(/\/$/, '')}/healthz`, {
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}
