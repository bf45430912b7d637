/**
 * Capital letters of other scripts that look like a Latin one: the entries of the confusables of Unicode TS 39
 * between single capital letters. A test compares it with the table of the package `unhomoglyph`, which would
 * add 100 kB to each script of a page.
 */
const LETTERS: Readonly<Record<string, string>> = {
  A: 'ΑАᎪ',
  B: 'ΒВᏴ',
  C: 'ⲤСᏟ𐐕',
  D: 'Ꭰ',
  E: 'ΕЕᎬ𑢦𑢮',
  F: 'Ϝ𑢢',
  G: 'ԌᏀᏳ',
  H: 'ΗⲎНᎻ',
  I: 'ΙⲒІӀ',
  J: 'ͿЈᎫ',
  K: 'ΚⲔКᏦ',
  L: 'ⳐᏞ𑢣𑢲𐐛',
  M: 'ΜϺⲘМᎷ',
  N: 'ΝⲚ',
  O: 'ΟⲞОՕ𐓂𑢵𐐄',
  P: 'ΡⲢРᏢ',
  R: 'ᎡᏒ𐒴',
  S: 'ЅՏᏕᏚ𐐠',
  T: 'ΤⲦТᎢ𑢼',
  U: 'Ս𐓎𑢸',
  V: 'ѴᏙ𑢠',
  W: 'ԜᎳᏔ',
  X: 'ΧⲬХ',
  Y: 'ΥⲨУҮᎩᎽ𑢤',
  Z: 'ΖᏃ𑢩',
};

/** Each of those letters -> the Latin one. */
export const LOOK_ALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries(LETTERS).flatMap(([latin, others]) => [...others].map((other) => [other, latin])),
);
