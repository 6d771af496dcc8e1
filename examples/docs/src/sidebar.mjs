/** The pages by what readers want of them; every page stands here once. */
export const sidebar = [
  { label: 'Start', items: ['quick-start', 'create', 'tutorial-astro', 'tutorial-next', 'concepts'] },
  {
    label: 'Guides',
    items: [
      'admin',
      'schema',
      'change-a-schema',
      'importing',
      'media',
      'loader',
      'preview',
      'preview-drafts',
      'delivery',
      'webhooks',
      'api',
      'deploying',
      'operating',
      'content-host',
    ],
  },
  {
    label: 'Reference',
    items: ['field-types', 'cli', 'cli-options', 'settings', 'errors', 'limits', 'events', 'tables', 'access'],
  },
  {
    label: 'Understanding Stele',
    items: ['how-publishing-works', 'architecture', 'security', 'comparison', 'benchmarks'],
  },
  {
    label: 'Decisions',
    collapsed: true,
    items: [
      'decisions',
      'decided-publishing',
      'decided-history',
      'decided-entries',
      'decided-schema',
      'decided-access',
      'decided-delivery',
      'decided-media',
      'decided-loader',
      'decided-admin',
      'decided-internals',
    ],
  },
  { label: 'Taking part', items: ['contributing', 'testing', 'code-of-conduct'] },
];
