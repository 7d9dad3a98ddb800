/** RFC 9745: the date of deprecation as a structured date: 2026-11-21, the API's first day. */
export const deprecatedSince = "@1795219200";
