import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail as it arrived. */
export interface ArrivedMail {
  readonly to: string;
  /** Decoded, all of it. */
  readonly text: string;
}

/** A mail server that keeps what it's sent. */
export interface MailPeer {
  readonly url: string;
  /** The next mail, once it's there. */
  next(): Promise<ArrivedMail>;
  /** How many mails haven't been read yet. */
  waiting(): number;
  close(): Promise<void>;
}

/** Domains for whose addresses no mail is taken: ever, or for now. */
const REFUSED = new Map([
  ['refused.example.org', 550],
  ['full.example.org', 452],
]);

/** Starts a mail server, on a port of its own where none is given. */
export async function startMailPeer(listensAt = 0): Promise<MailPeer> {
  const arrived: ArrivedMail[] = [];
  const asked: ((mail: ArrivedMail) => void)[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      const responseCode = REFUSED.get(address.split('@')[1] ?? '');
      done(responseCode === undefined ? null : Object.assign(new Error('Not taken'), { responseCode }));
    },
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const to = session.envelope.rcptTo[0]?.address ?? '';
        const mail = { to, text: decode(Buffer.concat(parts).toString('utf8')) };
        const ask = asked.shift();
        if (ask) ask(mail);
        else arrived.push(mail);
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(listensAt, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    next: () => {
      const first = arrived.shift();
      return first ? Promise.resolve(first) : new Promise((resolve) => asked.push(resolve));
    },
    waiting: () => arrived.length,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function decode(raw: string): string {
  const [head = '', ...body] = raw.split('\r\n\r\n');
  const text = body.join('\r\n\r\n');
  if (/content-transfer-encoding: base64/i.test(head)) return Buffer.from(text, 'base64').toString('utf8');
  if (!/content-transfer-encoding: quoted-printable/i.test(head)) return text;
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
