export { dayPrefixes, fieldMarks, isWhole, numberMark, numberPrefixes, textMark } from './field-marks.ts';
export {
  localeQuery,
  marksQuery,
  type SearchedDraft,
  type SearchTerm,
  searchQuery,
  searchVector,
  similarQuery,
  titleQuery,
  wordPrefix,
} from './search-terms.ts';
export { vectorArray } from './search-vector.ts';
export { similarWords } from './similar-words.ts';
