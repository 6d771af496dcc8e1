const CODE = /^ {0,3}(`{3,}|~{3,})[\s\S]*?^ {0,3}\1|`+[^`\n]*`+/gm;
const MODULE = /^(?:import\s+(?:[^;'"]*?\sfrom\s*)?['"]|export\s+(?:const|default|function|let|var)\b)/m;
const COMPONENT = /<[A-Z][\w.]*(?=[\s/>])/;

/** Whether the text of an .mdx file has import or export lines, or components, outside of code: as Markdown they're plain text. */
export function usesMdx(text: string): boolean {
  const prose = text.replaceAll(CODE, '');
  return MODULE.test(prose) || COMPONENT.test(prose);
}
