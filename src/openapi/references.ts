/**
 * The schemas that a part of the OpenAPI document refers to, also from one to another.
 *
 * @param find the schema at an address such as `#/components/schemas/Folder`
 * @returns them by their addresses, in the order of the document
 */
export function listReferences<Schema extends object>(
  part: unknown,
  find: (address: string) => Schema | undefined,
): ReadonlyMap<string, Schema> {
  const found = new Map<string, Schema>();
  const visit = (value: unknown) => {
    if (typeof value !== "object" || value === null) return;
    const address = "$ref" in value && typeof value.$ref === "string" ? value.$ref : "";
    const schema = found.has(address) ? undefined : find(address);
    if (schema !== undefined) {
      found.set(address, schema);
      visit(schema);
    }
    Object.values(value).forEach(visit);
  };
  visit(part);
  return found;
}
