import { readFileSync } from 'node:fs';
import path from 'node:path';
import { listSources } from './file-listing.mjs';
import { locate, SCRIPT, SOURCE_FOLDERS, sourcesOfPackages } from './nearest-tests.mjs';

const DECLARED =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|class|interface|type|const|let|enum) (\w+)/gm;
const FROM =
  /\b(?:import|export)\s+(?:type\s+)?(?:\w+\s*,\s*)?(\{[^}]*\}|\*(?:\s+as\s+\w+)?|\w+)\s+from\s*'([^'\n]+)'/g;
const WHOLE = /\bimport\s*\(\s*'([^'\n]+)'\s*\)/g;

/**
 * The names that files of a folder export and no other file imports: they could be local, or be deleted.
 *
 * @param {string} root
 * @param {string[]} folders relative to the root
 * @returns {string[]} `packages/x/src/file.ts: name`
 */
export function unusedExports(root, folders) {
  const aliases = sourcesOfPackages(root);
  const entries = new Set(aliases.values());
  const files = listSources(root, SOURCE_FOLDERS).filter((name) => SCRIPT.test(name));
  /** File → the names that others import from it; `*` for all. */
  const used = new Map();
  const use = (file, specifier, names) => {
    const target = locate(root, file, specifier, aliases);
    if (target) used.set(target, new Set([...(used.get(target) ?? []), ...names]));
  };
  for (const file of files) {
    const text = readFileSync(path.join(root, file), 'utf8');
    for (const [, names, specifier] of text.matchAll(FROM)) use(file, specifier, namesIn(names));
    for (const [, specifier] of text.matchAll(WHOLE)) use(file, specifier, ['*']);
  }
  return files
    .filter((file) => folders.some((folder) => file.startsWith(`${folder}/`)) && !entries.has(file))
    .flatMap((file) => {
      const known = used.get(file) ?? new Set();
      if (known.has('*')) return [];
      const text = readFileSync(path.join(root, file), 'utf8');
      const declared = [...text.matchAll(DECLARED)].flatMap(({ 1: name, index }) =>
        isInTemplate(text, index) ? [] : [name],
      );
      return [...new Set(declared)].filter((name) => !known.has(name)).map((name) => `${file}: ${name}`);
    });
}

/** The names in the braces of an import; `*` for a whole module. */
function namesIn(clause) {
  if (!clause.startsWith('{')) return ['*'];
  return clause
    .slice(1, -1)
    .split(',')
    .map((part) =>
      part
        .trim()
        .replace(/^type\s+/, '')
        .replace(/\s+as\s+\w+$/, ''),
    )
    .filter((name) => name !== '');
}

/** Whether a place is in a template literal, which may hold source text. */
function isInTemplate(text, index) {
  return (text.slice(0, index).match(/(?<!\\)`/g) ?? []).length % 2 === 1;
}
