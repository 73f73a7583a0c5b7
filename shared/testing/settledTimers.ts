/** Resolves behind whatever was put off with no delay. */
export const settledTimers = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
