import { html, type Safe, url } from '@common/web/html';
import { type AlertEvent, eventLines, eventTitle } from '@screener/service/alerts/alert-event';
import { TEXTS } from '@screener/words/face';
import type { Language } from '@screener/words/language';
import { WORDS } from '@screener/words/words';

interface FeedEntry {
  readonly id: string;
  readonly event: AlertEvent;
}

interface FeedOf {
  readonly publicOrigin: string;
  readonly account: string;
  readonly language: Language;
}

/** Writes an Atom feed (RFC 4287) of one account's alerts. It omits its own address, which is a secret. */
export function alertFeed(
  entries: readonly FeedEntry[],
  { publicOrigin, account, language }: FeedOf,
): string {
  const face = TEXTS[language];
  const { host } = new URL(publicOrigin);
  const [newest] = entries;
  const feed: Safe = html`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">
<id>tag:${host},2026:alerts/${account}</id>
<title>${WORDS[language].alerts.feed.entries}</title>
<updated>${newest?.event.timestamp ?? '2026-01-01T00:00:00.000Z'}</updated>
<author><name>Sanad</name></author>
<link rel="alternate" type="text/html" href="${url(`${publicOrigin}/portal/dashboard`)}"/>
${entries.map(
  ({ id, event }) => html`<entry>
<id>tag:${host},2026:alert/${id}</id>
<title>${eventTitle(event, face)}</title>
<updated>${event.timestamp}</updated>
<link rel="alternate" type="text/html" href="${url(event.data.link)}"/>
<content type="text">${eventLines(event, face).join('\n')}</content>
</entry>
`,
)}</feed>
`;
  return `<?xml version="1.0" encoding="utf-8"?>\n${feed.toString()}`;
}
