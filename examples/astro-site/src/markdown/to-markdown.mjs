/** Elements that stay in texts, with their attributes. Of all others, components included, the content stays. */
const ELEMENTS = new Set(
  'a abbr b blockquote br caption code dd del details div dl dt em figcaption figure h2 h3 h4 h5 h6 hr i ins kbd li mark ol pre s small span strong sub summary sup table tbody td tfoot th thead tr u ul var'.split(
    ' ',
  ),
);
const ATTRIBUTES = new Set(['href', 'id', 'title', 'lang', 'dir', 'open', 'colspan', 'rowspan', 'start']);
/** Elements whose tags stand alone on a line; what's between them is Markdown again. */
const BLOCKS = /^(blockquote|details|div|dl|figure|ol|table|tbody|thead|tr|ul)$/;

const BRACES = String.raw`\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}`;
const ATTRIBUTE = String.raw`([\w:@.-]+)(?:=("[^"]*"|'[^']*'|${BRACES}))?`;
const CODE_SPAN = String.raw`(?<ticks>\x60+)(?!\x60)(?:(?!\n[ \t]*\n)[\s\S])*?(?<!\x60)\k<ticks>(?!\x60)`;
const COMMENT = String.raw`\{\/\*[\s\S]*?\*\/\}|<!--[\s\S]*?-->`;
const TAG = String.raw`<(?<close>\/?)(?<name>[A-Za-z][\w.-]*)(?<attributes>(?:\s+(?:${ATTRIBUTE}|${BRACES}))*)\s*\/?>|<\/?>`;
const PARTS = new RegExp(`${CODE_SPAN}|${COMMENT}|${TAG}`, 'g');

const IMPORTS = /^import\s(?:[^;'"]*?\sfrom\s+)?(['"])[^'"\n]+\1;?[ \t]*$/gm;
const EXPORTS = /^export\s[\s\S]*?(?=\n[ \t]*\n|(?![\s\S]))/gm;
const FENCE = /^[ \t]*(?:>[ \t]*)*(?:[-*+]|\d+[.)])?[ \t]*(`{3,}|~{3,})(.*)$/;

/**
 * Makes Markdown of MDX: without imports, exports and comments; of components, what's between their tags; of HTML, what
 * marks text up. Code stays as it is. Whether what comes out is safe isn't decided here, but in safe-html.mjs, by the tree
 * that becomes of it.
 *
 * @param {string} mdx
 * @returns {string}
 */
export function toMarkdown(mdx) {
  return splitAtFences(mdx)
    .map(({ isCode, text }) => (isCode ? text : proseToMarkdown(text)))
    .join('\n');
}

/** Cuts a text into blocks of code, with their fences, and what's between them. */
function splitAtFences(text) {
  const parts = [];
  let lines = [];
  let fence = null;
  const cut = (isCode) => {
    if (lines.length > 0) parts.push({ isCode, text: lines.join('\n') });
    lines = [];
  };
  for (const line of text.replace(/\r\n?/g, '\n').split('\n')) {
    const [, marks, info] = FENCE.exec(line) ?? [];
    if (fence === null && marks && !(marks[0] === '`' && info.includes('`'))) {
      cut(false);
      fence = marks;
      lines.push(line);
    } else if (fence !== null && marks?.startsWith(fence) && info.trim() === '') {
      lines.push(line);
      cut(true);
      fence = null;
    } else {
      lines.push(line);
    }
  }
  cut(fence !== null);
  return parts;
}

function proseToMarkdown(prose) {
  const text = prose.replace(IMPORTS, '').replace(EXPORTS, '');
  return text.replace(PARTS, (part, ...rest) => {
    const groups = rest.at(-1);
    if (groups.ticks) return part;
    if (!groups.name || !ELEMENTS.has(groups.name)) return '';
    const offset = rest.at(-3);
    const tag = `<${groups.close}${groups.name}${groups.close ? '' : keptAttributes(groups.attributes)}>`;
    const { opensLine, endsLine } = placeOf(text, offset, part);
    if (BLOCKS.test(groups.name) && opensLine && endsLine) return `\n${tag}\n`;
    // After a summary comes Markdown, which needs an empty line before it.
    return groups.name === 'summary' && groups.close && endsLine ? `${tag}\n` : tag;
  });
}

function placeOf(text, offset, part) {
  const before = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  const end = text.indexOf('\n', offset + part.length);
  const after = text.slice(offset + part.length, end === -1 ? undefined : end);
  return { opensLine: before.trim() === '', endsLine: after.trim() === '' };
}

function keptAttributes(attributes) {
  const kept = [...attributes.matchAll(new RegExp(ATTRIBUTE, 'g'))].flatMap(([, name, value]) => {
    if (!ATTRIBUTES.has(name)) return [];
    if (value === undefined) return [` ${name}`];
    return value.startsWith('{') ? [] : [` ${name}=${value}`];
  });
  return kept.join('');
}
