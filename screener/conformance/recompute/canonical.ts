/** RFC 8785: members in the order of their names’ UTF-16 units; numbers and strings as ECMAScript writes them. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`;
}

/**
 * The first number that is not spelled as the service spells it; null if there is none. Two spellings of one number
 * have one hash, so that a digit could be changed between them.
 */
export function oddNumber(json: string): string | null {
  const outside = json.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
  const numbers = outside.match(/-?\d[\d.eE+-]*/g) ?? [];
  return numbers.find((spelled) => String(Number(spelled)) !== spelled) ?? null;
}

/** A member of an object; undefined if it has none of this name. */
export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}
