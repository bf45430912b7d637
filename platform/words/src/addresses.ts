/** Words for an address that may begin with a setting of the operator: `$NAME/path`. */
export function addressWords(address: string): string {
  const [, setting, path] = /^\$([A-Z][A-Z0-9_]*)(\/.*)?$/.exec(address) ?? [];
  return setting === undefined
    ? address
    : `what lies under ${path ?? '/'} at the address that the operator sets as ${setting}`;
}
