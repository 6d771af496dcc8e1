import { feature } from '../feature.ts';
import { inboxLimits } from './inbox.names.ts';
import { inboxRouter } from './inbox.router.ts';
import { mailDigests } from './mail-digests.ts';

export const inboxFeature = feature({
  name: 'inbox',
  operations: inboxRouter,
  tag: 'Comments',
  limits: inboxLimits,
  jobs: [mailDigests],
});
