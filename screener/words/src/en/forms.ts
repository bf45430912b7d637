/** Fields that several forms have. */
export const FORMS = {
  email: 'E-mail address',
  badEmail: (longest: number) =>
    `Write an address such as samir@example.org, of at most ${longest} characters.`,
  useCase: 'What is it for? (optional)',
};
