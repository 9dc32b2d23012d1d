export { type Fields, isFields } from '../../../model/text/fields.ts';
