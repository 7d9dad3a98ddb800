/** The most lines of a statement, and the most choices of each kind. */
export const maxLines = 300;
