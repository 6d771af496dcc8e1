import { feature } from '../feature.ts';
import { forgetPeople } from './forget-people.ts';
import { mailAccountNews } from './mail-account-news.ts';
import { peopleRouter } from './people.router.ts';

export const peopleFeature = feature({
  name: 'people',
  operations: peopleRouter,
  tag: 'Instance',
  jobs: [forgetPeople, mailAccountNews],
});
