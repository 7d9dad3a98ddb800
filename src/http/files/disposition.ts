/** RFC 6266: an ASCII name for old clients, and the full name in UTF-8. Neither can end the header or the parameter. */
export function describeDisposition(fileName: string): string {
  const plain = fileName.replaceAll(/[^A-Za-z0-9 ._()-]/g, "_");
  const whole = encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}
