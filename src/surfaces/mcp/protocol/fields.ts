export { type Fields, fieldsWhere, isFields } from '../../../model/text/fields.ts';
