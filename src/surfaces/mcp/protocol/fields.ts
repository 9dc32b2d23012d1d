export { type Fields, isFields, without } from '../../../model/text/fields.ts';
