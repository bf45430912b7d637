export const FRAME = {
  skip: 'انتقل إلى المحتوى',
  search: 'بحث',
  menu: 'القائمة',
  main: 'الأقسام',
  yours: 'صفحاتك',
  about: 'عن الموقع',
  portfolio: 'محفظتي',
  lists: 'القوائم',
  methodology: 'المنهجية',
  developers: 'للمطوّرين',
  watchlist: 'المتابعة',
  account: 'الحساب',
};
