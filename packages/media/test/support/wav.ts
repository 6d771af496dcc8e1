const RATE = 8000;

/** A tone as a WAV file of one channel and 16 bits. @param note the text of its information chunk */
export function wav({ seconds, note }: { seconds: number; note?: string }): Buffer {
  const samples = Buffer.alloc(Math.round(seconds * RATE) * 2);
  for (let index = 0; index < samples.length / 2; index++)
    samples.writeInt16LE(Math.round(Math.sin((index * 440 * 2 * Math.PI) / RATE) * 10_000), index * 2);
  const format = Buffer.alloc(16);
  format.writeUInt16LE(1, 0);
  format.writeUInt16LE(1, 2);
  format.writeUInt32LE(RATE, 4);
  format.writeUInt32LE(RATE * 2, 8);
  format.writeUInt16LE(2, 12);
  format.writeUInt16LE(16, 14);
  const information = note
    ? [chunk('LIST', Buffer.concat([Buffer.from('INFO'), chunk('ICMT', Buffer.from(`${note}\0`))]))]
    : [];
  return chunk(
    'RIFF',
    Buffer.concat([Buffer.from('WAVE'), chunk('fmt ', format), ...information, chunk('data', samples)]),
  );
}

function chunk(name: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from(name), length, content, Buffer.alloc(content.length % 2)]);
}
