import { feature } from '../feature.ts';
import { inboxRouter } from './inbox.router.ts';
import { mailDigests } from './mail-digests.ts';

export const inboxFeature = feature({
  name: 'inbox',
  operations: inboxRouter,
  tag: 'Comments',
  jobs: [mailDigests],
});
