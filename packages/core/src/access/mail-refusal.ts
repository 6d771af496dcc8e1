/**
 * The scope of a failure: the whole mail server, the mail for now, or the mail for good, by the command that the server answered
 * and the first digit of its reply (RFC 5321, 4.2.1).
 */
export function mailRefusalOf(err: unknown): 'server' | 'mail for now' | 'mail' {
  const { code, command, responseCode = 500 } = err as { code?: string; command?: string; responseCode?: number };
  const isOfMail = (code === 'EENVELOPE' || code === 'EMESSAGE') && command !== 'MAIL FROM';
  if (!isOfMail) return 'server';
  return responseCode < 500 ? 'mail for now' : 'mail';
}
