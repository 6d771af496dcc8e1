import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { type Login, picture } from '../support/browser.ts';
import { ROOT } from '../support/instance.ts';
import { hasBrowser, openAs, openStranger, useProject } from '../support/project.ts';

const COMMAND = path.join(ROOT, 'packages', 'cli', 'dist', 'main.js');

/** `stele login`, from the code that it shows to its end. */
interface Command {
  readonly code: string;
  readonly ended: Promise<{ readonly exitCode: number | null; readonly stdout: string; readonly stderr: string }>;
}

describe.skipIf(!hasBrowser)('the sign-in of the command line', () => {
  const project = useProject();
  let home: string;
  let person: Login;
  const commands = new Set<ChildProcess>();

  beforeAll(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'stele-home-'));
    person = await project.member('Grace');
  });
  afterEach(() => {
    for (const command of commands) command.kill();
    commands.clear();
  });
  afterAll(() => rm(home, { recursive: true, force: true }));

  /** Runs the command until it shows its code. */
  function login(): Promise<Command> {
    const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: path.join(home, 'config') };
    const child = spawn(process.execPath, [COMMAND, 'login', '--url', project.urls.api, '--no-browser', '--json'], {
      env,
    });
    commands.add(child);
    let [stdout, stderr] = ['', ''];
    return new Promise((resolve, reject) => {
      const ended: Command['ended'] = new Promise((end) => {
        child.once('close', (exitCode) => {
          end({ exitCode, stdout, stderr });
          reject(new Error(stderr));
        });
      });
      child.stdout.on('data', (text: Buffer) => {
        stdout += text.toString();
      });
      child.stderr.on('data', (text: Buffer) => {
        stderr += text.toString();
        const code = /enter the code (\S+)/.exec(stderr)?.[1];
        if (code) resolve({ code, ended });
      });
    });
  }

  /** Enters a code, up to the question. */
  const enter = async (page: Page, code: string): Promise<void> => {
    await page.getByLabel('Code').fill(code);
    await page.getByRole('button', { name: 'Continue' }).click();
  };

  it('leads through signing in, keeps the code, and lets the command in', async () => {
    const { code, ended } = await login();
    const page = await openStranger(`/device?code=${code}`);
    await page.waitForURL('**/sign-in?**');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill(person.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`**/device?code=${code}`);
    await page.getByRole('heading', { name: 'Connect a program' }).waitFor();
    await expect.poll(() => page.getByLabel('Code').inputValue()).toBe(code);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Allow this program to sign in as you?' }).waitFor();
    const facts = page.getByRole('main').locator('dd');
    await expect
      .poll(() => facts.allTextContents())
      .toEqual([code, expect.stringMatching(/^Stele CLI/), expect.stringMatching(/127\.0\.0\.1|::1/), person.email]);
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('heading', { name: 'The program is signed in' }).waitFor();
    const { exitCode, stdout } = await ended;
    expect([exitCode, JSON.parse(stdout)]).toMatchObject([0, { email: person.email }]);
    await page.goto(`${project.urls.admin}/account`);
    await page.getByText(/^Stele CLI/).waitFor();
    await page.context().close();
  });

  it('refuses the command', { tags: ['full'] }, async () => {
    const { code, ended } = await login();
    const { page, context } = await openAs(person, '/device');
    await enter(page, ` ${code.toLowerCase().replace('-', ' ')} `);
    await page.getByText(code, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Refuse' }).click();
    await page.getByRole('heading', { name: 'The program was refused' }).waitFor();
    const { exitCode, stderr } = await ended;
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('Signing in was refused in the browser.')]);
    await context.close();
  });

  it('says in a sentence that a code is wrong or was used', { tags: ['full'] }, async () => {
    const { code } = await login();
    const { page, context } = await openAs(person, '/device');
    const problem = page.getByRole('alert').filter({ hasText: /\S/ });
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Enter the code.', { exact: true }).waitFor();
    for (const wrong of ['AAAA-AAAA', 'A', '!?']) {
      await enter(page, wrong);
      await problem.waitFor();
      await expect.poll(() => problem.textContent()).toBe('This code is wrong, was already used, or has expired.');
      await page.reload();
    }
    await enter(page, code);
    const other = await context.newPage();
    await other.goto(`${project.urls.admin}/device?code=${code}`);
    await other.getByRole('button', { name: 'Continue' }).click();
    await other.getByRole('button', { name: 'Refuse' }).click();
    await other.getByRole('heading', { name: 'The program was refused' }).waitFor();
    await page.getByRole('button', { name: 'Allow' }).click();
    await problem.waitFor();
    await expect.poll(() => problem.textContent()).toBe('This code is wrong, was already used, or has expired.');
    await context.close();
  });

  it.each([
    ['light', 1280],
    ['dark', 360],
  ] as const)('asks in German, and fits: %s, %i px', { tags: ['full'] }, async (colorScheme, width) => {
    const { code } = await login();
    const { page, context } = await openAs(person, '/account', { colorScheme, viewport: { width, height: 800 } });
    await context.addCookies([{ name: 'stele-language', value: 'de', url: project.urls.admin }]);
    const check = async (name: string): Promise<void> => {
      await picture(page, `device-${name}-${colorScheme}-${width}`);
      await expectAccessible(page, name, true);
    };
    await page.goto(`${project.urls.admin}/device?code=${code}`);
    await page.getByText('Gib den Code ein, den der Befehl anzeigt.').waitFor();
    await check('code');
    await page.getByRole('button', { name: 'Weiter' }).click();
    await page.getByRole('heading', { name: 'Darf sich dieses Programm in deinem Namen anmelden?' }).waitFor();
    await page.getByText('Erlaube es nur, wenn du gerade selbst stele login ausgeführt hast').waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toMatch(/^Darf sich dieses Programm/);
    await check('question');
    await page.getByRole('button', { name: 'Erlauben' }).click();
    await page.getByText('Geh zurück zum Terminal. Du kannst diesen Tab schließen.').waitFor();
    await check('allowed');
    await context.close();
  });

  it('stops people who guess codes', { tags: ['full'] }, async () => {
    const { page, context } = await openAs(person, '/device');
    for (;;) {
      const answer = page.waitForResponse('**/auth/device/preview');
      await enter(page, 'AAAA-AAAA');
      if ((await answer).status() === 429) break;
    }
    await page.getByText(/^Too many attempts\. Try again in \d+ seconds?\.$/).waitFor();
    await context.close();
  });
});
