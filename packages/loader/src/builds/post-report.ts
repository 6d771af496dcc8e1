import { request } from 'node:http';

const TIMEOUT_MS = 2_000;

/** How far a build is. */
export type BuildPhase = 'started' | 'finished' | 'failed';

/** A report, as the API takes it. */
export interface BuildReport {
  readonly deployment_id?: string;
  readonly snapshot_id: string;
  readonly phase: BuildPhase;
  readonly environment: string;
}

/**
 * Sends a report. A build never fails because of it, nor waits for it longer than two seconds; for the report that it
 * began, a process that has nothing else to do doesn't wait at all.
 */
export async function postReport(url: string, token: string, report: BuildReport): Promise<void> {
  try {
    const address = new URL(url);
    const send = address.protocol === 'https:' ? (await import('node:https')).request : request;
    await new Promise<void>((resolve) => {
      const body = JSON.stringify(report);
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      };
      const sent = send(address, { method: 'POST', headers, agent: false }, (answer) => {
        answer.on('error', () => undefined).destroy();
        end();
      });
      const timer = setTimeout(() => sent.destroy(), TIMEOUT_MS);
      const end = (): void => {
        clearTimeout(timer);
        resolve();
      };
      sent.on('error', end).on('close', end);
      if (report.phase === 'started') {
        timer.unref();
        sent.on('socket', (socket) => socket.unref());
      }
      sent.end(body);
    });
  } catch {
    // The report is lost; the website isn't.
  }
}
