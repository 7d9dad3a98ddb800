/** RFC 9745: since when, as a structured date: 2026-11-21, the interface's first day, on which the alias was old already. */
export const deprecatedSince = "@1795219200";
