import type { Json } from '../document.ts';
import type { Path } from '../issues.ts';
import type { Bounds, Checking } from './field-kind.ts';

/** Rules of a text. */
export interface TextRules extends Bounds {
  readonly pattern?: string;
}

/** Checks a text with its length and pattern. */
export function checkText({ pattern, ...bounds }: TextRules, value: Json, path: Path, checking: Checking): void {
  if (!checking.isText(value, path) || !checking.isStrict || value === '') return;
  checking.characters(bounds, value, path);
  if (pattern !== undefined) checking.pattern(pattern, value, path);
}

/** Checks a text that has one of the forms that all such texts have. */
export function checkFormat(format: 'email' | 'url' | 'color', value: Json, path: Path, checking: Checking): void {
  if (checking.isText(value, path) && checking.isStrict && value !== '') checking.format(format, value, path);
}
