interface Described {
  pattern?: string | undefined;
  format?: string | undefined;
}

/**
 * Makes the pattern of a described text one that every engine of regular expressions reads alike: JavaScript with and
 * without `u`, Java, .NET, Python, Go and Rust. `\d` is any digit of Unicode in .NET, Python and Rust, an escaped slash
 * is a fault for RE2 and for generators that escape it again, and a bracket within a class opens another one in Java
 * and Rust. What `format` says is not repeated. Look-around and back-references have no equivalent: a schema with one
 * is described by `.meta({ pattern })`. `testing/conformance/openapi/document-rules.ts` has the rule.
 */
export function writePortably(described: Described): void {
  if (described.format === "date-time") delete described.pattern;
  else if (described.pattern !== undefined) described.pattern = toPortablePattern(described.pattern);
}

/** @param pattern of a JavaScript expression without flags */
export function toPortablePattern(pattern: string): string {
  let isInClass = false;
  // An escaped character or a plain one. Brackets decide whether the next one is in a class.
  return pattern.replaceAll(/\\x[0-9a-f]{2}|\\.|[[\]]/gi, (token) => {
    if (token === "\\/") return "/";
    if (token === "\\d") return isInClass ? "0-9" : "[0-9]";
    if (token === "\\w") return isInClass ? "A-Za-z0-9_" : "[A-Za-z0-9_]";
    if (token === "[" && isInClass) return "\\[";
    if (token === "[" || token === "]") isInClass = token === "[";
    return token;
  });
}
