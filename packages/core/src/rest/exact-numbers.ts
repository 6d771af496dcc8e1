import { ApiError } from '../errors.ts';

/** A run of digits that might say more than a double can hold; most bodies have none, and need no second look. */
const SUSPICIOUS = /[0-9][0-9.]{15}|[0-9][eE][+-]?[0-9]{2}/;

/**
 * Checks that reading a JSON text into doubles loses nothing: `9007199254740993` would silently become …992.
 *
 * @param text valid JSON
 * @throws ApiError `validation_failed` with the path of the first number that would change
 */
export function assertExactNumbers(text: string): void {
  if (!SUSPICIOUS.test(text)) return;
  const path: (string | number)[] = [];
  const isArray: boolean[] = [];
  let key: string | null = null;
  const token = /"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*|[{}[\],:]|true|false|null/g;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [part] = match;
    const top = path.length - 1;
    if (part === '{' || part === '[') {
      isArray.push(part === '[');
      path.push(part === '[' ? 0 : '');
    } else if (part === '}' || part === ']') {
      isArray.pop();
      path.pop();
    } else if (part === ',') {
      const index = path[top];
      if (isArray[top] && typeof index === 'number') path[top] = index + 1;
    } else if (part === ':') {
      if (key !== null) path[top] = key;
    } else if (part.startsWith('"')) {
      key = isArray[top] ? null : (JSON.parse(part) as string);
    } else if (/^-?[0-9]/.test(part) && decimal(part) !== decimal(String(Number(part)))) {
      throw new ApiError('validation_failed', {
        details: [
          { path: [...path], message: `The number ${part} cannot be held exactly; it would become ${Number(part)}.` },
        ],
      });
    }
  }
}

/** The same text for every way to write the same decimal number. */
function decimal(source: string): string {
  const match = /^(-?)([0-9]+)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?$/.exec(source);
  if (!match) return source;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  const power = Number(exponent) - fraction.length + (digits.length - significant.length);
  return `${sign}${significant}e${power}`;
}
