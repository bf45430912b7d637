import type { Words } from '../en/words.ts';
import { isolated } from '../isolate.ts';

export const FORMS: Words['forms'] = {
  email: 'البريد الإلكتروني',
  badEmail: (longest) => `اكتب عنوانًا مثل ${isolated('samir@example.org')}، لا يزيد على ${longest} حرفًا.`,
  useCase: 'ما الغرض منه؟ (اختياري)',
};
