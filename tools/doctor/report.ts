/** A finding about one thing. `fail` stops something from working; `warn` will, or hides something. */
export interface Finding {
  readonly state: 'ok' | 'warn' | 'fail';
  readonly about: string;
  /** The state and, unless it is ok, what to do. Never a secret. */
  readonly text: string;
}

export interface Section {
  readonly title: string;
  readonly findings: readonly Finding[];
}

export type Environment = Readonly<Record<string, string | undefined>>;

const isOk = (about: string, text: string): Finding => ({ state: 'ok', about, text });
const isDoubtful = (about: string, text: string): Finding => ({ state: 'warn', about, text });
const isWrong = (about: string, text: string): Finding => ({ state: 'fail', about, text });
export const found = { ok: isOk, warn: isDoubtful, fail: isWrong } as const;

/** A check may throw, like the code that it checks. That is a finding, and the next checks still run. */
export async function tried(
  about: string,
  check: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await check();
  } catch (error) {
    return [found.fail(about, error instanceof Error ? error.message : String(error))];
  }
}

/** Prints the page, and its last line with the counts. */
export function pageOf(sections: readonly Section[]): string {
  const findings = sections.flatMap((section) => section.findings);
  const count = (state: Finding['state']): number =>
    findings.filter((finding) => finding.state === state).length;
  return [
    ...sections.flatMap(({ title, findings: own }) => [
      title,
      ...own.map(({ state, about, text }) => `  ${state.padEnd(4)}  ${printable(`${about}: ${text}`)}`),
      '',
    ]),
    `${count('ok')} ok, ${count('warn')} warn, ${count('fail')} fail`,
    '',
  ].join('\n');
}

/** A file's name or a database's text must not move the cursor or look like a separate line. */
function printable(text: string): string {
  return (
    text
      // Do not use /\s*\n\s*/, which scans many blanks again from each of them.
      .replace(/\s+/g, (blanks) => (blanks.includes('\n') ? ' ' : blanks))
      .replace(/[\p{Cc}\p{Cf}]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
  );
}
