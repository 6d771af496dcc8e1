import path from 'node:path/posix';
import { visit } from 'unist-util-visit';

const OUTSIDE = /^([a-z][a-z0-9+.-]*:|[/#])/i;

/**
 * Points links between pages (`cli.md#pushing`, `reference/limits.md`) at their addresses on the site, where each page
 * is called by its file's name. Links to other files of the repository keep their text only.
 */
export function remarkPageLinks() {
  return (tree) =>
    visit(tree, 'link', (link, index, parent) => {
      if (OUTSIDE.test(link.url)) return;
      const [file, hash] = link.url.split('#');
      if (file.endsWith('.md') && !/(^|\/)(packages|examples)\//.test(file)) {
        const name = path.basename(file, '.md');
        link.url = `${name === 'index' ? '/' : `/${name}/`}${hash ? `#${hash}` : ''}`;
      } else parent.children.splice(index, 1, ...link.children);
    });
}
