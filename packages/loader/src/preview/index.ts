export { withoutMarks as clean } from '@stele/schema';
export { type ConnectOptions, connectPreview, type PreviewConnection } from './connect.ts';
export { previewField } from './preview-field.ts';
