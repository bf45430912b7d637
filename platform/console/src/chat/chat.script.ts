import { byId, el } from '../browser/dom.ts';

/**
 * Runs in the browser: says that the agent is at work, which can take minutes, and keeps a form from being
 * sent twice.
 */

declare const document: { getElementById(id: string): unknown };
declare const addEventListener: (
  type: string,
  listener: (event: { readonly persisted?: boolean }) => void,
) => void;

if (document.getElementById('say-form') !== null) watch();

function watch(): void {
  const form = byId('say-form');
  const state = byId('say-state');
  const [button] = form.querySelectorAll('button');
  const words = state.textContent;
  form.addEventListener('submit', () => {
    if (button !== undefined) button.disabled = true;
    form.setAttribute('aria-busy', 'true');
    state.replaceChildren(
      el('strong', {}, 'The agent is at work.'),
      ' That can take minutes. What was sent stays sent if you leave this page.',
    );
  });
  // The browser restores a page as the reader left it, with the button disabled.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted !== true) return;
    if (button !== undefined) button.disabled = false;
    form.removeAttribute('aria-busy');
    state.textContent = words;
  });
}
