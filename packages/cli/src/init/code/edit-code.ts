import type { AnyNode, ObjectExpression } from 'acorn';
import type MagicString from 'magic-string';
import { type Code, importedAs, resolved, returned } from './read-code.ts';

/** Begins to change the text of a module. The rest keeps its form. */
export async function editCode({ source }: Code): Promise<MagicString> {
  const { default: Text } = await import('magic-string');
  return new Text(source);
}

/**
 * Adds imports in front of the first one: comments such as `// @ts-check` have to stay first.
 *
 * @param lines without those that are in the module already
 */
export function addImports({ source, program }: Code, text: MagicString, lines: readonly string[]): void {
  const added = lines.filter((line) => !source.includes(line));
  const first = program.body.find(({ type }) => type === 'ImportDeclaration') ?? program.body[0];
  if (added.length > 0) text.appendLeft(first?.start ?? source.length, `${added.join('\n')}\n`);
}

/** Adds properties at the beginning of an object. */
export function addProperties(
  { source }: Code,
  text: MagicString,
  object: ObjectExpression,
  properties: readonly string[],
): void {
  if (properties.length === 0) return;
  const first = object.properties[0];
  const isInline = first !== undefined && first.loc?.start.line === object.loc?.start.line;
  const indent = /^[ \t]*/.exec(source.slice(source.lastIndexOf('\n', object.start) + 1))?.[0] ?? '';
  const inner = first && !isInline ? /[ \t]*$/.exec(source.slice(0, first.start))?.[0] : `${indent}  `;
  const lines = properties.map((one) => (isInline ? ` ${one},` : `\n${inner}${one},`)).join('');
  text.appendLeft(object.start + 1, first === undefined ? `${lines}\n${indent}` : lines);
}

/** The expression that a module exports as its default; null for a function, a class, or none. */
export function exportedExpression({ program }: Code): AnyNode | null {
  const exported = program.body.find((one) => one.type === 'ExportDefaultDeclaration');
  const value = exported?.declaration ?? null;
  return value === null || /Declaration$/.test(value.type) ? null : value;
}

/** The object that a module exports as its config, directly, by `defineConfig` or `withStele`, also of a function; null when it has another form. */
export function configObject(code: Code): ObjectExpression | null {
  const exported = code.program.body.find((one) => one.type === 'ExportDefaultDeclaration');
  let value = resolved(code, exported?.declaration);
  if (value?.type === 'CallExpression' && value.callee.type === 'Identifier') {
    const maker = importedAs(code, value.callee.name);
    const isKnown = maker?.module === '@stele/loader/next/config' || maker?.name === 'defineConfig';
    if (!isKnown || (maker.name === 'defineConfig' && value.arguments.length !== 1)) return null;
    value = resolved(code, value.arguments[0]);
  }
  const object = returned(value);
  return object?.type === 'ObjectExpression' ? object : null;
}
