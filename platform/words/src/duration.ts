/** Writes a duration in its largest whole unit: `90 s`, `5 min`, `1 h`, `2 days`. */
export function duration(seconds: number): string {
  const units = [
    [86_400, 'day'],
    [3_600, 'h'],
    [60, 'min'],
  ] as const;
  for (const [size, unit] of units) {
    if (seconds >= size && seconds % size === 0) {
      const count = seconds / size;
      return `${count} ${unit}${unit === 'day' && count > 1 ? 's' : ''}`;
    }
  }
  return `${seconds} s`;
}
