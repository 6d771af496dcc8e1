#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { isCancel, select, text } from '@clack/prompts';
import { scaffold } from './scaffold.ts';
import { isTemplate, TEMPLATE_NAMES, TEMPLATES, type Template } from './templates.ts';
import { chooseAstro } from './versions.ts';

const HELP = `Usage: npm create stele@latest [folder] -- [--template ${TEMPLATES.join('|')}]

Makes a website with Stele beside it. What isn't said is asked.

Examples:
  $ npm create stele@latest my-site -- --template astro
  $ npm create stele@latest
`;

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { template: { type: 'string', short: 't' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  const { template } = values;
  if (template !== undefined && !isTemplate(template)) {
    throw new Error(`There is no template "${template}". Choose one of ${TEMPLATES.join(', ')}.`);
  }
  const folder = positionals[0] ?? (await askFolder());
  const chosen = template ?? (await askTemplate());
  const astro = chooseAstro(process.versions.node);
  await scaffold(folder, chosen, { version, astro: astro.version });
  const there = path.relative(process.cwd(), path.resolve(folder));
  const steps = [...(there === '' ? [] : [`cd ${shellWord(there)}`]), 'npm install', 'npm run dev'];
  const created = there === '' ? 'the site in this folder' : folder;
  const note = chosen === 'astro' && astro.note !== null ? ` ${astro.note}` : '';
  process.stdout.write(`Created ${created}.${note} Next:\n\n${steps.map((step) => `  ${step}\n`).join('')}`);
}

/** A path as a shell takes it. */
function shellWord(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

async function askFolder(): Promise<string> {
  requireTerminal('Name the folder: npm create stele@latest my-site');
  return answered(await text({ message: 'Folder of the site', placeholder: 'my-site', defaultValue: 'my-site' }));
}

async function askTemplate(): Promise<Template> {
  requireTerminal(`Choose a template: --template ${TEMPLATES.join('|')}`);
  const options = TEMPLATES.map((value) => ({ value: value as string, label: TEMPLATE_NAMES[value] }));
  return answered(await select<string>({ message: 'What is the site built with?', options })) as Template;
}

/** @throws Error with what to say instead where no one can be asked */
function requireTerminal(instead: string): void {
  if (!process.stdin.isTTY || !process.stdout.isTTY) throw new Error(instead);
}

function answered<Answer>(answer: Answer): Exclude<Answer, symbol> {
  if (isCancel(answer)) throw new Error('Nothing was made.');
  return answer as Exclude<Answer, symbol>;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
});
