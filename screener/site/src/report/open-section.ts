/** Runs in the browser: opens the section that the address names. Without it, a tap on its line does. */

/** The parts of the browser that this script uses. */
interface Section {
  querySelector(selector: string): { open: boolean } | null;
}
declare const document: { getElementById(id: string): Section | null };
declare const location: { readonly hash: string };
declare const window: { addEventListener(type: 'hashchange', listener: () => void): void };

function openNamed(): void {
  const line = document.getElementById(location.hash.slice(1))?.querySelector(':scope > details');
  if (line != null) line.open = true;
}

openNamed();
window.addEventListener('hashchange', openNamed);
