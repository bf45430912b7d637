/**
 * What programs ask that want to be let in (OAuth), which have no session, password or proxy’s sign-in. None of it gives
 * anything without the code that a person let them have.
 */
export const PROGRAMS_PATHS: readonly string[] = [
  '/.well-known/oauth-authorization-server',
  '/oauth/token',
  '/oauth/register',
];
