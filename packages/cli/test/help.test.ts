import { afterAll, beforeAll, expect, it } from 'vitest';
import { spawnStele } from './support/spawned.ts';
import { makeWorkplace, type Workplace } from './support/stele.ts';

let place: Workplace;

beforeAll(async () => {
  place = await makeWorkplace();
});
afterAll(() => place.remove());

/** The help of a command and of all below it, by their names. */
async function helpOf(words: readonly string[]): Promise<[string, string][]> {
  const { code, stdout } = await place.run([...words, '--help']);
  expect(code).toBe(0);
  const listed = /\nCommands:\n([\s\S]*?)(?:\n\n|$)/.exec(stdout)?.[1] ?? '';
  const names = Array.from(listed.matchAll(/^ {2}(\w+)/gm), ([, name = '']) => name).filter((name) => name !== 'help');
  const below: [string, string][][] = [];
  for (const name of names) below.push(await helpOf([...words, name]));
  return [[['stele', ...words].join(' '), stdout.trim()], ...below.flat()];
}

it('every command has help that ends with examples, and the reference has it', async () => {
  const all = await helpOf([]);
  expect(all.length).toBeGreaterThan(25);
  for (const [name, text] of all.slice(1)) {
    if (!/\nCommands:\n/.test(text)) expect(text, name).toMatch(/\nExamples:\n {2}\$ .*stele /);
  }
  const page = [
    '# Command line options',
    '',
    'What `stele COMMAND --help` prints. [The command](../cli.md) explains it.',
    '',
    'Generated from the source.',
    '',
    ...all.flatMap(([name, text]) => [`## ${name}`, '', '```text', text, '```', '']),
  ];
  await expect(page.join('\n')).toMatchFileSnapshot('../../../docs/reference/cli-options.md');
});

it('ends quietly when its output is not read to the end', async () => {
  const { child, ended } = spawnStele(['completion', 'bash'], place);
  child.stdout?.destroy();
  const { code, stderr } = await ended;
  expect([code, stderr]).toEqual([141, '']);
});
