/** A form’s fields as they came, unchecked. */
export type Fields = Readonly<Partial<Record<string, string>>>;

/** What is wrong, by the field beside which it is shown; `''` for the form as a whole. */
export type Errors = Readonly<Partial<Record<string, string>>>;

/** The name of one box in a group. Boxes are numbered, because their values may be any text. */
export const choice = (group: string, index: number) => `${group}.${index}`;

/** The values whose boxes are checked, among those that the form offered. */
export function chosen(fields: Fields, group: string, values: readonly string[]): string[] {
  return values.filter((_, index) => fields[choice(group, index)] !== undefined);
}
