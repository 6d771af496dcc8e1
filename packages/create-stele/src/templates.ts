/** What a new site can be built with. */
export const TEMPLATES = ['astro', 'next', 'none'] as const;

/** One of them. */
export type Template = (typeof TEMPLATES)[number];

/** What people call them. */
export const TEMPLATE_NAMES: Readonly<Record<Template, string>> = {
  astro: 'Astro',
  next: 'Next.js',
  none: 'No framework: plain Node',
};

/** Whether a text names a template. */
export function isTemplate(text: string): text is Template {
  return (TEMPLATES as readonly string[]).includes(text);
}
