import { visit } from 'unist-util-visit';

/**
 * Shows pictures from the content host only. Of others there's the description: their files aren't here, and a reader's
 * browser asks no other host for anything.
 *
 * @param {{ from: string }} options address of the content host
 */
export function remarkPictures({ from }) {
  return (tree) => {
    visit(tree, ['image', 'imageReference'], (node, index, parent) => {
      if (parent === undefined || index === undefined || node.url?.startsWith(`${from}/`)) return;
      const description = { type: 'emphasis', children: [{ type: 'text', value: node.alt || '…' }] };
      parent.children.splice(index, 1, description);
    });
  };
}
