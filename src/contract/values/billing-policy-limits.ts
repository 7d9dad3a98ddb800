/** The most cents below which a firm can approve expenses without a second person. */
export const maxThresholdCents = 10_000_000_000_000;
