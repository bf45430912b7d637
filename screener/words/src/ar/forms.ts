import type { Words } from '../en/words.ts';
import { isolated } from '../isolate.ts';
import { counted } from '../language.ts';

/** A number of characters after a preposition: `254 حرفًا`. */
export function characters(count: number): string {
  return counted('ar', count, {
    one: 'حرف واحد',
    two: 'حرفين',
    few: `${count} أحرف`,
    many: `${count} حرفًا`,
    other: `${count} حرف`,
  });
}

export const FORMS: Words['forms'] = {
  email: 'البريد الإلكتروني',
  badEmail: (longest) =>
    `اكتب عنوانًا مثل ${isolated('samir@example.org')}، لا يزيد على ${characters(longest)}.`,
  useCase: 'ما الغرض منه؟ (اختياري)',
};
