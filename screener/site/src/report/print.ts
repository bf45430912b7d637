/** Runs in the browser: prints the report. Without it, the browser’s own menu does. */

/** The parts of the browser that this script uses. */
interface PrintButton {
  hidden: boolean;
  addEventListener(type: 'click', listener: () => void): void;
}
declare const document: { querySelectorAll(selector: '.print'): Iterable<PrintButton> };
declare const window: { print(): void };

for (const button of document.querySelectorAll('.print')) {
  button.hidden = false;
  button.addEventListener('click', () => window.print());
}
