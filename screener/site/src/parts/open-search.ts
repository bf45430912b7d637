/** Runs in the browser: moves the focus into the search field that a button has opened. Without it, the next tab does. */

/** The parts of the browser that this script uses. */
interface SearchPopover {
  addEventListener(type: 'toggle', listener: (event: { readonly newState: 'open' | 'closed' }) => void): void;
  querySelector(selector: 'input'): { focus(): void } | null;
}
declare const document: { querySelector(selector: '#site-search'): SearchPopover | null };

const search = document.querySelector('#site-search');
search?.addEventListener('toggle', ({ newState }) => {
  if (newState === 'open') search.querySelector('input')?.focus();
});
