/** Runs in the browser: puts a chosen file into the field and sends the form. Without it, readers paste the text. */

/** The parts of the browser that this script uses. */
interface Page {
  querySelector(selector: '#holdings'): Field | null;
  querySelector(selector: '#holdings-file'): FileField | null;
}
interface Field {
  value: string;
  readonly form: { requestSubmit(): void };
}
interface FileField {
  readonly files: ArrayLike<{ text(): Promise<string> }>;
  readonly parentElement: { hidden: boolean };
  addEventListener(type: 'change', listener: () => void): void;
}
declare const document: Page;

const field = document.querySelector('#holdings');
const choice = document.querySelector('#holdings-file');
if (field !== null && choice !== null) {
  choice.parentElement.hidden = false;
  choice.addEventListener('change', () => {
    void choice.files[0]?.text().then((text) => {
      field.value = text;
      field.form.requestSubmit();
    });
  });
}
