/** The blog, whose posts are in the language of their author. */
export const BLOG = {
  title: 'Blog',
  feedTitle: 'Sanad blog',
  description: 'What filings say about Sharia screening, and how this screener reads them.',
  none: 'There are no posts yet.',
  feed: 'Feed',
  asFiled: 'Figures as filed with the SEC. Not a ruling, and no advice.',
  others: 'Other posts',
  all: 'All posts',
};
