/** `shown` is the number as pages write it. */
export const DATES = {
  days: (count: number, shown: string) => `${shown} ${count === 1 ? 'day' : 'days'}`,
};
