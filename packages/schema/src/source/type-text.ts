import { textLiteral } from './literals.ts';

/** The type of texts that are one of some. */
export function union(values: readonly string[]): string {
  return [...new Set(values)].map(textLiteral).join(' | ');
}

/** The type of a list. @param isCompound whether the type of an item needs parentheses */
export function listOf(item: string, isCompound = false): string {
  return `readonly ${isCompound ? `(${item})` : item}[]`;
}
