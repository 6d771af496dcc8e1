export { acceptsMime } from './accepts.ts';
export * from './asset-use.ts';
export { isBlank } from './blank.ts';
export { boundedArray, boundedRecord } from './bounded.ts';
export { canonicalText, schemaHash, withoutRenames } from './canonical.ts';
export { CHECK_MESSAGES, type CheckMessages } from './check-messages.ts';
export { checkValue, checkValues, findIssues } from './check-values.ts';
export { type CheckMode, type CheckOptions, findIssuesWith, type MatchPattern } from './checker.ts';
export type { AssetMention, ReferenceMention, Resolver } from './content.ts';
export * from './define.ts';
export { checkMigrations, fieldsAt, shapeAt } from './diff/check-migrations.ts';
export { convertValue } from './diff/convert.ts';
export { type DiffOptions, type DiffResult, diffInSteps, diffSchemas } from './diff/diff-schemas.ts';
export { type ClassifiedChange, concerns, Impact } from './diff/impact.ts';
export { type Effect, migrateDrafts, migrateValues, type Note } from './diff/migrate.ts';
export * from './diff/model.ts';
export type { Values as FieldValues } from './document.ts';
export * from './document.ts';
export { schemaInput } from './document-form.ts';
export { BUILDERS } from './document-schema.ts';
export * from './entry-facts.ts';
export {
  findInexactNumber,
  InexactNumberError,
  inexactNumbers,
  isExactNumber,
  parseExactJson,
  whyInexact,
} from './exact-json.ts';
export * from './field-types/builders.ts';
export type { FieldKind, Holding } from './field-types/field-kind.ts';
export { FIELD_TYPES, fieldKind } from './field-types/kinds.ts';
export { mapItems } from './field-types/list.ts';
export { isSeoField, type SeoSource, type SeoSources, seoPartsOf, seoSources } from './field-types/seo.ts';
export { COMPARABLE_TYPES, SORTABLE_TYPES, TITLE_TYPES, UNIQUE_TYPES } from './field-types/uses.ts';
export type { DraftOf, Field, FieldOptions, Fields, NestedFields, PublishedOf } from './fields.ts';
export { fieldDocuments } from './fields.ts';
export { folded } from './folded.ts';
export { formMessage } from './form-issues.ts';
export { COLLECTION_ICONS, type CollectionIcon } from './icons.ts';
export { type Issue, MAX_ISSUES, type Path } from './issues.ts';
export { KEY_PATTERN, keyMessage } from './keys.ts';
export { labelOf } from './labels.ts';
export { type MarkdownAssetText, markdownAssets } from './markdown-assets.ts';
export { wordsOf } from './merge/merge-texts.ts';
export { type MergedValues, mergeValues } from './merge/merge-values.ts';
export { mergedText } from './merge/merged-text.ts';
export type { Decide, MergeConflict } from './merge/merging.ts';
export { isSameJson } from './merge/same-json.ts';
export { nearest } from './nearest.ts';
export { mapNested } from './nested.ts';
export { withNestedSlugs } from './nested-slugs.ts';
export { isObject, isRecord, ownValue } from './own-value.ts';
export * from './pages/moved-path.ts';
export * from './pages/page-path.ts';
export { pageRefusal } from './pages/page-refusal.ts';
export * from './pages/page-search.ts';
export { ownPathField, type PathFields, pathFields } from './pages/path-fields.ts';
export { plainPath } from './pages/plain-path.ts';
export { completeSchema, type ParsedSchema, parseSchema } from './parse.ts';
export { startMatching } from './patterns/match-pattern.ts';
export { textMarker } from './preview/mark-texts.ts';
export { isMarked, type MarkMatch, markOf, marksAtEnd, marksIn, withoutMarks } from './preview/marks.ts';
export * from './preview/messages.ts';
export {
  type PreviewAddress,
  previewCases,
  previewOf,
  previewPath,
  previewTemplate,
  templateFields,
} from './preview/preview-path.ts';
export { previewValues } from './preview/preview-values.ts';
export * from './published.ts';
export * from './richtext/index.ts';
export { findSeoProblems, SEO_LINES, seoWidth } from './seo-texts.ts';
export { hiddenIn, isShown, shownFields, withoutHidden } from './show-if.ts';
export { slugFrom } from './slug.ts';
export { sortText } from './sort-text.ts';
export { type ConfigSourceOptions, configSource } from './source/config-source.ts';
export { typesSource } from './source/types-source.ts';
export { issueTranslator } from './translate-issue.ts';
export { translateSchema } from './translate-schema.ts';
export {
  describeCodeMismatch,
  type InlineCode,
  type InlineCodes,
  mergeAdjacentTexts,
  type TextPart,
  wordsOfParts,
} from './translation/inline.ts';
export { alignUnits, textUnits, translateField, type Unit } from './translation/translate-values.ts';
export { beginning, isBlankText, isSameText, normalized } from './unicode.ts';
export { unrenderValues } from './unrender-values.ts';
export * from './walk-values.ts';
export { publishedFrom, stateOf } from './workflow/workflow.ts';
