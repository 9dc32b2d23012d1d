/** Mail clients drop form controls, so the box of a task is a character. */
export const taskBox = { done: '☑', open: '☐' };
