/** Runs in the browser: prints the report. Without it, the browser’s own menu does. */

/** The parts of the browser that this script uses. */
interface PrintButton {
  hidden: boolean;
  addEventListener(type: 'click', listener: () => void): void;
}
declare const document: { querySelector(selector: '#print'): PrintButton | null };
declare const window: { print(): void };

const button = document.querySelector('#print');
if (button !== null) {
  button.hidden = false;
  button.addEventListener('click', () => window.print());
}
