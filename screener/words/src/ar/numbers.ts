import type { Words } from '../en/words.ts';
import { isolated } from '../isolate.ts';

export const RANGES: Words['ranges'] = {
  notKnown: 'غير معروف',
  atLeast: (value) => `لا يقل عن ${value}`,
  atMost: (value) => `لا يزيد على ${value}`,
};

export const NUMBERS: Words['numbers'] = {
  trillion: ' تريليون',
  billion: ' مليار',
  million: ' مليون',
  under: (value) => `أقل من ${value}`,
  about: (value) => `نحو ${value}`,
  eachShare: (value) => `${value} للسهم`,
  twoUnits: (low, dash, high) =>
    `${isolated(`${low.mark}${low.digits}`)}${low.unit} ${dash} ${isolated(`${high.mark}${high.digits}`)}${high.unit}`,
  /** A number word takes the gender of what is counted, so counts are digits. */
  small: [],
};
