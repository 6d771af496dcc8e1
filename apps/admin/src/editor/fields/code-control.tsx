import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { code as t } from '#messages/code';
import { codeIn } from '@/field-types/code.tsx';
import { cn } from '@/ui/cn.ts';
import { Input, Select } from '@/ui/input.tsx';
import { isEnter } from '@/ui/keys.ts';
import { applyEdit } from './apply-edit.ts';
import type { ControlOf } from './control.ts';
import { GrowingTextarea } from './growing-textarea.tsx';
import { type CodeToken, type ColouredCode, LANGUAGES, loadHighlighter, PLAIN_TEXT } from './highlight.ts';
import { nativeProps } from './native-props.ts';

/** Colours of the admin by what a piece of code is. */
const COLOURS: readonly (readonly [kinds: RegExp, colour: string])[] = [
  [/^(comment|quote|meta)$/, 'text-muted italic'],
  [/^(keyword|selector|built_in|name|tag|section)/, 'text-accent'],
  [/^(string|regexp|addition|link|code)/, 'text-success'],
  [/^(number|literal|symbol|bullet|variable|template-variable)/, 'text-warning'],
  [/^(title|type|attr|attribute|property|params)/, 'text-info'],
  [/^deletion$/, 'text-danger'],
];

/** Box and colours lie over each other: every letter has the same place in both. */
const LETTERS = 'font-mono text-sm leading-relaxed whitespace-pre [tab-size:2]';

/** Code, coloured by its language. Tab leaves it, as every other control. */
export function CodeControl({ field, value, onChange, readOnly, ids }: ControlOf<'code'>) {
  const [first = PLAIN_TEXT] = field.languages ?? [];
  const own = codeIn(value);
  const language = own.language || first;
  const offered = field.languages ?? LANGUAGES;
  const box = useRef<HTMLTextAreaElement>(null);
  const colours = useRef<HTMLPreElement>(null);
  const tokens = useTokens(own.text, language);
  const change = (next: Partial<typeof own>): void => {
    const { language: into, text } = { language, text: own.text, ...next };
    onChange(text === '' && into === first ? null : { language: into, text });
  };
  const indent = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const { value: text, selectionStart: start, selectionEnd: end } = event.currentTarget;
    if (readOnly || !isEnter(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
    const space = /^[ \t]*/.exec(line)?.[0] ?? '';
    if (space === '') return;
    event.preventDefault();
    const at = start + 1 + space.length;
    applyEdit(event.currentTarget, { start, end, text: `\n${space}`, select: { start: at, end: at } });
  };
  const nameOf = (one: string): string => (one === PLAIN_TEXT ? t.plain : one);
  return (
    <div className="flex flex-col gap-1.5">
      {readOnly ? (
        <Input aria-label={t.language} readOnly className="max-w-48" value={nameOf(language)} />
      ) : (
        <Select
          aria-label={t.language}
          className="max-w-48"
          value={language}
          options={[...offered, ...(offered.includes(language) ? [] : [language])].map((one) => [one, nameOf(one)])}
          onChange={(into) => change({ language: into })}
        />
      )}
      <div className="relative" dir="ltr" translate="no">
        <pre
          ref={colours}
          aria-hidden
          className={cn(
            LETTERS,
            'pointer-events-none absolute inset-0 z-10 m-0 overflow-hidden rounded-md border border-transparent py-2 text-foreground forced-colors:hidden max-sm:text-base',
            readOnly ? 'px-0' : 'px-3',
          )}
        >
          {tokens.map(({ key, kind, text }) => (
            <span key={key} className={colourOf(kind)}>
              {text}
            </span>
          ))}
        </pre>
        <GrowingTextarea
          ref={box}
          {...nativeProps(ids)}
          aria-label={t.code}
          aria-labelledby={undefined}
          readOnly={readOnly}
          wrap="off"
          spellCheck={false}
          autoCapitalize="off"
          autoCorrect="off"
          className={cn(
            LETTERS,
            'overflow-auto text-transparent caret-foreground selection:text-transparent forced-colors:text-[CanvasText] max-sm:text-base',
          )}
          value={own.text}
          onKeyDown={indent}
          onScroll={({ currentTarget: { scrollLeft, scrollTop } }) => colours.current?.scrollTo(scrollLeft, scrollTop)}
          onChange={(event) => change({ text: event.target.value })}
        />
      </div>
    </div>
  );
}

/** The pieces of code in a language; all of it as one piece until its language is loaded. */
function useTokens(text: string, language: string): readonly (CodeToken & { readonly key: number })[] {
  const [loaded, setLoaded] = useState<{ language: string; split: (code: string) => ColouredCode } | null>(null);
  useEffect(() => {
    let isThere = true;
    // Without colours, the code is as good: the network may be away.
    loadHighlighter(language).then(
      (split) => isThere && setLoaded(split && { language, split }),
      () => undefined,
    );
    return () => {
      isThere = false;
    };
  }, [language]);
  const [pass, setPass] = useState(0);
  const { tokens, hasMore } = useMemo((): ColouredCode => {
    void pass;
    return loaded?.language === language ? loaded.split(text) : { tokens: [{ text, kind: null }], hasMore: false };
  }, [loaded, language, text, pass]);
  useEffect(() => {
    if (!hasMore) return;
    const timer = setTimeout(() => setPass((before) => before + 1));
    return () => clearTimeout(timer);
  }, [hasMore, pass, text]);
  return useMemo(() => {
    let at = 0;
    return tokens.map((token) => {
      const key = at;
      at += token.text.length;
      return { ...token, key };
    });
  }, [tokens]);
}

function colourOf(kind: string | null): string | undefined {
  return kind === null ? undefined : COLOURS.find(([kinds]) => kinds.test(kind))?.[1];
}
