import { feature } from '../feature.ts';
import { projectActions, projectErrors, projectLimits } from './projects.names.ts';
import { projectsRouter } from './projects.router.ts';
import { removeProjects } from './remove-projects.ts';

export const projectsFeature = feature({
  name: 'projects',
  operations: projectsRouter,
  tag: 'Projects',
  about: 'Tenants: each with its own content, locales, members and tokens.',
  limits: projectLimits,
  errors: projectErrors,
  audit: projectActions,
  jobs: [removeProjects],
});
