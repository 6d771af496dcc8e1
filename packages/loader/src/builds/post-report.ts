import { request } from 'node:http';

const TIMEOUT_MS = 2_000;

/** How far a build is. */
export type BuildPhase = 'started' | 'finished' | 'failed';

/** A report, as the API takes it. */
interface BuildReport {
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
  const send = url.startsWith('https:') ? (await import('node:https')).request : request;
  const sending = new Promise<void>((resolve) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const sent = send(url, { method: 'POST', headers, agent: false }, (answer) => answer.destroy());
    const timer = setTimeout(() => sent.destroy(), TIMEOUT_MS);
    // A failure closes it too.
    sent
      .on('error', () => undefined)
      .on('close', () => {
        clearTimeout(timer);
        resolve();
      });
    if (report.phase === 'started') {
      timer.unref();
      sent.on('socket', (socket) => socket.unref());
    }
    sent.end(JSON.stringify(report));
  });
  // The report is lost; the website isn't.
  await sending.catch(() => undefined);
}
