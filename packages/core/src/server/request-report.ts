import type { Logger } from 'pino';
import type { HeaderReader } from '../platform/header-reader.ts';
import { type RequestRecord, recordRequest } from '../platform/telemetry/request-record.ts';
import type { Telemetry } from '../platform/telemetry/telemetry.ts';

/** Asked all the time by machines: not traced, and only logged for debugging. */
const PROBES: readonly string[] = ['/livez', '/readyz', '/metrics'];

interface RequestHead {
  readonly method: string;
  readonly path: string;
  readonly headers: HeaderReader;
}

/** The parts of an answer that are reported. */
interface AnswerHead {
  readonly status: number;
  readonly requestId: string;
}

/** Answers a request and reports it. */
export type RequestReport = <Answer>(
  request: RequestHead,
  answer: () => Promise<Answer>,
  head: (answer: Answer) => AnswerHead | null,
) => Promise<Answer>;

/**
 * Reports answered requests: a line in the log for each, metrics, traces. The line has no address and no header of the request,
 * which can contain secrets, but its route. A request that has no head isn't the core's, and isn't reported. The time ends when
 * the answer begins.
 */
export function reportRequests(log: Logger, telemetry: Telemetry): RequestReport {
  return async (request, answer, head) => {
    const record: RequestRecord = { route: null, actor: null, projectId: null, queries: 0, databaseMs: 0 };
    const isProbe = PROBES.includes(request.path);
    const measured = telemetry.beginRequest(isProbe ? null : request.headers);
    const given = await recordRequest(record, () => measured.run(answer));
    const answered = head(given);
    if (!answered) return given;
    const { status, requestId } = answered;
    const { method } = request;
    const route = record.route ?? 'other';
    const seconds = measured.end({ method, route, status }, requestId);
    const { actor, projectId, queries } = record;
    log[isProbe ? 'debug' : 'info'](
      {
        request_id: requestId,
        method,
        route,
        status,
        duration_ms: rounded(seconds * 1000),
        queries,
        database_ms: rounded(record.databaseMs),
        ...(actor && { actor: `${actor.type}:${actor.id}` }),
        ...(projectId !== null && { project_id: projectId }),
      },
      'answered',
    );
    return given;
  };
}

function rounded(ms: number): number {
  return Math.round(ms * 10) / 10;
}
