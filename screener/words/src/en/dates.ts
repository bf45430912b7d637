/** Numbers of days, months and years; `shown` is the number as the page writes it. */
export const DATES = {
  days: (count: number, shown: string) => `${shown} ${count === 1 ? 'day' : 'days'}`,
  today: 'today’s',
  daysAgo: (count: number, shown: string) => `${shown} ${count === 1 ? 'day' : 'days'} old`,
  monthsAgo: (months: number) => `${months} months old`,
  yearsAgo: (years: number) => `${years} years old`,
};
