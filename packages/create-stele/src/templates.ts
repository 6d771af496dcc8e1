/** The kinds of new sites. */
export const TEMPLATES = ['astro', 'next', 'none'] as const;

export type Template = (typeof TEMPLATES)[number];

/** The templates' names for people. */
export const TEMPLATE_NAMES: Readonly<Record<Template, string>> = {
  astro: 'Astro',
  next: 'Next.js',
  none: 'No framework: plain Node',
};

/** Whether a text names a template. */
export function isTemplate(text: string): text is Template {
  return (TEMPLATES as readonly string[]).includes(text);
}
