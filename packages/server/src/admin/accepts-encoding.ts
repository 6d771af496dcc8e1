import type { IncomingMessage } from 'node:http';

/** Whether the client of a request reads an encoding. */
export function acceptsEncoding({ headers }: IncomingMessage, encoding: string): boolean {
  return String(headers['accept-encoding'] ?? '')
    .split(',')
    .some((item) => {
      const [name, weight = '1'] = item.trim().split(/\s*;\s*q=/i);
      return name === encoding && Number(weight) > 0;
    });
}
