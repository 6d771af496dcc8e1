/** Whether a host's name, as a URL has it, is that of this machine to itself. */
export function isLocalHost(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
