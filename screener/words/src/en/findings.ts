/** What is found about a business. */
export const FINDINGS = {
  byCode: (line: string, status: string, code: string) => `${line}: ${status}, by SIC code ${code}`,
  byCompany: (line: string, status: string, facts: readonly string[]) =>
    `${line}: ${status} (${facts.join('; ')})`,
};
