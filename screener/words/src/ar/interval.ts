import type { Words } from '../en/words.ts';

export const INTERVAL: Words['interval'] = {
  label: (range, limit) => `${range}، والحدّ ${limit}`,
  key: {
    filed: 'كما أُفصح عنه',
    calculated: 'محسوب من أرقام مُفصح عنها',
    bounded: 'لم يُفصح عنه: بين الطرفين',
    limit: 'الحدّ، في الموضع نفسه دائمًا',
    beyond: 'يمتد إلى أكثر من مرة ونصف من الحدّ',
  },
};
