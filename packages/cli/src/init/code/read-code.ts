import type { AnyNode, Expression, ObjectExpression, Program, Property } from 'acorn';

/** The code of a module, read by a parser. */
export interface Code {
  readonly source: string;
  readonly program: Program;
}

/** Reads a module in JavaScript or TypeScript. @returns null when it can't be parsed */
export async function readCode(source: string, { jsx = false } = {}): Promise<Code | null> {
  // Only needed here: the parser costs other commands no time.
  const [{ Parser }, { tsPlugin }] = await Promise.all([import('acorn'), import('@sveltejs/acorn-typescript')]);
  try {
    const parser = Parser.extend(tsPlugin({ jsx }));
    const program = parser.parse(source, { sourceType: 'module', ecmaVersion: 'latest', locations: true });
    return { source, program };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** A node and all nodes in it. */
export function* nodesIn(node: AnyNode): Generator<AnyNode> {
  yield node;
  for (const value of Object.values(node)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (typeof one === 'object' && one !== null && typeof one.type === 'string') yield* nodesIn(one);
    }
  }
}

/** An expression without `as const`, `satisfies`, `!` and parentheses around it. */
export function bare(node: AnyNode | null | undefined): AnyNode | null {
  const inner = node as (AnyNode & { readonly expression?: AnyNode }) | null | undefined;
  if (inner && /^(TS\w+Expression|ParenthesizedExpression)$/.test(inner.type)) return bare(inner.expression);
  return inner ?? null;
}

/** The value of a name, if a constant at the top of the module is called so; any other expression itself. */
export function resolved({ program }: Code, node: AnyNode | null | undefined): AnyNode | null {
  const expression = bare(node);
  if (expression?.type !== 'Identifier') return expression;
  for (const statement of program.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration' || declared.kind !== 'const') continue;
    const found = declared.declarations.find(({ id }) => id.type === 'Identifier' && id.name === expression.name);
    if (found) return bare(found.init);
  }
  return expression;
}

/** The module and the name there that a name is imported from; null for any other name. */
export function importedAs({ program }: Code, name: string): { readonly module: string; readonly name: string } | null {
  for (const statement of program.body) {
    if (statement.type !== 'ImportDeclaration') continue;
    const found = statement.specifiers.find(({ local }) => local.name === name);
    if (!found) continue;
    const own = found.type === 'ImportSpecifier' && found.imported.type === 'Identifier' ? found.imported.name : '*';
    return { module: String(statement.source.value), name: own };
  }
  return null;
}

/** The arguments of a call of a function that is imported under a name; null for anything else. */
export function argumentsOf(code: Code, node: AnyNode | null, name: string): readonly AnyNode[] | null {
  if (node?.type !== 'CallExpression' || node.callee.type !== 'Identifier') return null;
  return importedAs(code, node.callee.name)?.name === name ? node.arguments : null;
}

/** The name of a property that is written as such; null for a computed one. */
export function keyOf({ key, computed }: Property): string | null {
  if (computed) return null;
  return key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : null;
}

/** A property of an object. */
export function propertyOf(object: ObjectExpression, name: string): Property | undefined {
  return object.properties.find((one): one is Property => one.type === 'Property' && keyOf(one) === name);
}

/** The plain value that an expression writes out: texts, numbers, booleans, null, and lists of them; undefined for any other. */
export function literalOf(node: AnyNode | null): unknown {
  const expression = bare(node);
  if (expression?.type === 'Literal') return expression.value;
  if (expression?.type === 'TemplateLiteral' && expression.expressions.length === 0) {
    return expression.quasis[0]?.value.cooked ?? undefined;
  }
  if (expression?.type !== 'ArrayExpression') return undefined;
  const values = expression.elements.map((one) => literalOf(one));
  return values.includes(undefined) ? undefined : values;
}

/** The result of a function that only returns an expression; any other expression itself. */
export function returned(node: AnyNode | null): Expression | AnyNode | null {
  if (node?.type !== 'ArrowFunctionExpression' && node?.type !== 'FunctionExpression') return node;
  if (node.body.type !== 'BlockStatement') return bare(node.body);
  const returns = [...nodesIn(node.body)].filter((one) => one.type === 'ReturnStatement');
  const [only] = returns;
  return returns.length === 1 && only && node.body.body.includes(only) ? bare(only.argument) : null;
}
