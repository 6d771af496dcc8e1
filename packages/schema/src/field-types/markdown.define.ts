import type { FieldOptions } from '../fields.ts';
import { markdownAssets, renderMarkdown } from '../markdown-assets.ts';
import { type Constraints, declared } from './builder.ts';
import { bounds } from './constraints.ts';
import type { FieldDefinition } from './field-definition.ts';
import type { MarkdownShape } from './markdown.ts';

export const markdownDefinition: FieldDefinition<MarkdownShape> = {
  constraints: () => bounds,
  assets: (_shape, value) =>
    typeof value !== 'string'
      ? []
      : markdownAssets(value).map(({ id, isUndescribed }) => ({
          path: [],
          id,
          accept: null,
          needsText: isUndescribed,
          isWithinText: true,
        })),
  publish: (_shape, value, publishing) =>
    typeof value === 'string' ? renderMarkdown(value, (id) => publishing.markdownText(id)) : value,
  unpublish: (value, text) => text(value),
};

/** Text in Markdown. */
export function markdown<const O extends FieldOptions<string> & Constraints<MarkdownShape>>(options?: O) {
  return declared<string, string, O>({ type: 'markdown' }, options);
}
