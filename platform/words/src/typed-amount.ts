const GROUPED = /^\d{1,3}(,\d{3})+(\.\d+)?$/;

/** Removes the commas between thousands, which people type: `7,400.00` becomes `7400.00`. */
export function ungrouped(typed: string): string {
  const text = typed.trim();
  return GROUPED.test(text) ? text.replaceAll(',', '') : text;
}
