import { parse } from '@babel/parser';

/** Operators, and their replacements. */
const OPERATORS = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
};

/** Where a number is a value, and no key or type. */
const HOLDS_VALUES = new Set([
  'CallExpression',
  'BinaryExpression',
  'ReturnStatement',
  'VariableDeclarator',
  'ConditionalExpression',
]);

/**
 * A fault on one line: the text from `start` to `end` is `original` in the program, and `mutant` with the fault. A
 * `statement` is left out with it.
 *
 * @typedef {{ start: number, end: number, line: number, kind: 'expression' | 'statement', original: string, mutant: string }} Mutation
 */

/**
 * The faults that can be planted in a file, as mutation testing does it: another operator, a negated condition, a number that is
 * one too high, a call that is left out. Only inside functions: code that runs once, when a file is loaded, can't be switched on
 * later.
 *
 * @param {string} source TypeScript, or TSX
 * @param {{ jsx: boolean }} options
 * @returns {Mutation[]}
 * @see {@link https://stryker-mutator.io/docs/mutation-testing-elements/supported-mutators/}
 */
export function listMutations(source, { jsx }) {
  const { program } = parse(source, { sourceType: 'module', plugins: ['typescript', ...(jsx ? ['jsx'] : [])] });
  const found = [];
  const text = ({ start, end }) => source.slice(start, end);
  const add = (node, mutant, kind = 'expression') => {
    const { start, end, loc } = node;
    if (loc.start.line === loc.end.line)
      found.push({ start, end, line: loc.start.line, kind, original: text(node), mutant });
  };
  const visit = (node, parent, isInside) => {
    if (node.type.startsWith('TS') && !node.expression) return;
    if (isInside) mutate(node, parent, text, add);
    const inside = isInside || /Function|Method/.test(node.type);
    for (const child of childrenOf(node)) visit(child, node, inside);
  };
  visit(program, null, false);
  return found;
}

function mutate(node, parent, text, add) {
  if (/^(Binary|Logical)Expression$/.test(node.type) && Object.hasOwn(OPERATORS, node.operator)) {
    add(node, `(${text(node.left)}) ${OPERATORS[node.operator]} (${text(node.right)})`);
  } else if (node.type === 'UnaryExpression' && node.operator === '!') {
    add(node, `!!(${text(node.argument)})`);
  } else if (node.type === 'IfStatement' || node.type === 'ConditionalExpression') {
    add(node.test, `!(${text(node.test)})`);
  } else if (node.type === 'NumericLiteral' && HOLDS_VALUES.has(parent.type)) {
    add(node, `(${text(node)} + 1)`);
  } else if (node.type === 'ExpressionStatement' && isCall(node.expression) && parent.type === 'BlockStatement') {
    add(node, '', 'statement');
  }
}

function isCall({ type, argument }) {
  return (type === 'AwaitExpression' ? argument.type : type) === 'CallExpression';
}

function childrenOf(node) {
  return Object.entries(node)
    .filter(([key]) => key !== 'loc' && !/comments$/i.test(key))
    .flatMap(([, value]) => value)
    .filter((value) => typeof value?.type === 'string');
}
