import { CANARY, XMP } from './canaries.ts';

const XMP_UUID = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');

/**
 * Adds to an MP4 whose index comes last what phones and programs add: the place where it was taken, descriptions, and XMP. Some of it
 * belongs to the file, some to its first track.
 */
export function mp4WithMetadata(mp4: Buffer): Buffer {
  const place = box('\u00a9xyz', Buffer.concat([Buffer.from([0, CANARY.length, 0x15, 0xc7]), Buffer.from(CANARY)]));
  const handler = box('hdlr', Buffer.concat([Buffer.alloc(8), Buffer.from('mdta'), Buffer.alloc(13)]));
  const key = box('mdta', Buffer.from('com.apple.quicktime.location.ISO6709'));
  const keys = box('keys', Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), key]));
  const data = box('data', Buffer.concat([Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]), Buffer.from(CANARY)]));
  const list = box('ilst', box('\0\0\0\x01', data));
  const notes = box('udta', Buffer.concat([place, box('name', Buffer.from(CANARY))]));
  const meta = box('meta', Buffer.concat([handler, keys, list]));
  const additions = Buffer.concat([notes, meta, box('uuid', Buffer.concat([XMP_UUID, Buffer.from(XMP)]))]);
  const boxes = split(mp4).map(({ type, content }) =>
    type === 'moov'
      ? box('moov', Buffer.concat([...split(content).map(intoTrack(notes)), additions]))
      : box(type, content),
  );
  return Buffer.concat([
    ...boxes,
    box('uuid', Buffer.concat([XMP_UUID, Buffer.from(XMP)])),
    box('free', Buffer.from(CANARY)),
  ]);
}

function intoTrack(addition: Buffer): (part: Box) => Buffer {
  return ({ type, content }) => box(type, type === 'trak' ? Buffer.concat([content, addition]) : content);
}

interface Box {
  readonly type: string;
  readonly content: Buffer;
}

function split(content: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at < content.length; at += content.readUInt32BE(at)) {
    const end = at + content.readUInt32BE(at);
    boxes.push({ type: content.toString('latin1', at + 4, at + 8), content: content.subarray(at + 8, end) });
  }
  return boxes;
}

function box(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}
