import type { form as english } from '../en/form.ts';

export const form: typeof english = {
  tabs: 'Reiter des Formulars',
  content: 'Inhalt',
  outline: 'Gliederung',
};
