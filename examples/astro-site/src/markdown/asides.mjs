import { SKIP, visit } from 'unist-util-visit';

const KINDS = ['note', 'tip', 'caution', 'danger'];

/**
 * Makes boxes of `:::note[Title]` … `:::`. What only looks like a directive, such as the `:load` of `client:load`, stays
 * the text that it is.
 */
export function remarkAsides() {
  return (tree, file) => {
    visit(tree, (node, index, parent) => {
      if (!/^(container|leaf|text)Directive$/.test(node.type) || parent === undefined || index === undefined) return;
      if (node.type !== 'containerDirective' || !KINDS.includes(node.name)) {
        parent.children.splice(index, 1, ...asText(node, file));
        return [SKIP, index + 1];
      }
      const label = node.children[0]?.data?.directiveLabel ? node.children.shift() : null;
      node.data = { hName: 'aside', hProperties: { className: ['aside', node.name] } };
      if (label) {
        label.data = { hName: 'p', hProperties: { className: ['aside-title'] } };
        node.children.unshift(label);
      }
    });
  };
}

function asText(node, file) {
  const { start, end } = node.position;
  const source = String(file.value).slice(start.offset, end.offset);
  if (node.type === 'textDirective') return [{ type: 'text', value: source }];
  if (node.type === 'leafDirective') return [{ type: 'paragraph', children: [{ type: 'text', value: source }] }];
  return node.children;
}
