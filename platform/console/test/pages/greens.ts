import type { Page } from 'playwright-core';

/** Elements whose text, ground, border or drawing the browser computes as green: clearly more green than red and blue. */
export function greens(page: Page): Promise<readonly string[]> {
  return page.evaluate(`[...document.querySelectorAll('body *')].flatMap((element) => {
    const style = getComputedStyle(element);
    return ['color', 'backgroundColor', 'borderTopColor', 'fill', 'stroke'].flatMap((name) => {
      const [red, green, blue] = (/^rgba?\\((\\d+), (\\d+), (\\d+)/.exec(style[name]) ?? []).slice(1).map(Number);
      return green > red + 25 && green > blue + 25 ? [element.tagName + ' ' + name + ' ' + style[name]] : [];
    });
  })`);
}
