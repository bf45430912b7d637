/** What all pages share: header, menu, foot, search. */
export const FRAME = {
  skip: 'Skip to the content',
  search: 'Search',
  menu: 'Menu',
  main: 'Main',
  yours: 'Yours',
  about: 'About',
  portfolio: 'Portfolio',
  lists: 'Lists',
  methodology: 'Methodology',
  developers: 'Developers',
  watchlist: 'Watchlist',
  account: 'Account',
};
