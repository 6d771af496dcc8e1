import { jobErrors } from '../../domains/jobs/jobs.names.ts';
import { jobSchema } from '../../domains/jobs/jobs.schemas.ts';
import { operation, router } from '../../domains/operation.ts';
import { projectActions } from '../../domains/projects/projects.names.ts';
import { dropJob, retryJobOfAny } from './change-job.ts';
import { changeQuotas } from './change-quotas.ts';
import { loadOperatingState } from './load-operating-state.ts';
import {
  changeQuotasInput,
  operatingInput,
  operatingStateSchema,
  operatorJobInput,
  projectQuotasSchema,
} from './operating.schemas.ts';

export const operatingRouter = router({
  state: operation({
    method: 'GET',
    path: '/instance/operating',
    summary: 'Look at the instance as its operator',
    description: 'What fails, waits and grows.',
    access: 'operator',
    input: operatingInput,
    output: operatingStateSchema,
    run: loadOperatingState,
  }),

  retryJob: operation({
    method: 'POST',
    path: '/instance/jobs/{jobId}/retry',
    summary: 'Run any job again',
    description: 'Of any project, or of none.',
    access: 'operator',
    errors: [jobErrors['job.not_found']],
    limits: [{ limit: 'project.change' }],
    audit: ['instance.retry_job'],
    input: operatorJobInput,
    output: jobSchema,
    run: retryJobOfAny,
  }),

  dropJob: operation({
    method: 'DELETE',
    path: '/instance/jobs/{jobId}',
    summary: 'Drop a job that was given up',
    description: 'Its work is never done.',
    access: 'operator',
    errors: [jobErrors['job.not_found']],
    limits: [{ limit: 'project.change' }],
    audit: ['instance.drop_job'],
    input: operatorJobInput,
    output: jobSchema,
    run: dropJob,
  }),

  changeQuotas: operation({
    method: 'PUT',
    path: '/instance/projects/{projectId}/quotas',
    summary: 'Set the quotas of a project',
    description: 'Null lifts one. Those that are left out are the instance’s. What is there stays.',
    access: 'operator',
    errors: ['project.not_found'],
    limits: [{ limit: 'project.change' }],
    audit: [projectActions['project.change_quotas']],
    input: changeQuotasInput,
    output: projectQuotasSchema,
    run: changeQuotas,
  }),
});
