import { cleanGoogleDocs } from './google-docs.ts';
import { cleanSpans } from './table-spans.ts';
import { cleanWord } from './word.ts';

/** Elements that bring nothing to read. */
const NOISE =
  'script, style, meta, link, title, head > *, template, noscript, iframe, object, svg, xml, [aria-hidden="true"]';
/** Attributes that mean something in the format. */
const KEPT = new Set([
  'align',
  'checked',
  'colspan',
  'data-asset',
  'data-align',
  'data-alt',
  'data-caption',
  'data-checked',
  'data-color',
  'data-embed',
  'data-entry',
  'data-language',
  'data-pm-slice',
  'data-size',
  'data-title',
  'data-type',
  'data-video',
  'href',
  'rowspan',
  'start',
  'title',
  'type',
]);
const LANGUAGE = /\b(?:language|lang|highlight-source)-([\w+#-]+)/;

/**
 * HTML of a clipboard with what rich text can hold, and nothing of how it looked: of Word, Google Docs and web pages. Tags stay that
 * mean something; bold and the like, given by styles, become tags.
 *
 * @param standIn gives the placeholder of a picture; pictures are removed by default
 */
export function cleanHtml(html: string, standIn: (picture: Element) => string = () => ''): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  removeComments(body);
  cleanWord(body);
  for (const element of body.querySelectorAll(NOISE)) element.remove();
  for (const picture of body.querySelectorAll('img')) picture.replaceWith(standIn(picture));
  cleanGoogleDocs(body);
  marksOfStyles(body);
  tasksOfBoxes(body);
  nestedLists(body);
  for (const underlined of body.querySelectorAll('a u')) underlined.replaceWith(...underlined.childNodes);
  cleanSpans(body);
  for (const element of body.querySelectorAll('*')) cleanAttributes(element);
  return body.innerHTML;
}

function removeComments(body: HTMLElement): void {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  const comments: Node[] = [];
  while (walker.nextNode()) comments.push(walker.currentNode);
  // Word's own comments say where the marks of lists are; what they enclose is handled by its styles.
  for (const comment of comments) comment.parentNode?.removeChild(comment);
}

/** Makes elements of what styles say of text. */
function marksOfStyles(body: HTMLElement): void {
  for (const span of body.querySelectorAll<HTMLElement>('span[style], font[style]')) {
    const style = span.getAttribute('style') ?? '';
    const decoration = /text-decoration(?:-line)?\s*:\s*([^;]+)/i.exec(style)?.[1] ?? '';
    const tags = [
      /font-weight\s*:\s*(?:bold|[6-9]00)/i.test(style) && !span.closest('h1,h2,h3,h4,h5,h6,th') && 'strong',
      /font-style\s*:\s*italic/i.test(style) && 'em',
      /line-through/i.test(decoration) && 's',
      /underline/i.test(decoration) && !span.closest('a') && !span.querySelector('a') && 'u',
      /vertical-align\s*:\s*super/i.test(style) && 'sup',
      /vertical-align\s*:\s*sub/i.test(style) && 'sub',
    ].filter((tag) => typeof tag === 'string');
    for (const tag of tags) {
      const element = body.ownerDocument.createElement(tag);
      element.append(...span.childNodes);
      span.append(element);
    }
  }
  // Bold and italic that say that they aren't.
  for (const element of body.querySelectorAll<HTMLElement>('b[style], strong[style], i[style], em[style]')) {
    const isNot = /(?:^|;)\s*(?:font-weight\s*:\s*(?:normal|400)|font-style\s*:\s*normal)/i.test(
      element.getAttribute('style') ?? '',
    );
    if (isNot) element.replaceWith(...element.childNodes);
  }
}

/** Lists whose items begin with a box to tick become lists of tasks. */
function tasksOfBoxes(body: HTMLElement): void {
  for (const box of body.querySelectorAll('li input[type=checkbox]')) {
    const item = box.closest('li');
    const list = item?.closest('ul, ol');
    if (!item || !list || list.getAttribute('data-type') === 'taskList') {
      if (item?.getAttribute('data-type') === 'taskItem') continue;
    }
    item?.setAttribute('data-type', 'taskItem');
    item?.setAttribute('data-checked', String(box.hasAttribute('checked')));
    list?.setAttribute('data-type', 'taskList');
    box.remove();
  }
}

/** A list directly within a list is moved into the item before it. */
function nestedLists(body: HTMLElement): void {
  for (const list of body.querySelectorAll('ul > ul, ul > ol, ol > ul, ol > ol')) {
    const before = list.previousElementSibling;
    if (before?.tagName === 'LI') {
      before.append(list);
    } else {
      const item = body.ownerDocument.createElement('li');
      list.replaceWith(item);
      item.append(list);
    }
  }
}

function cleanAttributes(element: Element): void {
  if (element.tagName === 'PRE' || element.tagName === 'CODE') {
    const language = LANGUAGE.exec(`${element.className} ${element.parentElement?.className ?? ''}`)?.[1];
    element.removeAttribute('class');
    if (language && element.tagName === 'CODE') element.setAttribute('class', `language-${language}`);
  }
  const align = /^(?:TD|TH)$/.test(element.tagName)
    ? /text-align\s*:\s*(left|center|right)/i.exec(element.getAttribute('style') ?? '')?.[1]
    : undefined;
  for (const { name } of [...element.attributes]) {
    const isLanguage = name === 'class' && element.tagName === 'CODE';
    if (!KEPT.has(name) && !isLanguage) element.removeAttribute(name);
  }
  if (align) element.setAttribute('align', align.toLowerCase());
}
