/** The row of the mail history that was given along with a mail; null: it is none. */
export const mailIdOf = (given: string | undefined): number | null =>
  given && /^\d{1,9}$/.test(given) ? Number(given) : null;
