import type { Json } from '../document.ts';
import { isObject } from '../own-value.ts';
import { arrayCode, type Code, objectCode, wrap } from './layout.ts';

const IDENTIFIER = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

/** A text as a literal, in single quotes unless it holds some. */
export function textLiteral(text: string): string {
  // JSON escapes all that a literal can't hold, but for what ended lines in older JavaScript.
  const double = JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  if (text.includes("'")) return double;
  return `'${double.slice(1, -1).replaceAll('\\"', '"')}'`;
}

export function jsonLiteral(value: Json): Code {
  if (typeof value === 'string') return textLiteral(value);
  if (Array.isArray(value)) return arrayCode(value.map(jsonLiteral));
  if (!isObject(value)) return String(value);
  return objectCode(Object.entries(value).map(([key, member]) => wrap(`${keyLiteral(key)}: `, jsonLiteral(member))));
}

function keyLiteral(key: string): string {
  // A key `__proto__` would set the object's prototype.
  if (key === '__proto__') return `['__proto__']`;
  return IDENTIFIER.test(key) ? key : textLiteral(key);
}
