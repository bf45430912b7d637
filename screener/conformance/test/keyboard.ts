import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** What has the focus, as a person without a mouse sees it. */
interface Focused {
  readonly tag: string;
  readonly id: string;
  /** Of a field, what it is called in its form. */
  readonly name: string;
  /** Of a link or button. */
  readonly text: string;
  readonly href: string;
  /** Whether it is drawn with a ring of its own, inside the window. */
  readonly isSeen: boolean;
}

type Wanted = Partial<Pick<Focused, 'id' | 'name' | 'text' | 'href'>>;

/** More stops than any page has. */
const MOST_TABS = 400;

const FOCUSED = `(() => {
  const at = document.activeElement ?? document.body;
  const style = getComputedStyle(at);
  const box = at.getBoundingClientRect();
  // The calendar's button inside a date field is the browser's own, and so is its ring.
  const isCalendarButton = at.type === 'date' && !at.matches(':focus');
  const hasRing = isCalendarButton || (at.matches(':focus-visible') && style.outlineStyle === 'solid' && parseFloat(style.outlineWidth) >= 2);
  const isInside = box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  return {
    tag: at.tagName.toLowerCase(), id: at.id, name: at.getAttribute('name') ?? '',
    text: (at.getAttribute('aria-label') ?? at.textContent).trim().replace(/\\s+/g, ' '),
    href: at.getAttribute('href') ?? '', isSeen: hasRing && isInside,
  };
})()`;

/** A person at a keyboard: no pointer, and no script that moves the focus for them. */
export interface Keyboard {
  /** Tabs to what is wanted, and fails where any stop on the way cannot be seen. */
  tabTo(wanted: Wanted): Promise<void>;
  type(text: string): Promise<void>;
  press(key: string): Promise<void>;
  /** Tabs to a link or button, presses Enter, and waits for the page that it leads to. */
  follow(wanted: Wanted, to: RegExp): Promise<void>;
  /** Presses Enter in a form, and waits for the page that it leads to. */
  submit(to: RegExp): Promise<void>;
}

export function keyboardOf(page: Page): Keyboard {
  const { keyboard } = page;
  const focused = (): Promise<Focused> => page.evaluate(FOCUSED);
  const tabTo = async (wanted: Wanted): Promise<void> => {
    const isWanted = (at: Focused) =>
      Object.entries(wanted).every(([name, value]) => at[name as keyof Wanted] === value);
    for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
      await keyboard.press('Tab');
      const at = await focused();
      // After its last stop, the browser's own bar has the focus.
      if (at.tag === 'body') continue;
      assert.ok(at.isSeen, `the focus cannot be seen: ${JSON.stringify(at)} in ${page.url()}`);
      if (isWanted(at)) return;
    }
    assert.fail(`no way by Tab to ${JSON.stringify(wanted)} in ${page.url()}`);
  };
  const submit = async (to: RegExp): Promise<void> => {
    await keyboard.press('Enter');
    await page.waitForURL(to, { waitUntil: 'load' });
  };
  return {
    tabTo,
    type: (text) => keyboard.type(text),
    press: (key) => keyboard.press(key),
    submit,
    async follow(wanted, to) {
      await tabTo(wanted);
      await submit(to);
    },
  };
}
