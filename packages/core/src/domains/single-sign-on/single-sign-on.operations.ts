import { beginProviderInput, unlinkInput } from '../../api/auth/auth-body.ts';
import { byAddress, wrongPasswords } from '../../api/auth/auth-operation.ts';
import { authOperation } from '../operation.ts';
import { listLinks, unlinkProvider } from './provider-links.ts';
import { beginAtProvider, finishAtProvider, listProviders } from './provider-sign-in.ts';
import { singleSignOnLimits } from './single-sign-on.names.ts';

export const singleSignOnOperations = {
  'GET /auth/providers': authOperation({
    about: 'The providers through which people sign in here, and whether they replace passwords.',
    access: 'public',
    run: listProviders,
  }),

  'POST /auth/provider/begin': authOperation({
    about: 'Begins a sign-in: returns the URL of the provider.',
    access: 'public',
    needsProviders: true,
    limits: [{ limit: singleSignOnLimits['auth.provider'], per: byAddress }],
    input: beginProviderInput,
    run: beginAtProvider,
  }),

  'GET /auth/provider/callback/{provider}': authOperation({
    about:
      'Where a provider sends people back to. Leads on to the admin, to where the person wanted to go, or with the reason why not.',
    access: 'public',
    needsProviders: true,
    limits: [
      { limit: singleSignOnLimits['auth.provider'], byVerb: true },
      { limit: singleSignOnLimits['auth.provider_flow'], byVerb: true },
    ],
    run: finishAtProvider,
  }),

  'GET /auth/provider/links': authOperation({
    about: "The providers that one's own account is linked to.",
    access: 'session',
    run: listLinks,
  }),

  'POST /auth/provider/unlink': authOperation({
    about: 'Unlinks a provider.',
    access: 'session',
    limits: [wrongPasswords],
    input: unlinkInput,
    run: unlinkProvider,
  }),
};
