import path from 'node:path';
import { expect, test } from 'vitest';
import { commentsWithoutNoun, openingsWithoutNoun } from './comments.mjs';

/** Folders whose comments begin with nouns. */
const COVERED = [
  'apps/admin',
  'apps/api',
  'apps/content',
  'bench',
  'e2e',
  'packages/cli',
  'packages/client',
  'packages/core',
  'packages/create-stele',
  'packages/http',
  'packages/loader',
  'packages/media',
  'packages/schema',
  'packages/search',
  'packages/server',
  'packages/snapshot',
  'packages/storage',
  'packages/testing',
  'scripts',
];

test('no comment begins with a word in place of a noun', () => {
  expect(commentsWithoutNoun(path.join(import.meta.dirname, '..', '..'), COVERED)).toEqual([]);
});

test.each([
  '// It ends here.',
  '// it ends here',
  '// It’s gone.',
  '/* They wait. */',
  '/** What the file holds. */',
  '/** What’s kept. */',
  '/** Its address. */',
  '/** Those of others. */',
  '/** Those, and the others. */',
  '/** Such as are kept. */',
  '/** That of the server. */',
  "/** That's kept. */",
  '/** These and the others. */',
  '/**\n * What the file holds,\n * and why.\n */',
  '/**\n * The file.\n *\n * It ends here.\n */',
  '/** The file. What it holds is kept. */',
  '// The file. (With lines.)\n// Those that are empty are left out.',
  '/** Reads. @returns its text */',
  '/**\n * Reads.\n *\n * @param file what to read\n */',
  '/** @param {{ a: string }} file - those that are read */',
  '/** @returns {Promise<string>}\n *   what it read */',
  'call(); // It ends here.',
  `const a = \`\${b /* It ends here. */}\`;`,
  "const a = /'/; // It ends here.",
  "const a = b / 2; // It isn't one.",
  "<p>Don’t, don't</p>; // It ends here.",
])('a noun is missed in %j', (source) => {
  expect(openingsWithoutNoun(source)).toHaveLength(1);
});

test.each([
  '// The file.',
  '// This file.',
  '/** These fields are kept. */',
  '/** Those `names` are kept. */',
  '/** Such an entry is kept. */',
  '/** Such a one. */',
  '/** Such entries are kept. */',
  '/** That server is kept. */',
  '/** Item by item. */',
  '/** The file. It ends here. Its text is kept. These lines are, too. */',
  '/** Whatever is kept. */',
  '// Lines below one another\n// It is one comment.',
  '/**\n * The text goes on.\n * It is one comment.\n */',
  '/** Reads. @param file the file that it reads @returns the text */',
  "const a = '// It ends here.';",
  'const a = "/* It ends here. */";',
  'const a = `\n// It ends here.\n`;',
  `const a = \`\${b({ c: \`\${d}\` })}\n// It ends here.\n\`;`,
  "const a = /[/]'\\/\\/ It ends here/;",
])('no noun is missed in %j', (source) => {
  expect(openingsWithoutNoun(source)).toEqual([]);
});

test('the line and the first words of a comment are found', () => {
  const source = 'const a = 1;\n/**\n * Reads.\n *\n * @returns what is there now\n */\n';
  expect(openingsWithoutNoun(source)).toEqual([{ line: 5, words: 'what is there' }]);
});
