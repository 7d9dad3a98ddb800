/** Text that has broken parsers, databases, logs or terminals somewhere before. */
export const naughtyStrings: readonly string[] = [
  // Nothing, or nearly.
  "", " ", "\t", "\n", "\u00a0", "\u200b", "\ufeff", "\u2028", "\u0085",
  // What other languages take for something else.
  "undefined", "null", "true", "false", "NaN", "0", "-0", "1e999", "-1", "0x10",
  "9007199254740993", "99999999999999999999", "2147483648", "٣",
  // Names of members that every object has.
  "__proto__", "constructor", "toString", "hasOwnProperty", "then",
  // Characters that end, join or hide.
  "\u0000", "a\u0000b", "\u0001\u0008\u001b[31mred", "\u007f", "\u202eabc", "e\u0301", "İ", "ß",
  "👩‍👩‍👧‍👦", "🇺🇸", "\u{1f4a9}", "\u{10ffff}", "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉", "田中さんにあげて下さい", "\ufffd", "\ud800", "a\udc00b",
  // Paths, addresses and patterns.
  "../../etc/passwd", "/", "%", "%00", "%c0%af", "?", "#", "&a=b", "*", "%s%n%d", "{{7*7}}", "${jndi:ldap://x}",
  // Statements and markup.
  "'", "\"", "\\", "'; DROP TABLE \"Client\"; --", "' OR '1'='1", "$1", "{}", "{\"a\":1}", "<script>alert(1)</script>",
  // Identifiers and dates that nearly fit.
  "cli_00000000000000000000000000", "2026-02-30", "0000-00-00", "10000-01-01", "1969-12-31T23:59:60Z", "a@b", "\"@\"@example.com",
  // Sizes.
  "a".repeat(128), "a".repeat(129), "a".repeat(10_001), "é".repeat(5_000), "👍".repeat(260), "[".repeat(64),
];
