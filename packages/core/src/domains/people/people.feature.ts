import { feature } from '../feature.ts';
import { forgetPeople } from './forget-people.ts';
import { mailAccountNews } from './mail-account-news.ts';
import { personErrors } from './people.names.ts';
import { peopleRouter } from './people.router.ts';

export const peopleFeature = feature({
  name: 'people',
  operations: peopleRouter,
  tag: 'Instance',
  errors: personErrors,
  jobs: [forgetPeople, mailAccountNews],
});
