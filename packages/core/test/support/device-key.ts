import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { PrismaClient } from '../../src/generated/prisma/client.ts';
import { newId } from '../../src/platform/ids.ts';

/** A passkey on a device that verifies its owner. */
export class DeviceKey {
  readonly #id = randomBytes(16).toString('base64url');
  readonly #key: KeyObject;
  readonly #public: Buffer;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#key = privateKey;
    // COSE: an EC2 key for ES256 on P-256.
    this.#public = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
  }

  /** Makes it a passkey of a person. */
  async add(prisma: PrismaClient, userId: string): Promise<void> {
    const kind = { deviceType: 'singleDevice', backedUp: false, counter: 0 };
    const publicKey = this.#public.toString('base64');
    await prisma.passkey.create({
      data: { id: newId('passkey'), name: 'Key', userId, publicKey, credentialID: this.#id, ...kind },
    });
  }

  /** The response by which a browser adds the key, without attestation. @param origin of the admin */
  registration(challenge: string, origin: string): object {
    const client = Buffer.from(JSON.stringify({ type: 'webauthn.create', challenge, origin, crossOrigin: false }));
    const id = Buffer.from(this.#id, 'base64url');
    const rpId = createHash('sha256').update(new URL(origin).hostname).digest();
    // The person was there, verified, and made a key: its model and use are unknown, and its ID has 16 bytes.
    const made = Buffer.from([0b1000101, 0, 0, 0, 0, ...Buffer.alloc(16), 0, id.length]);
    const data = Buffer.concat([rpId, made, id, this.#public]);
    // CBOR: { fmt: 'none', attStmt: {}, authData }. The letter before a text is its length: c of 3, h of 8.
    const object = Buffer.concat([
      Buffer.from([0xa3]),
      Buffer.from('cfmtdnonegattStmt'),
      Buffer.from([0xa0]),
      Buffer.from('hauthData'),
      Buffer.from([0x58, data.length]),
      data,
    ]);
    return {
      id: this.#id,
      rawId: this.#id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: client.toString('base64url'), attestationObject: object.toString('base64url') },
    };
  }

  /** The response by which a browser signs in. @param origin of the admin */
  answer(challenge: string, origin: string): object {
    const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
    const client = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin, crossOrigin: false }));
    // The person was there, and verified.
    const seen = Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([0b101]), Buffer.from([0, 0, 0, 1])]);
    const signature = sign('sha256', Buffer.concat([seen, sha256(client)]), this.#key);
    return {
      id: this.#id,
      rawId: this.#id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: seen.toString('base64url'),
        signature: signature.toString('base64url'),
      },
    };
  }
}
