/** The security of routes for signed-in readers, by the scheme's name in the OpenAPI document. */
export const SESSION_SCHEME = 'session';
export const SESSION_ONLY: readonly { readonly [name: string]: readonly string[] }[] = [
  { [SESSION_SCHEME]: [] },
];
export const SESSION_OPTIONAL = [{}, ...SESSION_ONLY];
