export { type Fields, isFields } from '../../model/fields.ts';
