import type { ComponentType } from 'react';
import type { Messages } from '@/i18n/catalog.ts';
import { type LazyScreen, lazyScreen } from './lazy-screen.ts';

/** A page outside of projects. */
interface Page extends LazyScreen<object> {
  /** '' for none. */
  readonly titleOf: (words: Messages) => string;
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
  [
    '/projects/new',
    async () => (await import('./new-project-form.tsx')).NewProjectForm,
    ({ shell }) => shell.newProject,
  ],
  ['/account', async () => (await import('@/account/account-page.tsx')).AccountPage, ({ shell }) => shell.account],
  [
    '/operating',
    async () => (await import('@/operating/operating-page.tsx')).OperatingPage,
    ({ shell }) => shell.operating,
  ],
  [
    '/preview-window',
    async () => (await import('@/editor/preview/preview-window-page.tsx')).PreviewWindowPage,
    () => '',
  ],
  ['/sign-in', async () => (await import('@/sign-in/sign-in-form.tsx')).SignInForm, ({ gate }) => gate.signIn, 'gate'],
  ['/setup', async () => (await import('@/sign-in/set-up-form.tsx')).SetUpForm, ({ gate }) => gate.setUp, 'gate'],
  [
    '/forgot-password',
    async () => (await import('@/sign-in/forgot-password-form.tsx')).ForgotPasswordForm,
    ({ gate }) => gate.forgotTitle,
    'gate',
  ],
  [
    '/reset-password',
    async () => (await import('@/sign-in/reset-password-form.tsx')).ResetPasswordForm,
    ({ gate }) => gate.resetTitle,
    'secret',
  ],
  [
    '/invitations/accept',
    async () => (await import('@/sign-in/accept-invitation-form.tsx')).AcceptInvitationForm,
    ({ gate }) => gate.invitation,
    'secret',
  ],
  [
    '/device',
    async () => (await import('@/device/device-page.tsx')).DevicePage,
    ({ gate }) => gate.device.title,
    'secret',
  ],
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
