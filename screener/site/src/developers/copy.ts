/** Runs in the browser: copies the key that the page shows. Without it, readers copy the key by hand. */

/** The parts of the browser's document that this script uses. */
interface Page {
  querySelector(selector: '#api-key'): KeyField | null;
  querySelector(selector: '#copy'): CopyButton | null;
}
interface KeyField {
  readonly value: string;
  select(): void;
}
interface CopyButton {
  hidden: boolean;
  textContent: string;
  readonly dataset: { readonly copied?: string };
  addEventListener(type: 'click', listener: () => void): void;
}
declare const document: Page;
/** Browsers give pages no clipboard over plain http. */
declare const navigator: { readonly clipboard?: { writeText(text: string): Promise<void> } };

const field = document.querySelector('#api-key');
const button = document.querySelector('#copy');
if (field !== null && button !== null) {
  button.hidden = false;
  button.addEventListener('click', () => {
    field.select();
    navigator.clipboard?.writeText(field.value).then(
      () => {
        button.textContent = button.dataset.copied ?? '';
      },
      // The reader refused access to the clipboard. The key is selected, ready to be copied by hand.
      () => {},
    );
  });
}
