import type { ComponentType } from 'react';
import { gate } from '#messages/gate';
import { shell } from '#messages/shell';
import { type LazyScreen, lazyScreen } from './lazy-screen.ts';

/** A page outside of projects. */
interface Page extends LazyScreen<object> {
  /** '' for none. */
  readonly titleOf: () => string;
  /** Whether it's for people who aren't signed in, and has their frame. */
  readonly isGate: boolean;
  /** Whether its address holds a secret, which no other site may see. */
  readonly hasSecretAddress: boolean;
}

type PageEntry = readonly [
  path: string,
  load: () => Promise<ComponentType<object>>,
  titleOf: Page['titleOf'],
  kind?: 'gate' | 'secret',
];

/** Every address outside of projects. */
const PAGES: readonly PageEntry[] = [
  ['/', async () => (await import('./start.tsx')).Start, () => ''],
  ['/projects/new', async () => (await import('./new-project-form.tsx')).NewProjectForm, () => shell.newProject],
  ['/account', async () => (await import('@/account/account-page.tsx')).AccountPage, () => shell.account],
  ['/operating', async () => (await import('@/operating/operating-page.tsx')).OperatingPage, () => shell.operating],
  [
    '/preview-window',
    async () => (await import('@/editor/preview/preview-window-page.tsx')).PreviewWindowPage,
    () => '',
  ],
  ['/sign-in', async () => (await import('@/sign-in/sign-in-form.tsx')).SignInForm, () => gate.signIn, 'gate'],
  ['/setup', async () => (await import('@/sign-in/set-up-form.tsx')).SetUpForm, () => gate.setUp, 'gate'],
  [
    '/forgot-password',
    async () => (await import('@/sign-in/forgot-password-form.tsx')).ForgotPasswordForm,
    () => gate.forgotTitle,
    'gate',
  ],
  [
    '/reset-password',
    async () => (await import('@/sign-in/reset-password-form.tsx')).ResetPasswordForm,
    () => gate.resetTitle,
    'secret',
  ],
  [
    '/invitations/accept',
    async () => (await import('@/sign-in/accept-invitation-form.tsx')).AcceptInvitationForm,
    () => gate.invitation,
    'secret',
  ],
  ['/device', async () => (await import('@/device/device-page.tsx')).DevicePage, () => gate.device.title, 'secret'],
];

const pages = new Map(
  PAGES.map(([path, load, titleOf, kind]): [string, Page] => [
    path,
    { titleOf, isGate: kind !== undefined, hasSecretAddress: kind === 'secret', ...lazyScreen(load) },
  ]),
);

/** The page at a path; undefined when there's none. */
export function pageAt(path: string): Page | undefined {
  return pages.get(path);
}
