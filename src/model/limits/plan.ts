export const planNames = ['free', 'premium', 'enterprise'] as const;
export type PlanName = (typeof planNames)[number];
