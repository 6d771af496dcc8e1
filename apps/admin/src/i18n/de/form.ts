import type { form as english } from '../en/form.ts';

export const form: typeof english = {
  tabs: 'Reiter des Formulars',
  content: 'Inhalt',
  outline: 'Gliederung',
  focusHere: 'Fokus hier',
  focusOf: (name) => `Fokuspunkt von ${name} an dieser Stelle`,
  focusHelp:
    'Anklicken, was hier sichtbar bleiben soll, oder den Punkt mit den Pfeiltasten bewegen. Überall sonst bleibt das Bild, wie es ist.',
  fileFocus: 'Wie bei der Datei',
  ownFocus: 'Eigener Fokuspunkt',
};
