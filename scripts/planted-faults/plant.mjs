import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { listSources } from '../lib/file-listing.mjs';
import { listMutations } from './mutations.mjs';

/** How many files of each part of the program get a fault. */
export const QUOTAS = {
  'packages/core': 16,
  'packages/schema': 5,
  'packages/loader': 5,
  'packages/cli': 5,
  'packages/storage': 3,
  'apps/admin': 6,
};

/** Says that a fault's place is reached, once per test file, and whether the fault is switched on. In browsers, e2e/support sets both. */
const SWITCH = `
function plantedFault(id: string): boolean {
  const all = globalThis;
  const env = all.process?.env ?? {};
  const by = all.__vitest_worker__?.filepath ?? '';
  all.plantedFaultsSeen ??= new Map();
  const last = all.plantedFaultsSeen.get(id + by) ?? 0;
  if (Date.now() - last > (by ? Number.POSITIVE_INFINITY : 200) || last === 0) {
    all.plantedFaultsSeen.set(id + by, Date.now());
    all.plantedFaultReached?.(id);
    if (env.STELE_FAULTS_LOG) {
      all.process.getBuiltinModule('node:fs').appendFileSync(env.STELE_FAULTS_LOG, id + ' ' + Date.now() + ' ' + by + '\\n');
    }
  }
  return (env.STELE_FAULT ?? all.plantedFaultOn) === id;
}
`;

/** The hook of the browser tests: code that `plantedFault` needs in a page. */
const CONTEXT = 'context.setDefaultTimeout(MOST_WAIT_MS);';
const HOOKED = `${CONTEXT}
  await context.addInitScript(\`globalThis.plantedFaultOn = \${JSON.stringify(process.env.STELE_FAULT ?? '')}\`);
  if (process.env.STELE_FAULTS_LOG) {
    await context.exposeFunction('plantedFaultReached', async (id: string) => {
      const { appendFileSync } = await import('node:fs');
      appendFileSync(process.env.STELE_FAULTS_LOG ?? '', \`\${id} \${Date.now()} \\n\`);
    });
  }`;

/**
 * Plants faults that a variable, STELE_FAULT, switches on one at a time.
 *
 * @param {string} root a copy of the project: its files are changed
 * @param {number} seed the same one plants the same
 * @returns {{ id: string, file: string, line: number, original: string, mutant: string }[]}
 */
export function plantFaults(root, seed) {
  const random = randomNumbers(seed);
  const faults = Object.entries(QUOTAS).flatMap(([folder, count]) => {
    const chosen = [];
    for (const file of shuffle(listProgram(root, folder), random)) {
      if (chosen.length === count) break;
      const mutations = listMutations(readFileSync(path.join(root, file), 'utf8'), { jsx: file.endsWith('x') });
      if (mutations.length > 0) chosen.push({ file, ...mutations[Math.floor(random() * mutations.length)] });
    }
    return chosen;
  });
  return faults.map(({ file, start, end, kind, line, original, mutant }, index) => {
    const id = String(index + 1);
    const at = path.join(root, file);
    const source = readFileSync(at, 'utf8');
    const planted =
      kind === 'statement'
        ? `if (!plantedFault('${id}')) { ${original} }`
        : `(plantedFault('${id}') ? (${mutant}) : (${original}))`;
    const [shebang] = /^#!.*\n/.exec(source) ?? [''];
    const changed = `${source.slice(shebang.length, start)}${planted}${source.slice(end)}${SWITCH}`;
    writeFileSync(at, `${shebang}// @ts-nocheck\n${changed}`);
    return { id, file, line, original, mutant: mutant || '(left out)' };
  });
}

/** Lets the browser tests of a copy switch faults on in their pages. */
export function hookBrowserTests(root) {
  const file = path.join(root, 'e2e/support/browser.ts');
  const source = readFileSync(file, 'utf8');
  if (!source.includes(CONTEXT)) throw new Error('e2e/support/browser.ts opens contexts in another way.');
  writeFileSync(file, source.replace(CONTEXT, HOOKED));
}

function listProgram(root, folder) {
  return listSources(root, [`${folder}/src`]).filter(
    (file) => /\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$/.test(file) && !/\/(generated|testing|test)\//.test(file),
  );
}

function shuffle(list, random) {
  const rest = [...list];
  return list.map(() => rest.splice(Math.floor(random() * rest.length), 1)[0]);
}

/** Numbers from 0 to 1 that a seed decides (mulberry32). */
function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
