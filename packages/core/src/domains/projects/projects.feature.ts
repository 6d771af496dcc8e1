import { feature } from '../feature.ts';
import { projectsRouter } from './projects.router.ts';
import { removeProjects } from './remove-projects.ts';

export const projectsFeature = feature({
  name: 'projects',
  operations: projectsRouter,
  tag: 'Projects',
  about: 'Tenants: each with its own content, locales, members and tokens.',
  jobs: [removeProjects],
});
