import type { ComponentType } from 'react';
import type { Messages } from '@/i18n/catalog.ts';
import { type LazyScreen, lazyScreen } from './lazy-screen.ts';

/** What an address outside of projects shows. */
export interface Page extends LazyScreen<object> {
  /** '' for none. */
  readonly titleOf: (words: Messages) => string;
  /** Stands in the frame of the screens before the door. */
  readonly isGate: boolean;
  /** What its address holds is told to no one. */
  readonly hasSecretAddress: boolean;
}

type PageEntry = Pick<Page, 'titleOf'> &
  Partial<Page> & { readonly path: string; readonly load: () => Promise<ComponentType<object>> };

/** Every address outside of projects. */
const PAGES: readonly PageEntry[] = [
  {
    path: '/',
    load: async () => (await import('./start.tsx')).Start,
    titleOf: () => '',
  },
  {
    path: '/projects/new',
    load: async () => (await import('./new-project-form.tsx')).NewProjectForm,
    titleOf: ({ settings }) => settings.newProject,
  },
  {
    path: '/account',
    load: async () => (await import('@/account/account-page.tsx')).AccountPage,
    titleOf: ({ account }) => account.title,
  },
  {
    path: '/sign-in',
    load: async () => (await import('@/sign-in/sign-in-form.tsx')).SignInForm,
    titleOf: ({ gate }) => gate.signIn,
    isGate: true,
  },
  {
    path: '/setup',
    load: async () => (await import('@/sign-in/set-up-form.tsx')).SetUpForm,
    titleOf: ({ gate }) => gate.setUp,
    isGate: true,
  },
  {
    path: '/forgot-password',
    load: async () => (await import('@/sign-in/forgot-password-form.tsx')).ForgotPasswordForm,
    titleOf: ({ gate }) => gate.forgotTitle,
    isGate: true,
  },
  {
    path: '/reset-password',
    load: async () => (await import('@/sign-in/reset-password-form.tsx')).ResetPasswordForm,
    titleOf: ({ gate }) => gate.resetTitle,
    isGate: true,
    hasSecretAddress: true,
  },
  {
    path: '/invitations/accept',
    load: async () => (await import('@/sign-in/accept-invitation-form.tsx')).AcceptInvitationForm,
    titleOf: ({ gate }) => gate.invitation,
    isGate: true,
    hasSecretAddress: true,
  },
  {
    path: '/device',
    load: async () => (await import('@/device/device-page.tsx')).DevicePage,
    titleOf: ({ gate }) => gate.device.title,
    isGate: true,
    hasSecretAddress: true,
  },
];

const pages = new Map(
  PAGES.map(({ path, load, ...rest }): [string, Page] => [
    path,
    { isGate: false, hasSecretAddress: false, ...rest, ...lazyScreen(load) },
  ]),
);

/** The page at a path; undefined when there's none. */
export function pageAt(path: string): Page | undefined {
  return pages.get(path);
}
