import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from '@playwright/test';
import { findChromium } from './chromium.ts';

/** The browser's program; undefined when there's none that starts, which global-setup.ts says. */
export const executablePath = process.env.STELE_TEST_BROWSER === 'none' ? undefined : findChromium();

/** Folder for screenshots, when somebody wants to look at them. */
const SCREENSHOTS = process.env.SCREENSHOTS;

/** Only against hangs: machines may be busy. */
const MOST_WAIT_MS = 120_000;

/** Starts the browser. Its pages wait for what they are told to, however slow the machine is. */
export async function launchBrowser(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(MOST_WAIT_MS);
    return context;
  };
  const newPage = browser.newPage.bind(browser);
  browser.newPage = async (options) => {
    const page = await newPage(options);
    page.setDefaultTimeout(MOST_WAIT_MS);
    return page;
  };
  return browser;
}

/** Keeps a picture of a page, when a folder for them is given. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!SCREENSHOTS) return;
  await mkdir(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: path.join(SCREENSHOTS, `${name}.png`) });
}

/** A page of the admin, signed in, and all that went wrong in it. */
export interface AdminPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors that no test expects: of scripts, and requests to other hosts. */
  readonly problems: readonly string[];
}

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Sessions of people who signed in before: only so many sign-ins are allowed in a while. */
const sessions = new Map<string, StorageState>();

/** Opens the admin as somebody, at a path of it. */
export async function openAdmin(
  browser: Browser,
  url: string,
  login: { readonly email: string; readonly password: string },
  to = '/',
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<AdminPage> {
  const key = `${url} ${login.email}`;
  const storageState = sessions.get(key);
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    ...options,
    ...(storageState && { storageState }),
  });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('request', (request) => {
    if (!/^(http:\/\/localhost:|data:|blob:)/.test(request.url())) problems.push(`asked ${request.url()}`);
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) problems.push(message.text());
  });
  await page.goto(storageState ? `${url}${to}` : `${url}/sign-in?next=${encodeURIComponent(to)}`);
  if (!storageState) {
    await page.getByLabel('Email').fill(login.email);
    await page.getByLabel('Password').fill(login.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL((at) => !at.pathname.startsWith('/sign-in'));
    sessions.set(key, await context.storageState());
  }
  await page.getByRole('main').waitFor();
  return { page, context, problems };
}

/** Waits until all that was typed is saved. */
export async function saved(page: Page): Promise<void> {
  await page.locator('[data-save-state="saved"]').waitFor();
}

/** The Undo of the message that says something; earlier messages may still be there with theirs. */
export function undoOf(page: Page, message: string): Locator {
  return page.getByRole('listitem').filter({ hasText: message }).getByRole('button', { name: 'Undo' });
}
