import { boundedRows, withinProject } from '../../platform/database/tables.ts';
import { feature } from '../feature.ts';
import { tokenActions, tokenErrors, tokenLimits } from './tokens.names.ts';
import { tokensRouter } from './tokens.router.ts';

export const tokensFeature = feature({
  name: 'tokens',
  operations: tokensRouter,
  tag: 'Tokens',
  about: 'Credentials for programs.',
  limits: tokenLimits,
  errors: tokenErrors,
  audit: tokenActions,
  tables: {
    project_tokens: { people: ['created_by'], ...withinProject, copy: 'left out', ...boundedRows },
  },
});
