/**
 * What programs ask that want to be let in (OAuth): they have no session, no password and no sign-in at a proxy. Nothing
 * here is given without the code that a person let them have.
 */
export const PROGRAMS = {
  metadata: '/.well-known/oauth-authorization-server',
  token: '/oauth/token',
  register: '/oauth/register',
} as const;

export const PROGRAMS_PATHS: readonly string[] = Object.values(PROGRAMS);
