/** Source text that is laid out on one line where it fits, and on several where it doesn't. */
export type Code = string | Group;

/** Something in brackets: items between two texts, separated by commas. */
interface Group {
  readonly open: string;
  readonly items: readonly Code[];
  readonly close: string;
  /** Whether there are spaces inside of the brackets on one line, as in `{ a: 1 }`. */
  readonly spaced?: boolean;
  /** Whether every item has a line of its own even where all would fit on one. */
  readonly tall?: boolean;
}

const WIDTH = 120;
const INDENT = '  ';

export function objectCode(items: readonly Code[], tall = false): Group {
  return { open: '{', items, close: '}', spaced: true, tall };
}

export function arrayCode(items: readonly Code[]): Group {
  return { open: '[', items, close: ']' };
}

/** A call. A single argument that spans several lines begins on the line of the call. */
export function callCode(name: string, args: readonly Code[]): Code {
  const [only] = args;
  if (only === undefined) return `${name}()`;
  if (args.length === 1) return wrap(`${name}(`, only, ')');
  const [first, last] = args;
  const hugs = args.length === 2 && typeof first === 'string' && last !== undefined && typeof last !== 'string';
  return hugs ? wrap(`${name}(${first}, `, last, ')') : { open: `${name}(`, items: args, close: ')' };
}

/** Code with text right before and after it. */
export function wrap(before: string, code: Code, after = ''): Code {
  return typeof code === 'string'
    ? `${before}${code}${after}`
    : { ...code, open: `${before}${code.open}`, close: `${code.close}${after}` };
}

/** Lays code out. @param after length of what follows it on its last line */
export function layOut(code: Code, indent = '', after = 0): string {
  if (typeof code === 'string') return code;
  const flat = onOneLine(code);
  if (flat !== null && indent.length + flat.length + after <= WIDTH) return flat;
  const inner = indent + INDENT;
  const lines = code.items.map((item) => `${inner}${layOut(item, inner, 1)},\n`);
  return `${code.open}\n${lines.join('')}${indent}${code.close}`;
}

/** Null when something in it must have lines of its own. */
function onOneLine(code: Code): string | null {
  if (typeof code === 'string') return code;
  if (code.items.length === 0) return `${code.open}${code.close}`;
  if (code.tall) return null;
  const items = code.items.map(onOneLine);
  if (items.includes(null)) return null;
  const space = code.spaced ? ' ' : '';
  return `${code.open}${space}${items.join(', ')}${space}${code.close}`;
}
