/** Mail clients drop form controls, so a task's checkbox is a character. */
export const taskBox = { done: '☑', open: '☐' };
