/** A table in Markdown. */
export function tabulate(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [formatRow(head), `|${" --- |".repeat(head.length)}`, ...rows.map(formatRow)].join("\n");
}

function formatRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll(/(?<!\s)\s*\n\s*/g, " ")).join(" | ")} |`;
}
