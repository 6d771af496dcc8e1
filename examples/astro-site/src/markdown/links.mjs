import { visit } from 'unist-util-visit';

/** Takes the address from links that would run script. */
export function remarkSafeLinks() {
  return (tree) => {
    visit(tree, ['link', 'definition'], (node) => {
      if (/^[^/?#]*script:|^data:/i.test(node.url.replace(/\s/g, ''))) node.url = '#';
    });
  };
}
