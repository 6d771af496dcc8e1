import { execFileSync, spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeWorkplace, type Workplace } from './support/stele.ts';

let place: Workplace;
beforeAll(async () => {
  place = await makeWorkplace();
});
afterAll(() => place.remove());

it('completes commands and options in bash', async () => {
  const script = await place.write('completion.bash', (await place.run(['completion', 'bash'])).stdout);
  const complete = (...words: string[]): string[] => {
    const given = words.map((word) => `'${word}'`).join(' ');
    const run = `source '${script}'; COMP_WORDS=(stele ${given}); COMP_CWORD=${words.length}; _stele; echo "\${COMPREPLY[@]}"`;
    return execFileSync('bash', ['-c', run], { encoding: 'utf8' }).trim().split(' ');
  };
  expect(complete('pro')).toEqual(['projects']);
  expect(complete('tokens', 'r')).toEqual(['rotate', 'revoke']);
  expect(complete('tokens', 'create', '--en')).toEqual(['--env']);
});

it.skipIf(spawnSync('zsh', ['--version']).error !== undefined)(
  'completes commands in zsh, also where nobody has loaded its completion system',
  async () => {
    const script = await place.write('completion.zsh', (await place.run(['completion', 'zsh'])).stdout);
    const asked = `emulate sh; COMP_WORDS=(stele tokens r); COMP_CWORD=2; _stele; echo "\${COMPREPLY[@]}"`;
    const env = { NODE_ENV: 'test' as const, PATH: process.env.PATH ?? '', HOME: place.folder };
    const run = spawnSync('zsh', ['-f', '-c', `source '${script}'; echo "$_comps[stele]"; ${asked}`], {
      env,
      encoding: 'utf8',
    });
    expect(run.stderr).toBe('');
    const [how, words] = run.stdout.split('\n');
    expect(how).toContain('_stele');
    expect(words?.split(' ')).toEqual(expect.arrayContaining(['rotate', 'revoke']));
  },
);

it('knows bash, zsh and fish only', async () => {
  expect((await place.run(['completion', 'zsh'])).stdout).toContain('bashcompinit');
  expect((await place.run(['completion', 'fish'])).stdout).toContain(
    "from tokens; and __fish_seen_subcommand_from create' -l env",
  );
  expect((await place.run(['completion', 'tcsh'])).code).toBe(2);
});
