/** The reason why an input cannot be recomputed, and what to do. */
export class UnusableInput extends Error {}

/** What an error says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
