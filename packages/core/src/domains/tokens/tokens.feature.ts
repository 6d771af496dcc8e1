import { feature } from '../feature.ts';
import { tokensRouter } from './tokens.router.ts';

export const tokensFeature = feature({
  name: 'tokens',
  operations: tokensRouter,
  tag: 'Tokens',
  about: 'Credentials for programs.',
});
