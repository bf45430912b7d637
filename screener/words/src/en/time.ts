/** `shown` is a number as pages write it. */
export const TIME = {
  today: 'today’s',
  daysAgo: (count: number, shown: string) => `${shown} ${count === 1 ? 'day' : 'days'} old`,
  monthsAgo: (months: number) => `${months} months old`,
  yearsAgo: (years: number) => `${years} years old`,
  asOfToday: (day: string) => `As of today, ${day}.`,
  asOfDay: (day: string) => `As of ${day}, from what was filed by then.`,
  basedOn: (day: string, age: string) => `Based on data up to ${day} (${age}); we have nothing newer.`,
  nextWasDue: 'the next was due about',
  nextIsDue: 'the next is due about',
  reportLate: (since: string) => `The next report has been overdue since ${since}.`,
  reportNotHere: (since: string) => `A newer report was due before ${since} and is not here.`,
  verdictOf: (day: string) => `That is the verdict of ${day}.`,
};
