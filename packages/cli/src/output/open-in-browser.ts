import open from 'open';

/** Opens an address in the browser. Where there's none, nothing happens: the address has been printed. */
export async function openInBrowser(url: string): Promise<void> {
  const child = await open(url);
  child.on('error', () => undefined);
}
