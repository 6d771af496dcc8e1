import { type Editor, useEditorState } from '@tiptap/react';
import { useId } from 'react';
import { richtext as t } from '#messages/richtext';
import { Input } from '@/ui/input.tsx';

const LANGUAGES = [
  'bash',
  'css',
  'diff',
  'html',
  'java',
  'js',
  'json',
  'jsx',
  'php',
  'python',
  'sql',
  'ts',
  'tsx',
  'yaml',
];

/** The language of the block of code with the cursor; any may be typed. */
export function CodeLanguage({ editor }: { readonly editor: Editor }) {
  const id = useId();
  const language = useEditorState({
    editor,
    selector: ({ editor: one }) => (one.getAttributes('codeBlock').language as string | null | undefined) ?? '',
  });
  return (
    <>
      <Input
        aria-label={t.language}
        placeholder={t.language}
        list={id}
        value={language}
        maxLength={40}
        onChange={(event) =>
          editor.commands.updateAttributes('codeBlock', { language: event.target.value.trim() || undefined })
        }
        className="h-7 w-40 px-2 text-xs max-sm:h-10"
      />
      <datalist id={id}>
        {LANGUAGES.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </>
  );
}
