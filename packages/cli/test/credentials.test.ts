import { describe, expect, it } from 'vitest';
import { credentialsFile } from '../src/credentials.ts';

describe('the login', () => {
  it("is kept in the user's folder for configuration, whatever the system", () => {
    expect(credentialsFile({ HOME: '/h' }, 'linux')).toBe('/h/.config/stele/credentials.json');
    expect(credentialsFile({ HOME: '/h', XDG_CONFIG_HOME: '/x' }, 'darwin')).toBe('/x/stele/credentials.json');
    expect(credentialsFile({ HOME: '/h', APPDATA: '/roaming' }, 'win32')).toBe('/roaming/stele/credentials.json');
  });
});
