import { type CssNode, generate, type List, type ListItem, parse, type WalkContext, walk } from 'css-tree';

/** Functions that load nothing. */
const FUNCTIONS = new Set(
  `rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark var calc min max clamp
  matrix matrix3d translate translatex translatey translatez translate3d scale scalex scaley scalez scale3d rotate rotatex
  rotatey rotatez rotate3d skew skewx skewy perspective cubic-bezier steps linear
  blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia
  linear-gradient radial-gradient conic-gradient inset circle ellipse polygon path rect format local
  not is where has nth-child nth-last-child nth-of-type nth-last-of-type lang`.split(/\s+/),
);
const AT_RULES = new Set(['media', 'supports', 'keyframes', '-webkit-keyframes', 'font-face']);
/** Fonts may be embedded in the file. */
const FONT = /^data:(font\/[\w+-]+|application\/(x-)?font-[\w-]+|application\/vnd\.ms-fontobject);base64,/i;

/** A style sheet without parts that load something or can't be parsed. */
export function safeStyleSheet(css: string): string {
  return clean(parse(css, { context: 'stylesheet', parseCustomProperty: true, onParseError: () => {} }));
}

/** The same for the declarations in a `style` attribute. */
export function safeDeclarations(css: string): string {
  return clean(parse(css, { context: 'declarationList', parseCustomProperty: true, onParseError: () => {} }));
}

/** Whether the value of a presentation attribute loads nothing. */
export function isSafeValue(value: string): boolean {
  // Escapes can hide any name, and no value needs them.
  if (value.includes('\\')) return false;
  if (!value.includes('(')) return true;
  try {
    return isSafe(parse(value, { context: 'value' }), false);
  } catch {
    // A value that can't be parsed may be unsafe.
    return false;
  }
}

function clean(sheet: CssNode): string {
  walk(sheet, {
    enter(this: WalkContext, node: CssNode, item: ListItem<CssNode>, list: List<CssNode>) {
      if (list && !isKept(node, this.atrule)) list.remove(item);
    },
  });
  return generate(sheet);
}

/** Whether a part of a style sheet is safe, apart from parts inside it. */
function isKept(node: CssNode, within: WalkContext['atrule']): boolean {
  switch (node.type) {
    case 'Declaration':
      return isSafe(node.value, within?.name.toLowerCase() === 'font-face');
    case 'Atrule':
      return AT_RULES.has(node.name.toLowerCase());
    case 'Rule':
      return node.prelude.type !== 'Raw';
    default:
      return !['Raw', 'Comment', 'CDO', 'CDC'].includes(node.type);
  }
}

function isSafe(value: CssNode, inFontFace: boolean): boolean {
  let safe = true;
  walk(value, (node) => {
    if (node.type === 'Url') safe &&= node.value.startsWith('#') || (inFontFace && FONT.test(node.value));
    else if (node.type === 'Function') safe &&= FUNCTIONS.has(node.name.toLowerCase());
    else if (node.type === 'Raw') safe = false;
  });
  return safe;
}
