/** Words that Python reserves. */
const reserved: ReadonlySet<string> = new Set(
  "False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield".split(
    " ",
  ),
);

/** The name of a function or parameter: `medicalFacilities` is `medical_facilities`, `import` is `import_`. */
export function snakeCase(name: string): string {
  const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return reserved.has(snake) ? `${snake}_` : snake;
}

/** Whether a class can have a member of this name. */
export function canBeMember(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && !reserved.has(name);
}

/** A documentation string at a depth of indentation. */
export function writeDocstring(text: string, spaces: number): string {
  const margin = " ".repeat(spaces);
  const [first = "", ...rest] = text.replaceAll("\\", "\\\\").replaceAll('"""', '\\"\\"\\"').split("\n");
  const lines = rest.map((line) => (line === "" ? "" : `${margin}${line}`));
  const whole = [first, ...lines].join("\n");
  // A quote at the end would end the text.
  return `${margin}"""${whole.endsWith('"') ? `${whole} ` : whole}"""`;
}
