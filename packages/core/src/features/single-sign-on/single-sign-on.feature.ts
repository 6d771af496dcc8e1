import { feature } from '../../domains/feature.ts';
import { listLinks, unlinkProvider } from './provider-links.ts';
import { beginAtProvider, finishAtProvider, listProviders } from './provider-sign-in.ts';
import { singleSignOnErrors, singleSignOnLimits } from './single-sign-on.names.ts';

export const singleSignOnFeature = feature({
  name: 'singleSignOn',
  auth: {
    'GET /auth/providers': listProviders,
    'POST /auth/provider/begin': beginAtProvider,
    'GET /auth/provider/callback/{provider}': finishAtProvider,
    'GET /auth/provider/links': listLinks,
    'POST /auth/provider/unlink': unlinkProvider,
  },
  limits: singleSignOnLimits,
  errors: singleSignOnErrors,
});
