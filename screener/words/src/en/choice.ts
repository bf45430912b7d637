/** The choice of methodologies, in the forms of several pages. */
export const CHOICE = {
  legend: 'Methodologies that you follow',
  noneTicked: (byAll: string) => `None ticked: the verdict is ${byAll}.`,
  byAll: (_count: number, inWords: string) => `by all ${inWords} methodologies`,
  by: (names: string) => `by ${names}`,
  label: 'Methodology',
  ruleSets: { current: 'current', classic: 'classic' },
  all: (_count: number, inWords: string) => `all ${inWords}`,
};
