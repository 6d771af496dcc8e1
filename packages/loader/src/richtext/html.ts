const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text for HTML, also within attributes in double quotes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);
}

/** An element as HTML. @param content HTML; null for an element that holds nothing and isn't closed */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | null | undefined>>,
  content: string | null,
): string {
  const given = Object.entries(attributes).flatMap(([key, value]) =>
    typeof value === 'string' ? [` ${key}="${escaped(value)}"`] : [],
  );
  return `<${name}${given.join('')}>${content === null ? '' : `${content}</${name}>`}`;
}
