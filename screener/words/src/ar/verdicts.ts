import type { Words } from '../en/words.ts';

export const VERDICTS: Words['verdicts'] = {
  compliant: 'متوافق',
  questionable: 'محل نظر',
  non_compliant: 'غير متوافق',
  not_screenable: 'بلا حكم',
};

export const STATUSES: Words['statuses'] = {
  pass: 'يجتاز',
  fail: 'لا يجتاز',
  review: 'يحتاج إلى مراجعة بشرية',
  unknown: 'لا يمكن البتّ فيه',
};

export const SHORT_STATUSES: Words['shortStatuses'] = {
  pass: 'يجتاز',
  fail: 'لا يجتاز',
  unknown: 'غير محسوم',
};
