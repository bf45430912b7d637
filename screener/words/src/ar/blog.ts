import type { Words } from '../en/words.ts';
import { isolated } from '../isolate.ts';

export const BLOG: Words['blog'] = {
  title: 'المدونة',
  feedTitle: `مدونة ${isolated('Sanad')}`,
  description: 'ما تقوله الإفصاحات عن الفحص الشرعي، وكيف تقرؤها هذه الأداة.',
  none: 'لا مقالات بعد.',
  feed: 'الخلاصة',
  asFiled: 'الأرقام كما أُفصح عنها للهيئة. وليس هذا فتوى ولا توصية.',
  others: 'مقالات أخرى',
  all: 'كل المقالات',
};
