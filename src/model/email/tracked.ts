/** Whether opens and clicks of a mail are tracked. */
export type Tracked = { opens: boolean; clicks: boolean };

export const untracked: Tracked = { opens: false, clicks: false };
