import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '../..');
const page = readFileSync(path.join(root, 'docs/flows.md'), 'utf8');

/** The file that a box of a picture stands for. */
function fileOf(label) {
  const [name, ...rest] = label.split('/');
  const folder = ['packages', 'apps'].map((top) => path.join(root, top, name)).find(existsSync);
  return folder ? path.join(folder, 'src', ...rest) : null;
}

const pictures = [...page.matchAll(/```mermaid\n([\s\S]*?)```/g)].map(([, text]) => {
  const boxes = new Map([...text.matchAll(/(\w+)\["([^"]+)"\]/g)].map(([, id, label]) => [id, label]));
  const plain = text.replace(/\["[^"]+"\]|\(\[[^\]]+\]\)/g, '');
  const imports = [...plain.matchAll(/^\s*(\w+) --> (\w+)\s*$/gm)].map(([, from, to]) => [from, to]);
  return { boxes, imports };
});

test('the pictures of the flows name files that are there', () => {
  expect(pictures.length).toBeGreaterThan(4);
  const labels = pictures.flatMap(({ boxes }) => [...boxes.values()]);
  expect(labels.filter((label) => !existsSync(fileOf(label) ?? ''))).toEqual([]);
});

test('each solid arrow of the pictures is an import', () => {
  const arrows = pictures.flatMap(({ boxes, imports }) =>
    imports.map(([from, to]) => [boxes.get(from), boxes.get(to)]),
  );
  expect(arrows.length).toBeGreaterThan(20);
  const wrong = arrows.filter(([from, to]) => {
    const file = fileOf(from ?? '');
    const specifiers = [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)];
    return !specifiers.some(([, specifier]) => path.join(path.dirname(file), specifier) === fileOf(to ?? ''));
  });
  expect(wrong.map(([from, to]) => `${from} → ${to}`)).toEqual([]);
});
