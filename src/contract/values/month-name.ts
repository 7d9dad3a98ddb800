const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** The month that a word names by its first three letters, in English: 1 to 12; null for another word. */
export function readMonth(word: string): number | null {
  const place = months.indexOf(word.slice(0, 3).toLowerCase());
  return place === -1 ? null : place + 1;
}
