import type { Authority } from '../use-cases/authority.ts';

/** The profiles under which nothing is done, because their plugins' files are not the ones that were signed. */
export async function profilesToRenew(
  authority: Pick<Authority, 'plugins' | 'profile'>,
): Promise<readonly string[]> {
  const plugins = await authority.plugins();
  if (!plugins.ok) return [];
  const asked = await Promise.all(
    plugins.value.map(async ({ profile: name }) => ({ name, answer: await authority.profile(name) })),
  );
  return asked.flatMap(({ name, answer }) =>
    !answer.ok && answer.error.detail?.error === 'plugin_hash_mismatch' ? [name] : [],
  );
}
