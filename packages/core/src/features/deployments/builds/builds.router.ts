import { operation, router } from '../../../domains/operation.ts';
import { deploymentErrors } from '../deployments.names.ts';
import { buildLimits } from './builds.names.ts';
import { buildReportSchema, reportBuildInput } from './builds.schemas.ts';
import { reportBuild } from './report-build.ts';

export const buildsRouter = router({
  report: operation({
    method: 'POST',
    path: '/projects/{projectId}/builds',
    summary: 'Report a build',
    description: 'Which snapshot a build of a website read, and whether it succeeded. The loader sends this.',
    access: 'build.report',
    errors: ['snapshot.not_found', deploymentErrors['deployment.not_found']],
    limits: [{ limit: buildLimits['build.report'] }],
    input: reportBuildInput,
    output: buildReportSchema,
    run: reportBuild,
  }),
});
