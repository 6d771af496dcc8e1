import { SKIP, visit } from 'unist-util-visit';

/** Shows the title of a code block, as in ```js title="astro.config.mjs", above it. */
export function remarkCodeTitles() {
  return (tree) => {
    visit(tree, 'code', (node, index, parent) => {
      const title = /\btitle=(?:"([^"]+)"|'([^']+)')/.exec(node.meta ?? '');
      if (!title || parent === undefined || index === undefined) return;
      const text = { type: 'text', value: title[1] ?? title[2] };
      const caption = {
        type: 'paragraph',
        children: [text],
        data: { hName: 'p', hProperties: { className: ['code-title'] } },
      };
      parent.children.splice(index, 0, caption);
      return [SKIP, index + 2];
    });
  };
}
