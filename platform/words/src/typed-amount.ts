const GROUPED = /^\d{1,3}(,\d{3})+(\.\d+)?$/;

/** An amount as people write it, without the commas between its thousands: `7,400.00` as `7400.00`. */
export function ungrouped(typed: string): string {
  const text = typed.trim();
  return GROUPED.test(text) ? text.replaceAll(',', '') : text;
}
