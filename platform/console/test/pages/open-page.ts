import type { Page } from 'playwright-core';

/**
 * What tests do in a page by its own means: Playwright's actions load a library into each document and wait for frames,
 * which takes several times as long. Tests of operating a form by keyboard use Playwright.
 */

/** What stands there, its spaces as a reader sees them; once it can be seen and is this, if something is wanted. */
export function textAt(page: Page, place: string, wanted: RegExp | string | null = null): Promise<string> {
  const { source, flags } = wanted instanceof RegExp ? wanted : { source: '', flags: '' };
  const given = {
    place,
    source,
    flags,
    text: typeof wanted === 'string' ? wanted : '',
    mustShow: wanted !== null,
  };
  return inPage(
    page,
    given,
    `new Promise((found, missed) => {
      const pattern = new RegExp(given.source, given.flags);
      const look = () => {
        const places = document.querySelectorAll(given.place);
        const words = [...places].map(({ innerText }) => innerText.replaceAll(/\\s+/g, ' ').trim());
        const fits = places.length === 1 && pattern.test(words[0]) && words[0].includes(given.text);
        if (!fits || (given.mustShow && !places[0].checkVisibility())) return words;
        observer.disconnect();
        clearTimeout(end);
        found(words[0]);
      };
      const observer = new MutationObserver(look);
      observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
      const end = setTimeout(() => {
        observer.disconnect();
        missed(new Error('not ' + pattern + given.text + ' at ' + given.place + ': ' + look()?.join(' | ')));
      }, 20_000);
      look();
    })`,
  );
}

/** Presses what can be seen there, also if it says that it is not ready yet. */
export function press(page: Page, place: string): Promise<void> {
  return inPage(page, { place }, `{ const element = seen(given.place); element.focus(); element.click(); }`);
}

/** Replaces what stands in a field. */
export function type(page: Page, place: string, text: string): Promise<void> {
  return inPage(
    page,
    { place, text },
    `{ const field = seen(given.place); field.focus(); field.value = given.text; changed(field); }`,
  );
}

/** Chooses files in a field, which may be hidden behind a button. */
export function give(page: Page, place: string, ...files: readonly ChosenFile[]): Promise<void> {
  const texts = files.map(({ name, buffer }) => [name, buffer.toString('latin1')]);
  return inPage(
    page,
    { place, texts },
    `{
      const chosen = new DataTransfer();
      for (const [name, text] of given.texts) chosen.items.add(new File([Uint8Array.from(text, (each) => each.charCodeAt(0))], name));
      const field = document.querySelector(given.place);
      field.files = chosen.files;
      changed(field);
    }`,
  );
}

/** Fills in the page's form, sends it, and waits for the answer. */
export async function sendForm(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  await fillIn(page, fields);
  const loaded = page.waitForEvent('load');
  await page.evaluate("document.querySelector('form.asking').requestSubmit()");
  await loaded;
}

export function fillIn(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  return inPage(
    page,
    { fields },
    `{
      const form = seen('form.asking');
      for (const [name, value] of Object.entries(given.fields)) {
        const field = form.elements.namedItem(name);
        if (field.type === 'checkbox') field.checked = value === 'on';
        else field.value = value;
        const isSet = field.type === 'checkbox' || field.value === value.replaceAll('\\r\\n', '\\n');
        if (!isSet) throw new Error('it cannot be ' + value + ': ' + name);
      }
    }`,
  );
}

export function countOf(page: Page, place: string): Promise<number> {
  return inPage(page, { place }, 'document.querySelectorAll(given.place).length');
}

export function isHidden(page: Page, place: string): Promise<boolean> {
  return inPage(page, { place }, '!document.querySelector(given.place).checkVisibility()');
}

/** The id of the element that has the focus. */
export function focused(page: Page): Promise<string> {
  return page.evaluate('document.activeElement.id');
}

function inPage<Value>(page: Page, given: object, script: string): Promise<Value> {
  return page.evaluate(`((given) => {
    const seen = (place) => {
      const places = document.querySelectorAll(place);
      if (places.length === 1 && places[0].checkVisibility({ visibilityProperty: true })) return places[0];
      throw new Error(places.length + ' of ' + place + ', or it cannot be seen');
    };
    const changed = (field) => {
      for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
    };
    ${script.startsWith('{') ? script : `return ${script}`}
  })(${JSON.stringify(given)})`);
}

interface ChosenFile {
  readonly name: string;
  readonly buffer: Buffer;
}

/** A key file as a person chooses it. */
export const keyFile = (pem: string, name = 'key.pem') => ({
  name,
  mimeType: 'application/x-pem-file',
  buffer: Buffer.from(pem),
});

/** Opens all that is folded. */
export async function unfold(page: Page): Promise<void> {
  await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
}
