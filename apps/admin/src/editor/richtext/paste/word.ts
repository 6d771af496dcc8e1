/** How Word writes that a paragraph is an item: "mso-list:l0 level2 lfo1". */
const ITEM = /mso-list\s*:\s*l(\d+)\s+level(\d+)/i;
/** The start of a numbered item: a number such as 1, 1.2, xviii, c or cc, and its signs. */
const NUMBER =
  /^\s*(?:[([（]?(?:\p{Nd}+(?:\.\p{Nd}+)*|(\p{L})\1*|[ivxlcdm]+|[一二三四五六七八九十百]+)[.)\]:．）、]|\p{Nd}+(?:\.\p{Nd}+)+)/iu;
/** The number itself: the last one of 1.2. */
const COUNT = /(\d+)\D*$/;

/** Makes lists of Word's paragraphs that look like items, and drops what only Word understands. */
export function cleanWord(body: HTMLElement): void {
  const items = [...body.querySelectorAll<HTMLElement>('p, h1, h2, h3, h4, h5, h6')].filter((element) =>
    ITEM.test(element.getAttribute('style') ?? ''),
  );
  let run: HTMLElement[] = [];
  for (const item of items) {
    const last = run.at(-1);
    if (last && nextElement(last) !== item) {
      makeList(run);
      run = [];
    }
    run.push(item);
  }
  makeList(run);
  for (const element of [...body.querySelectorAll('*')]) {
    if (!element.tagName.includes(':')) continue;
    // "o:p" is a paragraph's end, and "v:shape" a picture that is in the HTML a second time.
    if (element.tagName.startsWith('V:') || element.textContent?.trim() === '') element.remove();
    else element.replaceWith(...element.childNodes);
  }
}

function nextElement(element: Element): Element | null {
  return element.nextElementSibling;
}

function makeList(items: readonly HTMLElement[]): void {
  const [first] = items;
  if (!first) return;
  const { ownerDocument } = first;
  const marker = ownerDocument.createElement('div');
  first.before(marker);
  /** Lists that are open, the innermost last. */
  const open: { readonly level: number; readonly id: string; readonly list: HTMLElement }[] = [];
  const roots: HTMLElement[] = [];
  for (const item of items) {
    const [, id = '', depth = '1'] = ITEM.exec(item.getAttribute('style') ?? '') ?? [];
    const level = Number(depth);
    const sign = takeSign(item);
    while ((open.at(-1)?.level ?? 0) > level) open.pop();
    let top = open.at(-1);
    // An item without a bullet or number continues its list.
    const kind = sign === '' && top?.level === level ? top.list.tagName : NUMBER.test(sign) ? 'OL' : 'UL';
    if (top?.level === level && (top.id !== id || top.list.tagName !== kind)) {
      open.pop();
      top = open.at(-1);
    }
    if (!top || top.level < level) {
      const list = ownerDocument.createElement(kind);
      const first = Number(COUNT.exec(sign)?.[1] ?? 1);
      if (kind === 'OL' && first > 1) list.setAttribute('start', String(first));
      const above = top?.list.lastElementChild;
      if (above) above.append(list);
      else roots.push(list);
      top = { level, id, list };
      open.push(top);
    }
    const entry = ownerDocument.createElement('li');
    const paragraph = ownerDocument.createElement('p');
    paragraph.append(...item.childNodes);
    entry.append(paragraph);
    top.list.append(entry);
    item.remove();
  }
  marker.replaceWith(...roots);
}

/** Takes away the bullet or number that Word writes into an item. */
function takeSign(item: HTMLElement): string {
  const sign = [...item.querySelectorAll<HTMLElement>('span')].find((span) =>
    /mso-list\s*:\s*ignore/i.test(span.getAttribute('style') ?? ''),
  );
  const text = sign?.textContent ?? '';
  sign?.remove();
  return text;
}
