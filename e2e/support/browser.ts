import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from '@playwright/test';
import type { FoundChromium } from './chromium.ts';

/** Folder for screenshots; none are taken without. */
const SCREENSHOTS = process.env.SCREENSHOTS;

/** Ends hangs only: machines may be busy. */
const MOST_WAIT_MS = 120_000;

/** A user's login. */
export interface Login {
  readonly email: string;
  readonly password: string;
}

/** A signed-in page of the admin, and the errors that occurred in it. */
export interface AdminPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors that no test expects: errors of scripts, and requests to other hosts. */
  readonly problems: readonly string[];
}

/** Starts a browser. */
export function launchBrowser(found: FoundChromium): Promise<Browser> {
  return chromium.launch({ ...found, args: ['--no-sandbox'] });
}

/** Opens a browser without any stored data. Its pages wait as long as a slow machine needs. */
export async function newContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  context.setDefaultTimeout(MOST_WAIT_MS);
  return context;
}

/** Takes a screenshot of a page, when a folder for them is given. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!SCREENSHOTS) return;
  await mkdir(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: path.join(SCREENSHOTS, `${name}.png`) });
}

/** Cookies of users who signed in before: the number of sign-ins is limited. */
const sessions = new Map<string, Promise<readonly string[]>>();

/** Signs a user in without a browser. @returns the cookies, each as `name=value` */
export function signIn(admin: string, login: Login): Promise<readonly string[]> {
  const key = `${admin} ${login.email}`;
  const known = sessions.get(key);
  if (known) return known;
  const session = fetch(`${admin}/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: admin },
    body: JSON.stringify(login),
  }).then(async (answer) => {
    if (!answer.ok) throw new Error(`${login.email} can't sign in: ${answer.status} ${await answer.text()}`);
    return answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  });
  sessions.set(key, session);
  return session;
}

/** Opens the admin for a user, at a path of it. */
export async function openAdmin(
  browser: Browser,
  admin: string,
  login: Login,
  to: string,
  options: BrowserContextOptions = {},
): Promise<AdminPage> {
  const context = await newContext(browser, options);
  const cookies = (await signIn(admin, login)).map((cookie) => {
    const [name = '', value = ''] = cookie.split('=');
    return { name, value, url: admin, httpOnly: true };
  });
  await context.addCookies(cookies);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('request', (request) => {
    if (!/^(http:\/\/localhost:|data:|blob:)/.test(request.url())) problems.push(`asked ${request.url()}`);
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) problems.push(message.text());
  });
  await page.goto(`${admin}${to}`);
  await page
    .getByRole('main')
    .waitFor()
    .catch(async (cause: unknown) => {
      const shown = await page.locator('body').ariaSnapshot();
      throw new Error(`${page.url()} shows “${shown.slice(0, 500)}”. ${problems.join(' ')}`, { cause });
    });
  return { page, context, problems };
}

/**
 * Clicks a link, and waits for the page that it leads to: for its address and its heading. Then nothing
 * of the page before is left.
 */
export async function follow(link: Locator, heading: string | RegExp): Promise<void> {
  const page = link.page();
  const before = page.url();
  await link.click();
  await page.waitForURL((at) => at.href !== before);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
}

/** Clicks a link that leads to a tab of its own. @returns that tab */
export async function followToTab(link: Locator): Promise<Page> {
  const [tab] = await Promise.all([link.page().waitForEvent('popup'), link.click()]);
  return tab;
}

/** Waits until everything typed is saved. */
export async function saved(page: Page): Promise<void> {
  await page.locator('[data-save-state="saved"]').waitFor();
}

/** The Undo button of the message with a text; earlier messages may still be shown with theirs. */
export function undoOf(page: Page, message: string): Locator {
  return page.getByRole('listitem').filter({ hasText: message }).getByRole('button', { name: 'Undo' });
}

/** Where messages appear. It's there once its code is loaded; until then, a page without a network can't show any. */
export function messageArea(page: Page): Locator {
  return page.getByRole('region', { name: /^Notifications/ });
}

/** The width of a part that loads late, and that of the room that is kept for it, in pixels. */
export function widthAndRoom(part: Locator): Promise<[width: number, room: number]> {
  return part.evaluate((one) => [
    one.getBoundingClientRect().width,
    Number.parseFloat(getComputedStyle(one.parentElement ?? one).minWidth),
  ]);
}

/** Pastes into the focused element, as a browser does with content from another program. */
export async function paste(
  page: Page,
  data: Readonly<Record<string, string>>,
  files: readonly { readonly name: string; readonly type: string; readonly bytes: Buffer }[] = [],
): Promise<void> {
  await page.evaluate(
    ({ texts, contents }) => {
      const transfer = new DataTransfer();
      for (const [type, text] of Object.entries(texts)) transfer.setData(type, text);
      for (const { name, type, bytes } of contents) {
        transfer.items.add(new File([Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0))], name, { type }));
      }
      const event = new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    },
    { texts: data, contents: files.map((file) => ({ ...file, bytes: file.bytes.toString('base64') })) },
  );
}

/** Moves a row by one place with the keyboard, and waits for each announcement. */
export async function moveRow(handle: Locator, name: string, from: number, to: number, count: number): Promise<void> {
  const page = handle.page();
  const isAt = (place: number): Promise<void> =>
    page.getByText(`${name} is at position ${place} of ${count}.`).waitFor({ state: 'attached' });
  await handle.press('Space');
  await isAt(from);
  // The library listens to further keys from a timer on, which was set before this one.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  await page.keyboard.press(to < from ? 'ArrowUp' : 'ArrowDown');
  await isAt(to);
  await page.keyboard.press('Space');
  await page.getByText(`${name} is now at position ${to} of ${count}.`).waitFor({ state: 'attached' });
}
