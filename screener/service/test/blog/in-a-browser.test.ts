import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { useBrowser } from '@common/web/testing/browser';
import { checkPage } from '@common/web/testing/check-page';
import { savePost } from '../../src/blog/save-post.ts';
import { clockAt, DAY, makeApp } from '../app-under-test.ts';
import { useSnapshotStore } from '../snapshot-store.ts';
import { openTestPosts } from './posts-under-test.ts';

const clock = clockAt('2026-01-28T10:00:00Z');
const snapshot = useSnapshotStore(clock);
const browser = useBrowser();

const TEXT = `In January 2022 Apple passed all five methodologies. Three months later it did not. Debt over total assets had crossed one third, and the verdict went from compliant to questionable.

| Filed | Debt ÷ total assets | Result |
| --- | ---: | :---: |
| 28 January 2022 | 32.21 % | passes |
| 29 April 2022 | 34.22 % | fails |

## How it came back

On 3 February 2023 Apple reported less [commercial paper](https://www.sec.gov/): $1.7 bn instead of $10.0 bn.

> A verdict near a limit says less than the distance to it.

1. Look at the limit.
2. Look at the **distance**.

\`\`\`
curl https://screen.example/v1/screen/AAPL
\`\`\`

---

<script>alert(1)</script> and ~~this~~ stay text. See [the leaders](/leaders).
`;

describe('the blog in a browser', () => {
  for (const [name, path] of [
    ['blog-empty', '/blog'],
    ['blog', '/blog'],
    ['blog-post', '/blog/why-apples-verdict-turned'],
  ] as const) {
    test(`${name}: at both widths, light and dark`, async (t) => {
      const posts = await openTestPosts(t);
      const { app } = await makeApp(t, { ...snapshot.shared(), posts });
      const deps = { posts, clock, randomUuid: () => randomUUID() };
      const titles =
        name === 'blog-empty' ? [] : ['Five rule books, two editions each', 'Missing is not zero'];
      for (const title of titles) {
        clock.advance(DAY);
        const slug = title.toLowerCase().replace(/[^a-z]+/g, '-');
        const draft = { title, slug, excerpt: 'What is not filed widens an interval.', bodyMd: 'x' };
        assert.ok((await savePost(deps, { ...draft, isPublished: true })).ok);
      }
      const post = {
        slug: 'why-apples-verdict-turned',
        title: 'Why Apple’s verdict turned twice in 2022',
        excerpt:
          'It never stopped making computers, and it did not borrow a dollar more. Its balance sheet shrank.',
        bodyMd: TEXT,
        isPublished: titles.length > 0,
      };
      assert.ok((await savePost(deps, post)).ok);
      const address = await app.listen({ host: '127.0.0.1', port: 0 });
      await checkPage(browser(), { name, url: `${address}${path}` });
    });
  }
});
