import type { HLJSApi, LanguageFn } from 'highlight.js';

/** A stretch of code, and what it is, such as `keyword` or `string`; null for what is nothing special. */
export interface CodeToken {
  readonly text: string;
  readonly kind: string | null;
}

/** The words of a language are loaded with the first code in it. */
const GRAMMARS: Readonly<Record<string, () => Promise<{ default: LanguageFn }>>> = {
  bash: () => import('highlight.js/lib/languages/bash'),
  c: () => import('highlight.js/lib/languages/c'),
  cpp: () => import('highlight.js/lib/languages/cpp'),
  csharp: () => import('highlight.js/lib/languages/csharp'),
  css: () => import('highlight.js/lib/languages/css'),
  diff: () => import('highlight.js/lib/languages/diff'),
  go: () => import('highlight.js/lib/languages/go'),
  graphql: () => import('highlight.js/lib/languages/graphql'),
  html: () => import('highlight.js/lib/languages/xml'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  kotlin: () => import('highlight.js/lib/languages/kotlin'),
  markdown: () => import('highlight.js/lib/languages/markdown'),
  php: () => import('highlight.js/lib/languages/php'),
  python: () => import('highlight.js/lib/languages/python'),
  ruby: () => import('highlight.js/lib/languages/ruby'),
  rust: () => import('highlight.js/lib/languages/rust'),
  scss: () => import('highlight.js/lib/languages/scss'),
  sql: () => import('highlight.js/lib/languages/sql'),
  swift: () => import('highlight.js/lib/languages/swift'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
  xml: () => import('highlight.js/lib/languages/xml'),
  yaml: () => import('highlight.js/lib/languages/yaml'),
};

const ALIASES: Readonly<Record<string, string>> = {
  'c#': 'csharp',
  'c++': 'cpp',
  astro: 'html',
  cs: 'csharp',
  js: 'javascript',
  jsx: 'javascript',
  kt: 'kotlin',
  md: 'markdown',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'bash',
  shell: 'bash',
  svelte: 'html',
  svg: 'xml',
  ts: 'typescript',
  tsx: 'typescript',
  vue: 'html',
  yml: 'yaml',
};

/** The language of code that is in none. */
export const PLAIN_TEXT = 'plaintext';

/** The languages that a field offers that names none. */
export const LANGUAGES: readonly string[] = [PLAIN_TEXT, ...Object.keys(GRAMMARS)];

/** Longer code is shown without colours. */
const MOST_CHARACTERS = 50_000;
/** Code is cut into pieces, since the time that highlight.js takes grows with the square of some texts. */
const PIECE_CHARACTERS = 2_000;
/** How long one pass may take, in milliseconds, before the page does something else. */
const PASS_MS = 20;
const MOST_KEPT = 200;

/** Code as one pass has coloured it. */
export interface ColouredCode {
  readonly tokens: readonly CodeToken[];
  /** Whether another pass colours more. */
  readonly hasMore: boolean;
}

const ready = new Map<string, HLJSApi>();

/**
 * Loads what colours code in a language.
 *
 * @returns the function that cuts code into tokens, and remembers pieces; null for a language that isn't known
 */
export async function loadHighlighter(language: string): Promise<((text: string) => ColouredCode) | null> {
  const name = ALIASES[language.toLowerCase()] ?? language.toLowerCase();
  const grammar = Object.hasOwn(GRAMMARS, name) ? GRAMMARS[name] : undefined;
  if (!grammar) return null;
  const hljs = ready.get(name) ?? (await import('highlight.js/lib/core')).default;
  if (!ready.has(name)) {
    hljs.registerLanguage(name, (await grammar()).default);
    ready.set(name, hljs);
  }
  const kept = new Map<string, readonly CodeToken[]>();
  return (text) => {
    if (text.length > MOST_CHARACTERS) return { tokens: [{ text, kind: null }], hasMore: false };
    const end = performance.now() + PASS_MS;
    let hasMore = false;
    const tokens = piecesOf(text).flatMap((piece) => {
      const known = kept.get(piece);
      if (known) return known;
      if (performance.now() > end) {
        hasMore = true;
        return [{ text: piece, kind: null }];
      }
      const own = tokensIn(hljs.highlight(piece, { language: name, ignoreIllegals: true }).value);
      if (kept.size >= MOST_KEPT) kept.clear();
      kept.set(piece, own);
      return own;
    });
    return { tokens, hasMore };
  };
}

/** Cuts code into pieces: behind a blank line where there is one, or else behind a line. */
export function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length; ) {
    const rest = text.slice(start, start + PIECE_CHARACTERS);
    const isLast = start + rest.length >= text.length;
    const cuts = [rest.lastIndexOf('\n\n') + 2, rest.lastIndexOf('\n') + 1];
    const length = isLast ? rest.length : (cuts.find((at) => at > PIECE_CHARACTERS / 2) ?? rest.length);
    pieces.push(text.slice(start, start + length));
    start += length;
  }
  return pieces;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

/** The pieces of highlight.js' HTML, which has nothing but spans with classes and five entities. */
function tokensIn(html: string): readonly CodeToken[] {
  const kinds: string[] = [];
  const tokens: CodeToken[] = [];
  for (const part of html.split(/(<span class="[^"]*">|<\/span>)/)) {
    if (part === '</span>') kinds.pop();
    else if (part.startsWith('<span')) kinds.push(/hljs-([\w-]+)/.exec(part)?.[1] ?? '');
    else if (part !== '') {
      const text = part.replace(/&(amp|lt|gt|quot|#x27);/g, (entity, name: string) => ENTITIES[name] ?? entity);
      tokens.push({ text, kind: kinds.at(-1) || null });
    }
  }
  return tokens;
}
