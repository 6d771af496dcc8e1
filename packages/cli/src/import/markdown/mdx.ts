import { counted, listed, shellWord } from '../../output/words.ts';

const CODE = /^ {0,3}(`{3,}|~{3,})[\s\S]*?^ {0,3}\1|`+[^`\n]*`+/gm;
const MODULE = /^(?:import\s+(?:[^;'"]*?\sfrom\s*)?['"]|export\s+(?:const|default|function|let|var)\b)/m;
const COMPONENT = /<[A-Z][\w.]*(?=[\s/>])/;

/** Whether an .mdx file has import or export lines, or components, outside of code: as Markdown they're plain text. */
export function usesMdx(file: string, text: string): boolean {
  const prose = text.replaceAll(CODE, '');
  return /\.mdx$/i.test(file) && (MODULE.test(prose) || COMPONENT.test(prose));
}

/** Notes about files that use MDX, and how to leave them out. */
export function mdxNotes(names: readonly string[]): string[] {
  const [first] = names;
  if (first === undefined) return [];
  const files = counted(names.length, '.mdx file');
  return [
    `${files} with imports or components: ${listed(names)}. These become text, which shows as it stands. To leave such files out, add --exclude "*.mdx", or --exclude ${shellWord(first)} for one.`,
  ];
}
