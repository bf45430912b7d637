/** A form’s fields as they came: nothing of them is believed. */
export type Fields = Readonly<Partial<Record<string, string>>>;

/** What is wrong, by the field that it stands beside; `''` for the form as a whole. */
export type Errors = Readonly<Partial<Record<string, string>>>;

/** A choice among several: one box each. Values are numbered, because they may be any text. */
export const choice = (group: string, index: number) => `${group}.${index}`;

/** The boxes that are checked, of those that the form had. */
export function chosen(fields: Fields, group: string, values: readonly string[]): string[] {
  return values.filter((_, index) => fields[choice(group, index)] !== undefined);
}
