/** A check drawn as an interval against its limit. */
export const INTERVAL = {
  label: (range: string, limit: string) => `${range}, limit ${limit}`,
  key: {
    filed: 'as filed',
    calculated: 'calculated from filed figures',
    bounded: 'not filed: somewhere between the two ends',
    limit: 'the limit, always at the same place',
    beyond: 'extends beyond 1.5 times the limit',
  },
};
