import type { Words } from '../en/words.ts';

export const SHARES: Words['shares'] = {
  split: (shares, forShares) => `${shares} مقابل ${forShares}`,
  most: (amount, isExact, day) => `${isExact ? '' : 'حتى '}${amount}${day === null ? '' : ` في ${day}`}`,
  listed: (day, counted) =>
    `للسهم كما كان في ${day}: عدد الأسهم المفصح عنه في ${counted} يطابق بيانات الإدراج في ذلك اليوم.`,
  afterSplit: (day, split, counted) =>
    `للسهم كما كان في ${day}، بعد تجزئة ${split}: عدد الأسهم المفصح عنه هو عددها في ${counted}، قبل التجزئة.`,
  depositary: (day, shares, counted) =>
    `لشهادة الإيداع كما كانت في ${day}، وهي تمثل ${shares} من الأسهم المعدودة في ${counted}، وفق القيمة السوقية في بيانات الإدراج.`,
  counted: (day) => `للسهم كما كان في ${day}، يوم عدّ الأسهم: لا قيمة سوقية هنا تبيّن هل جُزّئت الأسهم بعده.`,
  unclear: (doubt) => `${doubt} والمبلغ للسهم نطاق يشمل الاحتمالين.`,
  splitFiled: (counted) => `يذكر التقرير تجزئة قد لا يشملها عدد أسهمه في ${counted}.`,
  priceJump: (before, beforeDay, after, afterDay) =>
    `انتقل سعر الإغلاق من ${before} في ${beforeDay} إلى ${after} في ${afterDay} كما يحدث عند التجزئة، ولا شيء آخر يدل عليها.`,
  countsDiffer: (factor, counted) =>
    `في بيانات الإدراج ${factor} من الأسهم لكل سهم معدود في ${counted}، لا بسبب تجزئة: فقد أُصدرت أسهم أو أُعيد شراؤها، أو لم تُعدّ فئة منها، أو كان الرمز لشهادة إيداع.`,
};
